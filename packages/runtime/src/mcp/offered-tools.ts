/** What one server offers: loaded at its start and whenever it says that the list has changed. */
import type { Client } from '@modelcontextprotocol/client';
import type { AgentTool } from '../tool/tool.ts';
import { anyResult } from './any-result.ts';
import { noLimit } from './line.ts';
import { type ListedTool, listTools } from './list-tools.ts';
import { type CallServer, createMcpTool } from './mcp-tool.ts';
import { isWanted, type NameFilter } from './name-filter.ts';

export interface OfferedToolsOptions {
  readonly server: string;
  readonly filter: NameFilter;
  readonly timeoutMs: number | undefined;
  readonly call: CallServer;
  /** The server runs inside the sandbox and cannot reach anyone from there. */
  readonly isConfined: () => boolean;
  readonly onChange: () => void;
  readonly onProblem: (problem: string) => void;
}

/** Where a list is asked for. */
export interface ListSource {
  readonly client: Client;
  /** Aborted when it has ended. */
  readonly over: AbortSignal;
}

const mostProblems = 10;

export class OfferedTools {
  readonly #options: OfferedToolsOptions;
  #listed: readonly ListedTool[] = [];
  #tools: readonly AgentTool[] = [];

  constructor(options: OfferedToolsOptions) {
    this.#options = options;
  }

  get tools(): readonly AgentTool[] {
    return this.#tools;
  }

  async load({ client }: ListSource, signal: AbortSignal): Promise<void> {
    if (client.getServerCapabilities()?.tools === undefined) return this.#offer([]);
    const { onProblem, filter } = this.#options;
    const { tools, problems } = await listTools((cursor) => {
      const request = { method: 'tools/list' as const, params: cursor === undefined ? {} : { cursor } };
      return client.request(request, anyResult, { ...noLimit, signal });
    });
    signal.throwIfAborted();
    const more = problems.length - mostProblems;
    for (const problem of problems.slice(0, mostProblems)) onProblem(problem);
    if (more > 0) onProblem(`${more} more problems of this kind in its list of tools`);
    this.#offer(tools.filter(({ name }) => isWanted(name, filter)));
  }

  #offer(listed: readonly ListedTool[]): void {
    if (JSON.stringify(listed) === JSON.stringify(this.#listed)) return;
    const { server, timeoutMs, call, onChange, isConfined } = this.#options;
    this.#listed = listed;
    this.#tools = listed.map((tool) => createMcpTool(server, tool, timeoutMs, call, isConfined()));
    onChange();
  }
}
