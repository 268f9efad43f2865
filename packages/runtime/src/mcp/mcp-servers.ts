/** The MCP servers of a session, or of several: what they offer, how they are, their beginning and their end. */
import process from 'node:process';
import { OrphanWatch } from '../process/orphan-watch.ts';
import type { AgentTool, ToolReport } from '../tool/tool.ts';
import type { McpOptions, McpServerConfig, McpStatus } from './mcp-config.ts';
import { McpServer } from './mcp-server.ts';
import type { ServerPrompt } from './server-prompts.ts';

/** A prompt, and whose it is. */
export interface McpPrompt extends ServerPrompt {
  readonly server: string;
}

export interface McpServers {
  /** Resolves when every server is there or has failed; never rejects. */
  start(): Promise<void>;
  /** By server and name, the same order every time. Servers that have stopped still offer theirs. */
  tools(): readonly AgentTool[];
  /** What the servers that are there offer to be said. */
  prompts(): readonly McpPrompt[];
  /** The words of a prompt. Rejects with a sentence for the user. */
  prompt(server: string, name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string>;
  /** What a resource of a server holds, as text and media. Rejects with a sentence for the user. */
  resource(server: string, uri: string, signal: AbortSignal): Promise<ToolReport>;
  status(): readonly McpStatus[];
  /** One more try for a server that has failed, or a fresh start for any other; never rejects. */
  restart(server: string): Promise<void>;
  /** Nothing is left running when it resolves; never rejects. */
  close(): Promise<void>;
}

/** Nothing is started and nothing loaded before `start()`. */
export function createMcpServers(config: Readonly<Record<string, McpServerConfig>>, options: McpOptions): McpServers {
  const names = Object.keys(config).sort();
  const watch = new OrphanWatch();
  const servers = new Map(
    names.flatMap((name) => {
      const entry = config[name];
      return entry === undefined ? [] : [[name, new McpServer(name, entry, options, watch)] as const];
    }),
  );
  const all = [...servers.values()];
  // They have process groups of their own and would outlive us.
  const killAll = (): void => {
    for (const server of all) server.kill();
  };
  const known = (name: string): McpServer => {
    const server = servers.get(name);
    if (server === undefined) throw new Error(`There is no MCP server ${JSON.stringify(name)}.`);
    return server;
  };
  return {
    async start() {
      process.off('exit', killAll);
      if (all.length > 0) process.on('exit', killAll);
      await Promise.all(all.map((server) => server.start()));
    },
    tools: () => all.flatMap((server) => server.tools),
    prompts: () => [...servers].flatMap(([server, { prompts }]) => prompts.map((prompt) => ({ server, ...prompt }))),
    prompt: (name, prompt, args, signal) => known(name).prompt(prompt, args, signal),
    resource: (name, uri, signal) => known(name).resource(uri, signal),
    status: () => all.map((server) => server.status),
    async restart(name) {
      await servers.get(name)?.restart();
    },
    async close() {
      await Promise.all(all.map((server) => server.close()));
      process.off('exit', killAll);
    },
  };
}
