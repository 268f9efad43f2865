/** What one server offers: loaded at its start and whenever it says that the list has changed. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Clock } from '../time/clock.ts';
import type { AgentTool } from '../tool/tool.ts';
import { withDeadline } from './deadline.ts';
import { noLimit } from './line.ts';
import { type ListedTool, listTools } from './list-tools.ts';
import type { Sdk } from './load-sdk.ts';
import { type CallServer, createMcpTool } from './mcp-tool.ts';
import { isWanted, type NameFilter } from './name-filter.ts';

export interface OfferedToolsOptions {
  readonly server: string;
  readonly filter: NameFilter;
  readonly timeoutMs: number | undefined;
  readonly clock: Clock;
  readonly listMs: number;
  readonly reloadMs: number;
  readonly call: CallServer;
  /** The server runs inside the sandbox, and reaches nobody from there. */
  readonly isConfined: () => boolean;
  readonly onChange: () => void;
  readonly onProblem: (problem: string) => void;
}

/** Where a list is asked for. */
export interface ListSource {
  readonly sdk: Sdk;
  readonly client: Client;
  /** Aborted when it has ended. */
  readonly over: AbortSignal;
}

const mostProblems = 10;
const longestPause = 30_000;

export class OfferedTools {
  readonly #options: OfferedToolsOptions;
  #listed: readonly ListedTool[] = [];
  #tools: readonly AgentTool[] = [];
  /** Sources whose list has changed since it was last asked for; one that is being looked after stays in. */
  readonly #changed = new Map<ListSource, boolean>();

  constructor(options: OfferedToolsOptions) {
    this.#options = options;
  }

  get tools(): readonly AgentTool[] {
    return this.#tools;
  }

  async load({ sdk, client }: ListSource, signal: AbortSignal): Promise<void> {
    if (client.getServerCapabilities()?.tools === undefined) return this.#offer([]);
    const { onProblem, filter } = this.#options;
    const { tools, problems } = await listTools((cursor) => {
      const request = { method: 'tools/list' as const, params: cursor === undefined ? {} : { cursor } };
      return client.request(request, sdk.ResultSchema, { ...noLimit, signal });
    });
    signal.throwIfAborted();
    const more = problems.length - mostProblems;
    for (const problem of problems.slice(0, mostProblems)) onProblem(problem);
    if (more > 0) onProblem(`${more} more problems of this kind in its list of tools`);
    this.#offer(tools.filter(({ name }) => isWanted(name, filter)));
  }

  /** Lists are loaded one after the other, and ever more slowly where they go on changing. Never rejects. */
  async reload(source: ListSource, failed: (error: unknown) => void): Promise<void> {
    const isLookedAfter = this.#changed.has(source);
    this.#changed.set(source, true);
    if (isLookedAfter) return;
    const { clock, listMs, reloadMs } = this.#options;
    for (let pause = reloadMs; this.#changed.get(source) === true; pause = Math.min(2 * pause, longestPause)) {
      await clock.sleep(pause, source.over);
      this.#changed.set(source, false);
      if (source.over.aborted) break;
      try {
        await withDeadline(clock, listMs, source.over, (signal) => this.load(source, signal));
      } catch (error) {
        if (!source.over.aborted) failed(error);
      }
    }
    this.#changed.delete(source);
  }

  #offer(listed: readonly ListedTool[]): void {
    if (JSON.stringify(listed) === JSON.stringify(this.#listed)) return;
    const { server, timeoutMs, call, onChange, isConfined } = this.#options;
    this.#listed = listed;
    this.#tools = listed.map((tool) => createMcpTool(server, tool, timeoutMs, call, isConfined()));
    onChange();
  }
}
