/** The MCP servers that a client wants in a session, in the form of the configuration. */
import type { McpServer } from '@agentclientprotocol/sdk';
import type { McpServerConfig } from '@interlock/runtime/mcp';
import { invalidParams } from './protocol-error.ts';

/** `taken`: names in the configuration. The client's servers get other names, so that a rule about a configured server never applies to them. */
export function clientServers(
  servers: readonly McpServer[],
  taken: readonly string[],
): Readonly<Record<string, McpServerConfig>> {
  const found: Record<string, McpServerConfig> = {};
  servers.forEach((server, at) => {
    const name = freeName(server.name, [...taken, ...Object.keys(found)]);
    found[name] = configOf(server, at);
  });
  return found;
}

function configOf(server: McpServer, at: number): McpServerConfig {
  if (!('type' in server)) {
    const { command, args, env } = server;
    if (command === '') throw invalidParams('The MCP server has no command.', `mcpServers[${at}].command`);
    // It may use the network, as it could when the client starts it. Otherwise the sandbox applies, as for every server.
    return { command, args, env: pairs(env), network: true };
  }
  if (server.type === 'sse')
    throw invalidParams(
      `The MCP server ${JSON.stringify(server.name)} uses SSE, which is not supported. Use HTTP or stdio.`,
      `mcpServers[${at}].type`,
    );
  if (!URL.canParse(server.url)) throw invalidParams('Invalid URL.', `mcpServers[${at}].url`);
  return { url: server.url, headers: pairs(server.headers) };
}

function pairs(list: readonly { readonly name: string; readonly value: string }[]): Readonly<Record<string, string>> {
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}

/** Only letters, digits, `_` and `-`, because names of tools and rules are built from it. */
function freeName(wanted: string, taken: readonly string[]): string {
  const cleaned =
    wanted
      .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 40) || 'editor';
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? cleaned : `${cleaned}-${count}`;
    if (!taken.includes(name)) return name;
  }
}
