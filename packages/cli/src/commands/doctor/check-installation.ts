/** Checks what the agent needs on this machine, and what would help. */

import { constants } from 'node:fs';
import { access, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { findProject } from '../../config/find-project.ts';
import { foldersOf } from '../../config/folders.ts';
import { loadConfig } from '../../config/load-config.ts';
import { loadFile } from '../../config/load-file.ts';
import { messageOf } from '../../io/command-error.ts';
import type { Io } from '../../io/io.ts';
import { readVersion } from '../../io/version.ts';
import type { StoreFlags } from '../../sessions/open-store.ts';
import { sessionFolder } from '../../sessions/open-stores.ts';
import { checkOnline } from './check-online.ts';
import { checkTools } from './check-tools.ts';
import type { Checkup } from './checkup.ts';
import type { DoctorFlags } from './doctor-flags.ts';
import { findKeys } from './find-keys.ts';

export async function checkInstallation(flags: DoctorFlags, io: Io): Promise<readonly Checkup[]> {
  const files = await configFiles(flags, io);
  const configs = await Promise.all(files.map(({ path, kind }) => checkConfig(path, kind)));
  return [
    { state: 'ok', what: 'interlock', found: readVersion() },
    checkNode(process.versions.node),
    ...configs,
    await checkSessions(flags, io),
    ...(await checkTools(flags, io)),
    await checkKeys(flags, io),
    ...(flags.online === true ? await checkOnline(flags, io) : []),
    await checkProgram('git', 'the agent uses it to look at changes', io),
    await checkProgram('rg', 'searching is slower without it', io),
    await checkSandbox(flags, io),
  ];
}

function checkNode(version: string): Checkup {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 15)) return { state: 'ok', what: 'node', found: version };
  return { state: 'problem', what: 'node', found: version, fix: 'Install Node 22.15 or newer.' };
}

interface ConfigFile {
  readonly path: string;
  readonly kind: 'user' | 'project';
}

async function configFiles({ cwd = '.', config }: StoreFlags, { env }: Io): Promise<readonly ConfigFile[]> {
  const { file } = await findProject(resolve(cwd)).catch(() => ({ file: undefined }));
  return [
    { path: config ?? join(foldersOf(env).config, 'config.json'), kind: 'user' },
    ...(file === undefined ? [] : [{ path: file, kind: 'project' } as const]),
  ];
}

async function checkConfig(path: string, kind: 'user' | 'project'): Promise<Checkup> {
  const what = `${kind} file`;
  try {
    const file = await loadFile(path, kind);
    if (file === undefined) return { state: 'note', what, found: `${path} does not exist; defaults are used.` };
    return { state: 'ok', what, found: path };
  } catch (error) {
    const [found = '', ...fix] = messageOf(error).split('\n');
    return { state: 'problem', what, found, ...(fix.length === 0 ? {} : { fix: fix.join(' ') }) };
  }
}

/** Does not create the folder: that happens when the first session is stored. */
async function checkSessions(flags: StoreFlags, io: Io): Promise<Checkup> {
  const folder = await sessionsFolder(flags, io);
  const what = 'sessions';
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined) {
    if (await canWrite(await nearestFolder(folder)))
      return { state: 'ok', what, found: `${folder} (created on first use)` };
    return {
      state: 'problem',
      what,
      found: `${folder} cannot be created.`,
      fix: 'Create it, or set sessions.folder in the configuration.',
    };
  }
  if (!found.isDirectory())
    return { state: 'problem', what, found: `${folder} is not a folder.`, fix: 'Move or rename it.' };
  if (!(await canWrite(folder)))
    return {
      state: 'problem',
      what,
      found: `${folder} cannot be written to.`,
      fix: `Run chmod u+rwx ${folder}`,
    };
  if ((found.mode & 0o077) !== 0)
    return { state: 'problem', what, found: `${folder} can be read by others.`, fix: `Run chmod 700 ${folder}` };
  return { state: 'ok', what, found: folder };
}

/** If the configuration cannot be read, its folder is unknown: use the default one. */
async function sessionsFolder(flags: StoreFlags, { env }: Io): Promise<string> {
  const defaultFolder = join(foldersOf(env).state, 'sessions');
  const loaded = await loadConfig({ flags, env }).catch(() => undefined);
  return loaded === undefined ? defaultFolder : sessionFolder(loaded);
}

async function nearestFolder(path: string): Promise<string> {
  const parent = dirname(path);
  const exists = await stat(parent).then(
    () => true,
    () => false,
  );
  return exists || parent === path ? parent : nearestFolder(parent);
}

/** Writes a test file and removes it: permissions do not show a full or read-only disk. */
async function canWrite(folder: string): Promise<boolean> {
  try {
    const made = await mkdtemp(join(folder, '.interlock-doctor-'));
    try {
      await writeFile(join(made, 'try'), 'x'.repeat(4_096));
    } finally {
      await rm(made, { recursive: true, force: true });
    }
    return true;
  } catch {
    return false;
  }
}

/** Shows where each key is, but never the key. */
async function checkKeys(flags: StoreFlags, { env }: Io): Promise<Checkup> {
  const loaded = await loadConfig({ flags, env }).catch(() => undefined);
  const keys = findKeys(loaded?.config.values ?? {}, env).map(({ entry, from }) => `${entry.name} (${from})`);
  if (keys.length > 0) return { state: 'ok', what: 'keys', found: keys.join(', ') };
  const fix =
    'Run interlock setup, or set a variable such as ANTHROPIC_API_KEY. To try it without a key: interlock --offline';
  return {
    state: 'note',
    what: 'keys',
    found: 'None found in the environment or the configuration.',
    fix,
  };
}

/** Really opens a sandbox, as the agent would. */
async function checkSandbox({ cwd = '.' }: StoreFlags, { env }: Io): Promise<Checkup> {
  const { cleanEnvironment, openSandbox, openWorkspace } = await import('@interlock/runtime');
  const workspace = await openWorkspace(resolve(cwd));
  const sandbox = await openSandbox({ mode: 'auto', workspace, environment: cleanEnvironment(env) });
  await sandbox.close();
  const { confinement, limits } = sandbox;
  const what = 'sandbox';
  if (confinement.state === 'confined')
    return {
      state: limits === undefined ? 'ok' : 'note',
      what,
      found: limits ?? `Commands run in a sandbox (${confinement.by}).`,
    };
  const why = confinement.state === 'unavailable' ? confinement.why : '';
  return { state: 'note', what, found: `No sandbox: commands can do whatever you can. ${why}`.trim() };
}

async function checkProgram(name: string, why: string, { env }: Io): Promise<Checkup> {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const folder of folders) {
    const path = join(folder, name);
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return { state: 'ok', what: name, found: path };
  }
  return { state: 'note', what: name, found: `Not installed: ${why}.` };
}
