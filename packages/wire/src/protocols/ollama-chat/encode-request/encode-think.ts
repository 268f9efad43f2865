/** Whether, and how hard, the model is to think. */
import type { JsonObject } from '@interlock/transcript';
import { effortOf } from '../../../traits/thinking.ts';
import type { Outgoing } from '../../protocol.ts';

/** Only when asked: servers refuse it for models that cannot think (OLL-006), and models have defaults of their own. */
export function encodeThink({ settings, traits, leaveOut }: Outgoing): JsonObject {
  const { reasoning } = settings;
  if (reasoning === undefined) return {};
  if (traits.thinking.control === 'none') {
    if (reasoning !== 'off') leaveOut('reasoning', 'OLL-006: the model cannot think');
    return {};
  }
  if (reasoning === 'off') {
    if (traits.thinking.canDisable) return { think: false };
    leaveOut('reasoning', 'the model always thinks');
    return {};
  }
  const effort = effortOf(settings, traits.thinking);
  if (effort === undefined) leaveOut('reasoning', 'the model can only be told to think');
  else if (effort !== reasoning) leaveOut('reasoning', `moved to ${effort}, the nearest the model knows`);
  return { think: effort ?? true };
}
