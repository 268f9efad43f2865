/** Temperature and top_p, for protocols whose models refuse both, or accept one of them. */
import type { JsonObject } from '@interlock/transcript';
import type { SettingName, Settings } from './settings.ts';
import { isThinking } from './thinking.ts';
import type { Traits } from './traits.ts';

interface Asked {
  readonly settings: Settings;
  readonly traits: Traits;
  readonly leaveOut: (setting: SettingName, why: string) => void;
}

/** Why the model accepts no settings about sampling in this request. */
export function samplingRefusal({ settings, traits }: Pick<Asked, 'settings' | 'traits'>): string | undefined {
  const refused =
    traits.sampling === 'none' || (traits.sampling === 'without-thinking' && isThinking(settings, traits));
  return refused ? 'the model does not accept sampling settings' : undefined;
}

/** `topPField`: what the protocol calls top_p. */
export function encodeSampling(asked: Asked, topPField: string): JsonObject {
  const { settings, traits, leaveOut } = asked;
  const { temperature, topP } = settings;
  const refusal = samplingRefusal(asked);
  const either =
    traits.sampling === 'one' && temperature !== undefined ? 'the model accepts only one of them' : undefined;
  const refusedP = refusal ?? either;
  if (refusal !== undefined && temperature !== undefined) leaveOut('temperature', refusal);
  if (refusedP !== undefined && topP !== undefined) leaveOut('topP', refusedP);
  return {
    ...(refusal !== undefined || temperature === undefined ? {} : { temperature }),
    ...(refusedP !== undefined || topP === undefined ? {} : { [topPField]: topP }),
  };
}
