/** Encodes which tools the model may or must call. Both fields are refused without tools (OAC-018, OAC-019). */
import type { JsonObject } from '@interlock/transcript';
import type { ToolChoice } from '../../../traits/settings.ts';
import type { Outgoing } from '../../protocol.ts';

export function encodeToolChoice(outgoing: Outgoing, thinks: boolean): JsonObject {
  return { ...encodeChoice(outgoing, thinks), ...encodeParallel(outgoing) };
}

function encodeChoice(outgoing: Outgoing, thinks: boolean): JsonObject {
  const { toolChoice } = outgoing.settings;
  if (toolChoice === undefined) return {};
  const refusal = isForced(toolChoice) ? refusalOf(toolChoice, outgoing, thinks) : undefined;
  if (refusal !== undefined) {
    outgoing.leaveOut('toolChoice', refusal);
    return {};
  }
  if (outgoing.tools.length === 0) return {};
  return {
    tool_choice:
      typeof toolChoice === 'string' ? toolChoice : { type: 'function', function: { name: toolChoice.tool } },
  };
}

function isForced(choice: ToolChoice): boolean {
  return choice === 'required' || typeof choice === 'object';
}

function refusalOf(choice: ToolChoice, { tools, traits }: Outgoing, thinks: boolean): string | undefined {
  if (tools.length === 0) return 'OAC-019: there are no tools to choose from';
  if (typeof choice === 'object' && !tools.some(({ name }) => name === choice.tool)) {
    return 'OAC-019: the chosen tool is not offered';
  }
  if (traits.forcedToolChoice === 'no') return 'KIM-012: a call cannot be forced';
  if (traits.forcedToolChoice === 'without-thinking' && thinks) {
    return 'DSK-006, QWN-003: a call cannot be forced while thinking';
  }
  return undefined;
}

function encodeParallel({ settings, tools, traits, leaveOut }: Outgoing): JsonObject {
  if (settings.parallelToolCalls === undefined) return {};
  if (tools.length === 0) {
    leaveOut('parallelToolCalls', 'OAC-018: there are no tools');
    return {};
  }
  if (traits.parallelToolCalls === 'settable') return { parallel_tool_calls: settings.parallelToolCalls };
  leaveOut('parallelToolCalls', 'cannot be set');
  return {};
}
