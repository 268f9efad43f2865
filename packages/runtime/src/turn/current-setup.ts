/** The system prompt and tools that apply now. They are read before every turn; a change is reported, because it breaks caches. */

import { SessionError } from '../events/session-error.ts';
import type { Emit } from '../events/session-event.ts';
import type { History } from '../history/history.ts';
import type { McpServers } from '../mcp/mcp-servers.ts';
import type { AgentTool } from '../tool/tool.ts';

/** A file with instructions that is part of the system prompt. */
export interface LoadedInstructions {
  readonly path: string;
  readonly characters: number;
  readonly cut: boolean;
}

export interface Setup {
  readonly system: string;
  readonly instructions: readonly LoadedInstructions[];
  readonly tools: readonly AgentTool[];
}

export interface SetupParts {
  readonly systemPrompt: (tools: readonly AgentTool[]) => Promise<Pick<Setup, 'system' | 'instructions'>>;
  /** Reads results that were cut; absent if the store does not keep whole results. */
  readonly readOutput?: { readonly tool: AgentTool; readonly when: 'always' | 'when-cut' };
  readonly mcp?: McpServers;
}

export class CurrentSetup {
  readonly #parts: SetupParts;
  readonly #history: History;
  readonly #own: readonly AgentTool[];
  #hasCut = false;
  #current: Setup = { system: '', instructions: [], tools: [] };
  #byName: ReadonlyMap<string, AgentTool> = new Map();

  /** `own`: all tools except those of MCP servers, in the order in which they are offered. */
  constructor(parts: SetupParts, history: History, own: readonly AgentTool[]) {
    this.#parts = parts;
    this.#history = history;
    this.#own = own;
  }

  get current(): Setup {
    return this.#current;
  }

  get byName(): ReadonlyMap<string, AgentTool> {
    return this.#byName;
  }

  /** A complete result was stored beside the conversation: from the next request on the model is offered the tool that reads it. */
  async resultWasCut(emit: Emit): Promise<void> {
    if (this.#hasCut) return;
    this.#hasCut = true;
    const { readOutput } = this.#parts;
    if (readOutput !== undefined && !this.#byName.has(readOutput.tool.name)) await this.refresh(emit);
  }

  async refresh(emit: Emit): Promise<void> {
    const before = this.#history.facts.setup;
    const own = this.#own.filter((tool) => this.#isOffered(tool, before?.tools));
    const tools = orderTools(own, this.#parts.mcp?.tools() ?? []);
    const setup: Setup = { ...(await this.#parts.systemPrompt(tools)), tools };
    const changes = before === undefined ? [] : setupChanges(before, setup);
    this.#current = setup;
    this.#byName = new Map(tools.map((tool) => [tool.name, tool]));
    if (before === undefined || changes.length > 0)
      await this.#history.write({ kind: 'setup', system: setup.system, tools: tools.map(({ name }) => name) });
    if (changes.length > 0) emit({ type: 'setup-changed', what: changes });
  }

  /** A session that was offered `read_output` keeps it, also after a restart. */
  #isOffered(tool: AgentTool, before: readonly string[] = []): boolean {
    const { readOutput } = this.#parts;
    if (tool !== readOutput?.tool) return true;
    return readOutput.when === 'always' || this.#hasCut || before.includes(tool.name);
  }
}

/** MCP tools come last, sorted by name: a server that lists them in another order changes nothing. */
function orderTools(own: readonly AgentTool[], served: readonly AgentTool[]): readonly AgentTool[] {
  const names = distinctNames(own);
  const others = served.filter(({ name }) => !names.has(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return [...own, ...others];
}

/** Throws if two tools have the same name: the model could not tell them apart. */
export function distinctNames(tools: readonly AgentTool[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { name } of tools) {
    if (names.has(name))
      throw new SessionError('duplicate-tool', `Two tools are called ${name}.`, 'Give one of them another name.');
    names.add(name);
  }
  return names;
}

/** Sentences for the user that say what has changed. */
function setupChanges(
  before: { readonly system: string; readonly tools: readonly string[] },
  { system, tools }: Pick<Setup, 'system' | 'tools'>,
): readonly string[] {
  const now = tools.map(({ name }) => name);
  const added = now.filter((name) => !before.tools.includes(name));
  const gone = before.tools.filter((name) => !now.includes(name));
  return [
    ...(system === before.system ? [] : ['The system prompt has changed (instructions or workspace).']),
    ...(added.length === 0 ? [] : [`New tools: ${added.join(', ')}.`]),
    ...(gone.length === 0 ? [] : [`Removed tools: ${gone.join(', ')}.`]),
  ];
}
