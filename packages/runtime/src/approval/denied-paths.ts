/**
 * Which paths rules keep from the model, whatever call comes upon them: a search of a folder quotes no file that `read_file` is denied,
 * a listing names none that is denied to `list_files`. Only a `deny` does that. An `ask` is about calls: who was asked about a
 * search and said yes wants to see what it finds.
 */
import type { ApprovalRule } from '../tool/approval-rule.ts';
import { matchPath } from './match-path.ts';
import { isExactly } from './pattern.ts';
import { isAbout, isReadable } from './rule-scope.ts';

/** `path`: as a call's subject names it. */
export type IsDenied = (path: string) => boolean;

/** Undefined: nothing is. `tools`: of the kind `read`; what is denied to one of them is denied. */
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
