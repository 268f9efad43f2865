/**
 * What file tools may not touch although it is in their workspace: the user's own configuration, which may hold keys and says what is
 * allowed; the files that keys are read from; and what is remembered of conversations and trust. It matters to users who start the
 * agent in a home folder. As `deny` rules, so that no other rule takes it back; commands are a matter of their own rules.
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
  const named = async (path: string, ending = ''): Promise<readonly string[]> => {
    const real = await realPath(path);
    // Someone who works in there wants to.
    if (!roots.some((root) => isBelow(root, real))) return [];
    const name = isBelow(workspace, real) ? relative(workspace, real) : real;
    return [`${escapePattern(name.split(sep).join('/'))}${ending}`];
  };
  const hidden = [
    ...(await Promise.all([userFile, ...keyFiles].map((path) => named(path)))),
    ...(await Promise.all([folders.state, sessionFolder(loaded)].map((path) => named(path, '/**')))),
  ].flat();
  const kept = [...hidden, ...(await named(folders.config, '/**'))];
  const denied = (tool: string, patterns: readonly string[]): readonly ApprovalRule[] =>
    [...new Set(patterns)].map((pattern) => ({ verdict: 'deny', tool, pattern }));
  return [...denied('kind:read', hidden), ...denied('kind:write', kept)];
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** As far as it is there: what is made later has no links on its way but those. */
async function realPath(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined || dirname(path) === path) return real ?? path;
  return join(await realPath(dirname(path)), basename(path));
}
