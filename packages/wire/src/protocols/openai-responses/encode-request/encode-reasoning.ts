/** How much a model should think, and that its thinking is returned encrypted, so that it can be sent back (OAR-010). */
import type { JsonObject } from '@interlock/transcript';
import type { Settings } from '../../../traits/settings.ts';
import { effortOf, isThinking } from '../../../traits/thinking.ts';
import type { Traits } from '../../../traits/traits.ts';
import type { Outgoing } from '../../protocol.ts';

/** If nothing can be set, the model uses its default. */
export function willThink(settings: Settings, traits: Traits): boolean {
  return isSettable(traits) ? isThinking(settings, traits) : traits.thinking.byDefault;
}

function isSettable({ thinking }: Traits): boolean {
  return thinking.control === 'effort' || thinking.control === 'openrouter';
}

/** `more`: what else the answer must include. */
export function encodeReasoning(outgoing: Outgoing, more: readonly string[] = []): JsonObject {
  const { settings, traits } = outgoing;
  const sealed = traits.thinking.replay === 'items' && willThink(settings, traits);
  const include = [...(sealed ? ['reasoning.encrypted_content'] : []), ...more];
  return { ...encodeEffort(outgoing), ...(include.length === 0 ? {} : { include }) };
}

function encodeEffort({ settings, traits, leaveOut }: Outgoing): JsonObject {
  const { thinking } = traits;
  const asked = settings.reasoning;
  if (!isSettable(traits)) {
    if (asked !== undefined) leaveOut('reasoning', 'the target has no such setting');
    return {};
  }
  if (!isThinking(settings, traits))
    return asked === 'off' && thinking.byDefault ? { reasoning: { effort: 'none' } } : {};
  // If it cannot be turned off, the lowest value is used.
  const effort = asked === 'off' ? thinking.efforts[0] : effortOf(settings, thinking);
  if (asked !== undefined && asked !== effort) leaveOut('reasoning', changed(effort));
  return { reasoning: { ...(effort === undefined ? {} : { effort }), summary: 'auto' } };
}

function changed(effort: string | undefined): string {
  return effort === undefined ? 'the model has no efforts' : `effort ${effort} is the nearest the model supports`;
}
