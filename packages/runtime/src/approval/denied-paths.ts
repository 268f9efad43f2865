/**
 * Paths that `deny` rules hide from the model in every call: a search does not quote files that `read_file` may not read, a listing
 * does not name files that are denied to `list_files`. An `ask` hides nothing: a user who allows a search wants to see what it finds.
 */
import type { ApprovalRule } from '../tool/approval-rule.ts';
import { matchPath } from './match-path.ts';
import { isExactly } from './pattern.ts';
import { isAbout, isReadable } from './rule-scope.ts';

/** `path`: in the form of a call's subject. */
export type IsDenied = (path: string) => boolean;

/** Undefined: nothing is denied. `tools`: tools of the kind `read`; what is denied to one of them is denied. */
export function deniedPaths(rules: readonly ApprovalRule[], tools: readonly string[]): IsDenied | undefined {
  const own = rules.filter(
    (rule) => rule.verdict === 'deny' && tools.some((tool) => isAbout(rule.tool, { tool, kind: 'read' })),
  );
  if (own.length === 0) return undefined;
  return (path) =>
    own.some((rule) => {
      const { pattern } = rule;
      if (pattern === undefined || isExactly(pattern, path) || !isReadable(rule)) return true;
      return matchPath(pattern, path) !== 'no';
    });
}
