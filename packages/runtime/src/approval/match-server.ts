/**
 * Whether an `allow` for tools of one MCP server is about a tool of that server. Names alone do not tell: the tools of a server called
 * `github__evil` begin with `mcp__github__`, too.
 */
import { endsInHash, isPlainServer } from '../tool/mcp-tool-name.ts';
import { readWildcard } from './pattern.ts';
import type { WeighedCall } from './weighed-call.ts';

/** `rule`: what comes before the bracket. True where it names no server. */
export function isOfServer(rule: string, { kind, tool, server }: WeighedCall): boolean {
  const [start, ...stars] = readWildcard(rule);
  if (!/^mcp__.+?__/s.test(start)) return true;
  if (kind !== 'mcp') return false;
  if (stars.length === 0) return start === tool;
  if (server !== undefined) return isPlainServer(server) && start.startsWith(`mcp__${server}__`);
  // Its server is unknown.
  return !endsInHash(tool);
}
