/** Encodes the tool choice, as far as the model supports it. */
import type { JsonObject } from '@interlock/transcript';
import type { ToolChoice } from '../../../traits/settings.ts';
import type { Outgoing } from '../../protocol.ts';
import type { ThinkingMode } from './encode-thinking-control.ts';

export function encodeToolChoice(outgoing: Outgoing, mode: ThinkingMode): JsonObject {
  const { settings, tools, leaveOut } = outgoing;
  const { toolChoice } = settings;
  if (tools.length === 0) {
    if (isForced(toolChoice)) leaveOut('toolChoice', 'there are no tools');
    return {};
  }
  const choice = allowedChoice(outgoing, mode);
  const single = isSingle(outgoing);
  if (choice === undefined && !single) return {};
  const written = writeChoice(choice ?? 'auto');
  // With `none` there is nothing to run in parallel, and the field is refused.
  return { tool_choice: single && choice !== 'none' ? { ...written, disable_parallel_tool_use: true } : written };
}

function writeChoice(choice: ToolChoice): JsonObject {
  if (typeof choice === 'object') return { type: 'tool', name: choice.tool };
  return { type: choice === 'required' ? 'any' : choice };
}

function allowedChoice(outgoing: Outgoing, mode: ThinkingMode): ToolChoice | undefined {
  const { toolChoice } = outgoing.settings;
  const refused = whyRefused(outgoing, mode);
  if (refused === undefined) return toolChoice;
  outgoing.leaveOut('toolChoice', refused);
  return undefined;
}

function whyRefused({ settings, traits, tools }: Outgoing, mode: ThinkingMode): string | undefined {
  const { toolChoice } = settings;
  if (!isForced(toolChoice)) return undefined;
  if (traits.forcedToolChoice === 'no') return 'ANT-046: the model refuses a forced choice';
  const thinks = mode === 'budget' || (mode !== 'off' && traits.forcedToolChoice === 'without-thinking');
  if (thinks) return 'ANT-045: no forced choice while the model thinks';
  const known = typeof toolChoice !== 'object' || tools.some(({ name }) => name === toolChoice.tool);
  return known ? undefined : 'the tool is not offered';
}

function isForced(choice: ToolChoice | undefined): choice is 'required' | { readonly tool: string } {
  return choice === 'required' || typeof choice === 'object';
}

function isSingle({ settings, traits, leaveOut }: Outgoing): boolean {
  if (settings.parallelToolCalls !== false) return false;
  if (traits.parallelToolCalls === 'settable') return true;
  leaveOut('parallelToolCalls', 'the server has no such setting');
  return false;
}
