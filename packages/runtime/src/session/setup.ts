/** What stands before every conversation: the system prompt, and the tools in a stable order. */
import type { AgentTool } from '../tool/tool.ts';
import { SessionError } from './session-error.ts';

export interface Setup {
  readonly system: string;
  readonly tools: readonly AgentTool[];
}

/** Own tools in the order they were given, then those of servers, sorted by name: a list that comes in another order changes nothing. */
export function orderTools(own: readonly AgentTool[], served: readonly AgentTool[]): readonly AgentTool[] {
  const names = new Set(own.map(({ name }) => name));
  if (names.size < own.length) {
    const twice = own.find(({ name }, index) => own.findIndex((tool) => tool.name === name) < index)?.name;
    throw new SessionError('duplicate-tool', `Two tools are called ${twice}.`, 'Give one of them another name.');
  }
  const others = served.filter(({ name }) => !names.has(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return [...own, ...others];
}

/** What is different, in words for the user; empty when nothing is. */
export function setupChanges(
  before: { readonly system: string; readonly tools: readonly string[] },
  { system, tools }: Setup,
): readonly string[] {
  const now = tools.map(({ name }) => name);
  const added = now.filter((name) => !before.tools.includes(name));
  const gone = before.tools.filter((name) => !now.includes(name));
  return [
    ...(system === before.system ? [] : ['The system prompt has changed (instructions or workspace).']),
    ...(added.length === 0 ? [] : [`New tools: ${added.join(', ')}.`]),
    ...(gone.length === 0 ? [] : [`Tools that are gone: ${gone.join(', ')}.`]),
  ];
}
