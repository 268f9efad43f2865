/** The settings that stand under `options`: sampling, where to stop, and how long an answer may be. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { outputLimit } from '../../../traits/output-limit.ts';
import { isThinking } from '../../../traits/thinking.ts';
import type { Outgoing } from '../../protocol.ts';

export function encodeOptions(outgoing: Outgoing): JsonObject {
  const { settings, traits, leaveOut } = outgoing;
  const options: Record<string, JsonValue> = { ...encodeSampling(outgoing) };
  if (settings.stop !== undefined && settings.stop.length > 0) {
    if (traits.stop) options['stop'] = [...settings.stop];
    else leaveOut('stop', 'the model takes no stop sequences');
  }
  if (settings.maxOutputTokens !== undefined) {
    const limit = outputLimit(outgoing);
    if (limit !== settings.maxOutputTokens) leaveOut('maxOutputTokens', `lowered to ${limit}, the room that is left`);
    options['num_predict'] = limit;
  }
  return options;
}

function encodeSampling({ settings, traits, leaveOut }: Outgoing): JsonObject {
  const { temperature, topP } = settings;
  const refused =
    traits.sampling === 'none' || (traits.sampling === 'without-thinking' && isThinking(settings, traits));
  const either = traits.sampling === 'one' && temperature !== undefined;
  if (refused && temperature !== undefined) leaveOut('temperature', 'the model takes no sampling settings');
  if ((refused || either) && topP !== undefined) {
    leaveOut('topP', refused ? 'the model takes no sampling settings' : 'the model takes only one of them');
  }
  return {
    ...(refused || temperature === undefined ? {} : { temperature }),
    ...(refused || either || topP === undefined ? {} : { top_p: topP }),
  };
}
