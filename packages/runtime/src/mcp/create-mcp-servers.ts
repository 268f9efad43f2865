/** Runs the MCP servers that a configuration names. */
import process from 'node:process';
import { ConfigError } from '@interlock/wire';
import { OrphanWatch } from '../process/orphan-watch.ts';
import type { McpOptions, McpServerConfig } from './mcp-config.ts';
import { McpServer } from './mcp-server.ts';
import type { McpServers } from './mcp-servers.ts';

/** Nothing is started or loaded before `start()`. */
export function createMcpServers(config: Readonly<Record<string, McpServerConfig>>, options: McpOptions): McpServers {
  const names = Object.keys(config).sort();
  const watch = new OrphanWatch();
  const servers = new Map(
    names.flatMap((name) => {
      const entry = config[name];
      // The language's own error would repeat what is there: a key, perhaps.
      if (entry !== undefined && (typeof entry !== 'object' || entry === null)) throw notAnObject(name);
      return entry === undefined ? [] : [[name, new McpServer(name, entry, options, watch)] as const];
    }),
  );
  const all = [...servers.values()];
  // The servers have their own process groups and would outlive this process.
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

function notAnObject(name: string): ConfigError {
  const what = `The MCP server ${JSON.stringify(name)} is not an object.`;
  return new ConfigError('invalid-input', what, "Write it as { command: '…' } or { url: 'https://…' }.");
}
