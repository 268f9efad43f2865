/** A server's tool as a tool of the session. */

import { createHash } from 'node:crypto';
import type { JsonObject } from '@interlock/transcript';
import type { AgentTool, ToolContext, ToolReport } from '../tool/tool.ts';
import type { CalledTool } from './call-tool.ts';
import type { ListedTool } from './list-tools.ts';

export type CallServer = (tool: CalledTool, args: JsonObject, context: ToolContext) => Promise<ToolReport>;

export function createMcpTool(
  server: string,
  { name, description, schema, readOnly }: ListedTool,
  timeoutMs: number | undefined,
  call: CallServer,
  isConfined: boolean,
): AgentTool {
  // A `/` would make it a part of something else.
  const resource = `mcp:${encodeURIComponent(server.toWellFormed())}`;
  return {
    name: mcpToolName(server, name),
    description,
    parameters: schema,
    kind: 'mcp',
    server,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    access: () => (readOnly ? { reads: [resource] } : { writes: [resource] }),
    subject: () => '',
    ...(isConfined ? { confinement: () => ({ confined: true }) } : {}),
    run: (args, context) => call({ name, schema }, args, context),
  };
}

const longest = 64;
const hashLength = 10;

/** Without `__` and without `_` at the end, so that the first `__` after it is where it ends. */
const plainServer = /^[a-zA-Z0-9-]+(?:_[a-zA-Z0-9-]+)*$/;
const plainTool = /^[a-zA-Z0-9_-]+$/;
const hashed = /_[0-9a-f]{10}$/;

/** The name of a server's tool in a session: `mcp__<server>__<tool>`, fit for every provider, and never that of another one. */
export function mcpToolName(server: string, tool: string): string {
  const name = `mcp__${server}__${tool}`;
  const plain = plainServer.test(server) && plainTool.test(tool) && name.length <= longest && !hashed.test(name);
  if (plain) return name;
  const hash = createHash('sha256')
    .update(JSON.stringify([server, tool]))
    .digest('hex')
    .slice(0, hashLength);
  return `${name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, longest - hashLength - 1)}_${hash}`;
}
