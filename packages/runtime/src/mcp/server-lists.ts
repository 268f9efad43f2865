/** The tools and prompts of one server: loaded when it starts, and reloaded when the server reports a change. */
import type { Client } from '@modelcontextprotocol/client';
import type { Clock } from '../time/clock.ts';
import type { AgentTool } from '../tool/tool.ts';
import { anyResult } from './any-result.ts';
import { withDeadline } from './deadline.ts';
import { type ListedTool, listTools } from './list-tools.ts';
import { type CallServer, createMcpTool } from './mcp-tool.ts';
import { isWanted, type NameFilter } from './name-filter.ts';
import { noLimit } from './server-link.ts';
import { listPrompts, type ServerPrompt } from './server-prompts.ts';

export interface ServerListsOptions {
  readonly server: string;
  readonly filter: NameFilter;
  readonly timeoutMs: number | undefined;
  readonly call: CallServer;
  /** The server runs in the sandbox, without a network. */
  readonly isConfined: () => boolean;
  readonly clock: Clock;
  readonly listMs: number;
  readonly reloadMs: number;
  readonly onChange: () => void;
  /** An entry of a list is invalid. */
  readonly onProblem: (problem: string) => void;
  readonly onPromptsFailed: (error: unknown) => void;
  readonly onReloadFailed: (error: unknown) => void;
}

/** The connection that a list is requested from. */
export interface ListSource {
  readonly client: Client;
  /** Aborted when the connection has ended. */
  readonly over: AbortSignal;
}

const mostProblems = 10;
const longestReloadPause = 30_000;
const firstWatchPause = 1_000;
const longestWatchPause = 60_000;

export class ServerLists {
  readonly #options: ServerListsOptions;
  #listed: readonly ListedTool[] = [];
  #tools: readonly AgentTool[] = [];
  #prompts: readonly ServerPrompt[] = [];
  /** Sources that are being reloaded; true: their lists have changed since they were last requested. */
  readonly #changed = new Map<ListSource, boolean>();

  constructor(options: ServerListsOptions) {
    this.#options = options;
  }

  get tools(): readonly AgentTool[] {
    return this.#tools;
  }

  get prompts(): readonly ServerPrompt[] {
    return this.#prompts;
  }

  async load(source: ListSource, signal: AbortSignal): Promise<void> {
    await this.#loadTools(source, signal);
    await this.#loadPrompts(source, signal);
  }

  /** One reload at a time for each source, with longer pauses if its lists keep changing. Never rejects. */
  async reload(source: ListSource): Promise<void> {
    const isReloading = this.#changed.has(source);
    this.#changed.set(source, true);
    if (isReloading) return;
    const { clock, listMs, reloadMs, onReloadFailed } = this.#options;
    for (let pause = reloadMs; this.#changed.get(source) === true; pause = Math.min(2 * pause, longestReloadPause)) {
      await clock.sleep(pause, source.over);
      this.#changed.set(source, false);
      if (source.over.aborted) break;
      try {
        await withDeadline(clock, listMs, source.over, (signal) => this.load(source, signal));
      } catch (error) {
        if (!source.over.aborted) onReloadFailed(error);
      }
    }
    this.#changed.delete(source);
  }

  /**
   * Servers of the 2026-07-28 revision report changes on a stream that the client requests; it is requested again when it ends. Older
   * ones need no request. The library passes changes to the notification handlers. Never rejects.
   */
  async watch(source: ListSource): Promise<void> {
    const { client, over } = source;
    const { tools, prompts } = client.getServerCapabilities() ?? {};
    const filter = {
      ...(tools?.listChanged === true ? { toolsListChanged: true } : {}),
      ...(prompts?.listChanged === true ? { promptsListChanged: true } : {}),
    };
    if (client.getProtocolEra() !== 'modern' || Object.keys(filter).length === 0) return;
    for (let pause = firstWatchPause, isFirst = true; !over.aborted; isFirst = false) {
      try {
        const stream = await client.listen(filter, { ...noLimit, signal: over });
        // Changes may have been missed since the last stream ended.
        if (!isFirst) void this.reload(source);
        const end = await stream.closed;
        if (end === 'local') return;
        pause = end === 'graceful' ? firstWatchPause : pause;
      } catch {
        // The next attempt may succeed; until then the lists stay as they are.
      }
      await this.#options.clock.sleep(pause, over);
      pause = Math.min(2 * pause, longestWatchPause);
    }
  }

  async #loadTools({ client }: ListSource, signal: AbortSignal): Promise<void> {
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

  /** A server whose prompts cannot be listed still has its tools. */
  async #loadPrompts({ client }: ListSource, signal: AbortSignal): Promise<void> {
    if (client.getServerCapabilities()?.prompts === undefined) return;
    try {
      this.#prompts = await listPrompts((cursor) => {
        const request = { method: 'prompts/list', params: cursor === undefined ? {} : { cursor } };
        return client.request(request, anyResult, { ...noLimit, signal });
      });
    } catch (error) {
      signal.throwIfAborted();
      this.#options.onPromptsFailed(error);
    }
  }
}
