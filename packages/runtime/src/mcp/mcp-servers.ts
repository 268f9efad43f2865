/** The MCP servers of a session, or of several: what they offer, how they are, their beginning and their end. */
import process from 'node:process';
import { OrphanWatch } from '../process/orphan-watch.ts';
import type { AgentTool } from '../tool/tool.ts';
import type { McpOptions, McpServerConfig, McpStatus } from './mcp-config.ts';
import { McpServer } from './mcp-server.ts';

export interface McpServers {
  /** Resolves when every server is there or has failed; never rejects. */
  start(): Promise<void>;
  /** By server and name, the same order every time. Servers that have stopped still offer theirs. */
  tools(): readonly AgentTool[];
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
  return {
    async start() {
      process.off('exit', killAll);
      if (all.length > 0) process.on('exit', killAll);
      await Promise.all(all.map((server) => server.start()));
    },
    tools: () => all.flatMap((server) => server.tools),
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
