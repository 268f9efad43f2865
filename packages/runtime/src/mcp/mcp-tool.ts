/** A server's tool as a tool of the session. */
import type { JsonObject } from '@interlock/transcript';
import { mcpToolName } from '../tool/mcp-tool-name.ts';
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
  // A `/` would make it a path below another resource.
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
