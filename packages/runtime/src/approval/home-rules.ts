/**
 * Rules for file tools in a home folder that is the workspace, or in it: what commands in the sandbox cannot read there, file tools do not
 * read or write either, and a start file is changed, or read if it is hidden, only if the user agrees, whatever the mode.
 */
import { relative, sep } from 'node:path';
import type { Environment } from '../process/clean-environment.ts';
import { hiddenInHome } from '../process/confinement/hidden-in-home.ts';
import { secretPaths, startPaths } from '../process/confinement/home-files.ts';
import type { ApprovalRule, Verdict } from '../tool/approval-rule.ts';
import type { Workspace } from '../tool/tool.ts';
import { rootOf } from '../workspace/resolve-path.ts';
import { escapePattern } from './pattern.ts';

export interface HomeFacts {
  /** Real. */
  readonly homes: readonly string[];
  /** What the user opens (`tools.readable`). */
  readonly opened: readonly string[];
  readonly environment: Environment;
}

export function homeRules(workspace: Workspace, facts: HomeFacts): readonly ApprovalRule[] {
  const { homes, opened, environment } = facts;
  const roots = [workspace.root, ...workspace.alsoAllowed];
  return homes
    .filter((home) => rootOf(workspace, home) !== undefined)
    .flatMap((home) => {
      const isOpened = (path: string): boolean => opened.some((each) => each === path || path.startsWith(each + sep));
      const hidden = hiddenInHome(home, { roots, programs: [], opened, environment });
      const starts = startPaths(home).map(({ path }) => path);
      const secrets = [...secretPaths(home), ...hidden].filter(
        (path) => !starts.includes(path) && !isOpened(path) && !opened.some((each) => each.startsWith(path + sep)),
      );
      const hiddenStarts = hidden.filter((path) => starts.includes(path));
      return [
        ...rulesFor('kind:read', 'deny', secrets, workspace),
        ...rulesFor('kind:write', 'deny', secrets, workspace),
        ...rulesFor('kind:read', 'ask', hiddenStarts, workspace),
        ...rulesFor('kind:write', 'ask', starts, workspace),
      ];
    });
}

/** A file, or a folder with all that is in it. */
function rulesFor(
  tool: string,
  verdict: Verdict,
  paths: readonly string[],
  workspace: Workspace,
): readonly ApprovalRule[] {
  return [...new Set(paths)].flatMap((path) => {
    const inRoot = rootOf({ root: workspace.root, alsoAllowed: [] }, path) !== undefined;
    const name = escapePattern((inRoot ? relative(workspace.root, path) : path).split(sep).join('/'));
    return [name, `${name}/**`].map((pattern) => ({ verdict, tool, pattern }));
  });
}
