/** The name of an MCP server's tool in a session: `mcp__<server>__<tool>`, valid for every provider, and unique. */
import { createHash } from 'node:crypto';

const longest = 64;
const hashLength = 10;
const plainTool = /^[a-zA-Z0-9_-]+$/;

export function mcpToolName(server: string, tool: string): string {
  const name = `mcp__${server}__${tool}`;
  if (isPlainServer(server) && plainTool.test(tool) && name.length <= longest && !endsInHash(name)) return name;
  const hash = createHash('sha256')
    .update(JSON.stringify([server, tool]))
    .digest('hex')
    .slice(0, hashLength);
  return `${name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, longest - hashLength - 1)}_${hash}`;
}

/** Whether the server's name has no `__` and no trailing `_`, so that it ends at the first `__` after it. */
export function isPlainServer(server: string): boolean {
  return /^[a-zA-Z0-9-]+(?:_[a-zA-Z0-9-]+)*$/.test(server);
}

/** Whether a name looks like one that was made for an unusual server or tool name. */
export function endsInHash(name: string): boolean {
  return /_[0-9a-f]{10}$/.test(name);
}
