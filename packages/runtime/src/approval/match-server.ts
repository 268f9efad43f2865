/**
 * Whether an `allow` for tools of one MCP server is about a tool of that server. Names alone do not tell: the tools of a server called
 * `github__evil` begin with `mcp__github__`, too.
 */
import { readWildcard } from './pattern.ts';
import type { WeighedCall } from './weighed-call.ts';

/** Without `__`, and without `_` at its end: such a name ends at the first `__` behind it. */
const plainServer = /^[a-zA-Z0-9-]+(?:_[a-zA-Z0-9-]+)*$/;

/** `rule`: what comes before the bracket. True where it names no server. */
export function isOfServer(rule: string, { kind, tool, server }: WeighedCall): boolean {
  const [start, ...stars] = readWildcard(rule);
  if (!/^mcp__.+?__/s.test(start)) return true;
  if (kind !== 'mcp') return false;
  if (stars.length === 0) return start === tool;
  if (server !== undefined) return plainServer.test(server) && start.startsWith(`mcp__${server}__`);
  // Its server is unknown. A name that was generated for an unusual server or tool ends like this.
  return !/_[0-9a-f]{10}$/.test(tool);
}
