/** Temperature and top_p, as far as the model takes them. */
import type { JsonObject } from '@interlock/transcript';
import type { SettingName } from '../../../traits/settings.ts';
import type { Outgoing } from '../../protocol.ts';

/** Anthropic's scale ends here; others go to 2. */
const hottest = 1;

export function encodeSampling(outgoing: Outgoing, thinking: boolean): JsonObject {
  const { settings, leaveOut } = outgoing;
  const { temperature, topP } = settings;
  const refused = whyRefused(outgoing, thinking);
  if (refused !== undefined) {
    // ANT-049: while the model thinks its temperature is 1 anyway.
    if (temperature !== undefined && temperature !== hottest) leaveOut('temperature', refused);
    if (topP !== undefined) leaveOut('topP', refused);
    return {};
  }
  const both = temperature !== undefined && topP !== undefined;
  if (both && outgoing.traits.sampling === 'one') {
    leaveOut('topP', 'ANT-050: temperature and top_p cannot both be set');
    return { temperature: bounded(temperature, leaveOut) };
  }
  return {
    ...(temperature === undefined ? {} : { temperature: bounded(temperature, leaveOut) }),
    ...(topP === undefined ? {} : { top_p: topP }),
  };
}

function whyRefused({ traits }: Outgoing, thinking: boolean): string | undefined {
  if (traits.sampling === 'none') return 'ANT-050: the model takes no sampling parameters';
  return thinking && traits.sampling !== 'any' ? 'ANT-049: not while the model thinks' : undefined;
}

function bounded(temperature: number, leaveOut: (setting: SettingName, why: string) => void): number {
  if (temperature <= hottest) return temperature;
  leaveOut('temperature', `lowered to ${hottest}, the highest there is`);
  return hottest;
}
