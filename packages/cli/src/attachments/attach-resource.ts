/** `@server:uri`: a resource of an MCP server, attached to a prompt like a file. */

import type { McpServers } from '@interlock/runtime/mcp';
import type { MediaBlock, TextBlock } from '@interlock/transcript';
import { messageOf, usageError } from '../io/command-error.ts';

export type Resources = Pick<McpServers, 'status' | 'resource'>;

/** Whether the part before the colon is the name of a server. */
export function isResource(name: string, resources: Resources): boolean {
  const [server] = splitName(name);
  return resources.status().some((status) => status.server === server && status.state !== 'off');
}

export async function attachResource(
  name: string,
  resources: Resources,
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly (TextBlock | MediaBlock)[]> {
  const [server, uri] = splitName(name);
  const read = await resources.resource(server, uri, signal).catch((error: unknown) => {
    throw usageError(messageOf(error));
  });
  const text = read.text ?? (read.value === undefined ? '' : JSON.stringify(read.value));
  const words: readonly TextBlock[] =
    text === '' ? [] : [{ type: 'text', text: `<resource server=${JSON.stringify(server)}>\n${text}\n</resource>` }];
  const blocks = [...words, ...(read.media ?? [])];
  if (blocks.length === 0) throw usageError(`The resource ${uri} of the MCP server ${server} is empty.`);
  return blocks;
}

function splitName(name: string): readonly [server: string, uri: string] {
  const at = name.indexOf(':');
  return at < 1 ? ['', name] : [name.slice(0, at), name.slice(at + 1)];
}
