/** How much the model should think, in the target's dialect. */
import type { JsonObject } from '@interlock/transcript';
import { effortOf, isThinking } from '../../../traits/thinking.ts';
import type { Effort } from '../../../traits/traits.ts';
import type { Outgoing } from '../../protocol.ts';

export function encodeReasoning(outgoing: Outgoing, muted: boolean): JsonObject {
  const { settings, traits, leaveOut } = outgoing;
  const { reasoning } = settings;
  if (muted) {
    if (isThinking(settings, traits)) leaveOut('reasoning', 'OAC-017: with tools this model thinks on Responses only');
    return { reasoning_effort: 'none' };
  }
  if (reasoning === undefined) return {};
  return reasoning === 'off' ? encodeOff(outgoing) : encodeOn(outgoing, reasoning);
}

function encodeOff({ traits, leaveOut }: Outgoing): JsonObject {
  const { byDefault, canDisable, control } = traits.thinking;
  if (canDisable) {
    if (control === 'effort') return { reasoning_effort: 'none' };
    if (control === 'thinking-type') return { thinking: { type: 'disabled' } };
    if (control === 'enable_thinking') return { enable_thinking: false };
    if (control === 'openrouter') return { reasoning: { enabled: false } };
  }
  // KIM-009, GLM-004, XAI-003
  if (byDefault) leaveOut('reasoning', 'KIM-009: thinking cannot be turned off');
  return {};
}

type Wanted = Effort | { readonly tokens: number };

function encodeOn(outgoing: Outgoing, wanted: Wanted): JsonObject {
  const { traits, leaveOut } = outgoing;
  switch (traits.thinking.control) {
    case 'effort':
      return encodeEffort(outgoing, wanted);
    case 'thinking-type':
      return { thinking: { type: 'enabled' }, ...encodeEffort(outgoing, wanted) };
    case 'enable_thinking':
      if (typeof wanted === 'object') return { enable_thinking: true, thinking_budget: Math.max(1, wanted.tokens) }; // QWN-005
      leaveOut('reasoning', 'thinking is on or off: efforts are not supported');
      return { enable_thinking: true };
    case 'openrouter':
      if (typeof wanted === 'object') return { reasoning: { max_tokens: wanted.tokens } };
      return { reasoning: openrouterEffort(outgoing, wanted) };
    default:
      leaveOut('reasoning', 'thinking cannot be set');
      return {};
  }
}

function openrouterEffort(outgoing: Outgoing, wanted: Wanted): JsonObject {
  const { reasoning_effort: effort } = encodeEffort(outgoing, wanted);
  return effort === undefined ? { enabled: true } : { effort };
}

/** XAI-003, MIS-022: values depend on the model, so the nearest known one is sent. */
function encodeEffort(
  { settings, traits, leaveOut }: Outgoing,
  wanted: Wanted,
): { readonly reasoning_effort?: Effort } {
  const effort = effortOf(settings, traits.thinking);
  if (effort === undefined) {
    leaveOut('reasoning', 'MIS-022: efforts are not supported');
    return {};
  }
  if (effort !== wanted) leaveOut('reasoning', `XAI-003: the nearest supported effort is ${effort}`);
  return { reasoning_effort: effort };
}
