/** What stands before every conversation: the system prompt, and the tools in a stable order. */
import type { AgentTool } from '../tool/tool.ts';
import { SessionError } from './session-error.ts';

/** A file with instructions that is part of the system prompt. */
export interface ToldInstructions {
  readonly path: string;
  readonly characters: number;
  readonly cut: boolean;
}

export interface Setup {
  readonly system: string;
  readonly instructions: readonly ToldInstructions[];
  readonly tools: readonly AgentTool[];
}

/** Own tools in the order they were given, then those of servers, sorted by name: a list that comes in another order changes nothing. */
export function orderTools(own: readonly AgentTool[], served: readonly AgentTool[]): readonly AgentTool[] {
  const names = distinctNames(own);
  const others = served.filter(({ name }) => !names.has(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return [...own, ...others];
}

/** Throws where two have one name: the model could not tell them apart. */
export function distinctNames(tools: readonly AgentTool[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { name } of tools) {
    if (names.has(name))
      throw new SessionError('duplicate-tool', `Two tools are called ${name}.`, 'Give one of them another name.');
    names.add(name);
  }
  return names;
}

/** What is different, in words for the user; empty when nothing is. */
export function setupChanges(
  before: { readonly system: string; readonly tools: readonly string[] },
  { system, tools }: Pick<Setup, 'system' | 'tools'>,
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
