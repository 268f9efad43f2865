/**
 * `deny` rules for files of the user that file tools must not touch, even inside the workspace: the configuration (which may contain keys
 * and permissions), key files, and stored sessions and trust. They matter when the agent is started in a home folder. Commands have their
 * own rules.
 */
import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type ApprovalRule, escapePattern } from '@interlock/runtime';
import { credentialSources } from '../config/credential-sources.ts';
import { withoutTilde } from '../config/folders.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { sessionFolder } from '../sessions/open-stores.ts';

/** `alsoAllowed`: absolute. */
export async function guardRules(
  loaded: LoadedConfig,
  alsoAllowed: readonly string[],
): Promise<readonly ApprovalRule[]> {
  const { folders, userFile, config, workspace } = loaded;
  const keyFiles = credentialSources(config.values).flatMap((source) =>
    'file' in source ? [resolve(withoutTilde(source.file, folders))] : [],
  );
  const roots = await Promise.all([workspace, ...alsoAllowed].map(realPath));
  const patternsFor = async (path: string, ending = ''): Promise<readonly string[]> => {
    const real = await realPath(path);
    // The user works inside that folder, on purpose.
    if (!roots.some((root) => isBelow(root, real))) return [];
    const name = isBelow(workspace, real) ? relative(workspace, real) : real;
    return [`${escapePattern(name.split(sep).join('/'))}${ending}`];
  };
  const hidden = [
    ...(await Promise.all([userFile, ...keyFiles].map((path) => patternsFor(path)))),
    ...(await Promise.all([folders.state, sessionFolder(loaded)].map((path) => patternsFor(path, '/**')))),
  ].flat();
  const writeProtected = [...hidden, ...(await patternsFor(folders.config, '/**'))];
  const denied = (tool: string, patterns: readonly string[]): readonly ApprovalRule[] =>
    [...new Set(patterns)].map((pattern) => ({ verdict: 'deny', tool, pattern }));
  return [...denied('kind:read', hidden), ...denied('kind:write', writeProtected)];
}

function isBelow(root: string, path: string): boolean {
  const rest = relative(root, path);
  return rest !== '' && rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}

/** Resolved as far as it exists: what is created later adds no links. */
async function realPath(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined || dirname(path) === path) return real ?? path;
  return join(await realPath(dirname(path)), basename(path));
}
