/**
 * Whether an `allow` rule for tools of an MCP server matches a tool of that server. Names alone do not tell: the tools of a server
 * called `github__evil` also start with `mcp__github__`.
 */
import { endsInHash, isPlainServer } from '../tool/mcp-tool-name.ts';
import { readWildcard } from './pattern.ts';
import type { WeighedCall } from './weighed-call.ts';

/** `rule`: the part before the bracket. True if it names no server. */
export function isOfServer(rule: string, { kind, tool, server }: WeighedCall): boolean {
  const [start, ...stars] = readWildcard(rule);
  if (!/^mcp__.+?__/s.test(start)) return true;
  if (kind !== 'mcp') return false;
  if (stars.length === 0) return start === tool;
  if (server !== undefined) return isPlainServer(server) && start.startsWith(`mcp__${server}__`);
  // The tool's server is unknown.
  return !endsInHash(tool);
}
