/** Opens a sandbox: finds out what this machine supports, and tries it before anything relies on it. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import process from 'node:process';
import { parseHostPattern } from '../../network/host-pattern.ts';
import type { Lookup } from '../../network/resolve-host.ts';
import type { Workspace } from '../../tool/tool.ts';
import type { Environment } from '../clean-environment.ts';
import { bubblewrapInvocation } from './bubblewrap-arguments.ts';
import type { ConfinementKind, SandboxMode } from './confinement.ts';
import { findProgram } from './find-programs.ts';
import type { Mechanism, NamespacePrograms } from './mechanism.ts';
import { readMounts } from './mount-table.ts';
import { namespaceInvocation } from './namespace-script.ts';
import { PrivateFolders } from './private-folders.ts';
import { ConfiningSandbox, openEntry, type Sandbox } from './sandbox.ts';
import { sandboxExec, seatbeltInvocation } from './seatbelt-profile.ts';

export interface SandboxOptions {
  readonly mode: SandboxMode;
  readonly workspace: Workspace;
  readonly environment: Environment;
  /** Paths to hide besides the credentials in the home folder: files of this program and key files. */
  readonly hidden?: readonly string[];
  /** Files and folders of the home folder that may be read; a folder of credentials, too. */
  readonly opened?: readonly string[];
  /** Hosts that all processes inside may reach: `api.example.com`, `*.example.com`, `localhost:5432`. */
  readonly hosts?: readonly string[];
  /** Programs inside may make Unix sockets; those outside are then hidden by path only. Default: false. */
  readonly unixSockets?: boolean;
  /** The kinds to try; default: all kinds of the platform. */
  readonly kinds?: readonly ConfinementKind[];
  readonly lookup?: Lookup;
}

export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { mode } = options;
  if (mode === 'off') return openAsItIs({ state: 'off' });
  const { mechanisms, missing } = candidates(options);
  const reasons = new Map(missing);
  for (const mechanism of mechanisms) {
    const found = await tryMechanism(mechanism, options);
    if (typeof found !== 'string') return found;
    reasons.set(mechanism.kind, found);
  }
  const why = [...reasons.values()].join(' ') || `There is no sandbox for ${process.platform}.`;
  return openAsItIs({ state: 'unavailable', why, required: mode === 'require' });
}

interface Candidates {
  /** In the order in which they are tried. Overlays come first: without them package caches start empty. */
  readonly mechanisms: readonly Mechanism[];
  /** Why the other kinds are not tried. */
  readonly missing: ReadonlyMap<ConfinementKind, string>;
}

function candidates({ kinds = kindsOf(process.platform), workspace }: SandboxOptions): Candidates {
  const found = kinds.map((kind) => [kind, mechanismsOf(kind, workspace)] as const);
  const ranked = found.flatMap(([, each]) =>
    typeof each === 'string' ? [] : each.map((mechanism, nth) => ({ mechanism, nth })),
  );
  return {
    mechanisms: ranked.toSorted((one, other) => one.nth - other.nth).map(({ mechanism }) => mechanism),
    missing: new Map(found.flatMap(([kind, each]) => (typeof each === 'string' ? [[kind, each] as const] : []))),
  };
}

function kindsOf(platform: NodeJS.Platform): readonly ConfinementKind[] {
  if (platform === 'linux') return ['bubblewrap', 'namespaces'];
  return platform === 'darwin' ? ['seatbelt'] : [];
}

/** Runs everything without a sandbox; if one is required, runs nothing. */
function openAsItIs(confinement: Exclude<Sandbox['confinement'], { state: 'confined' }>): Sandbox {
  return {
    confinement,
    mayReach: () => true,
    allowHosts: () => undefined,
    enter: async (command, { environment }) => {
      if (confinement.state === 'unavailable' && confinement.required) throw new SandboxError(confinement.why);
      return openEntry(command, environment);
    },
    close: async () => undefined,
  };
}

/** A sandbox is required but not available. The message is a sentence for the user. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}

/** The sandbox, or why this mechanism does not work. */
async function tryMechanism(mechanism: Mechanism, options: SandboxOptions): Promise<Sandbox | string> {
  const { workspace, environment, hidden = [], opened = [], hosts = [], unixSockets = false, lookup } = options;
  const homes = [
    ...new Set([homedir(), environment['HOME'] ?? ''].filter((path) => path.startsWith('/') && path !== '/')),
  ];
  // On Linux in /tmp, the one folder that is certainly a different one inside.
  const folders = await PrivateFolders.make(realpathSync(process.platform === 'linux' ? '/tmp' : tmpdir()));
  const patterns = hosts.flatMap((host) => parseHostPattern(host) ?? []);
  const parts = {
    workspace,
    homes,
    hidden,
    opened,
    hosts: patterns,
    unixSockets,
    folders,
    ...(lookup === undefined ? {} : { lookup }),
  };
  const sandbox = new ConfiningSandbox(mechanism, parts);
  const fault = await faultOf(sandbox, mechanism, options);
  if (fault === undefined) return sandbox;
  await folders.remove();
  return `${mechanism.kind} was tried and failed: ${fault.replace(/\.?$/, '.')}${kernelHint()}`;
}

/** Why nothing can run in it. */
async function faultOf(
  sandbox: Sandbox,
  mechanism: Mechanism,
  { workspace: { root }, environment }: SandboxOptions,
): Promise<string | undefined> {
  const entry = await sandbox.enter({ file: '/bin/sh', args: ['-c', ':'] }, { cwd: root, environment });
  const { code, stderr } = await run(entry.file, entry.args, root, entry.environment);
  await entry.leave();
  if (code === 0) return undefined;
  return (mechanism.failure(stderr) ?? stderr.trim().slice(0, 300)) || `exit code ${code}`;
}

/** The most common obstacle, and what to do about it. */
function kernelHint(): string {
  const restricted = textOf('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1';
  if (restricted)
    return ' This system lets only named programs use user namespaces (AppArmor): installing bubblewrap helps.';
  const off =
    textOf('/proc/sys/kernel/unprivileged_userns_clone') === '0' ||
    textOf('/proc/sys/user/max_user_namespaces') === '0';
  return off ? ' User namespaces are switched off in this kernel.' : '';
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Best first: with overlays, then without. */
function mechanismsOf(kind: ConfinementKind, workspace: Workspace): readonly Mechanism[] | string {
  switch (kind) {
    case 'bubblewrap':
      return bubblewrap(workspace);
    case 'namespaces':
      return namespaces(workspace);
    case 'seatbelt':
      return existsSync(sandboxExec) ? [seatbelt] : `${sandboxExec} was not found.`;
  }
}

function bubblewrap(workspace: Workspace): readonly Mechanism[] | string {
  const bwrap = findProgram('bwrap', workspace);
  if (bwrap === undefined) return 'bubblewrap is not installed.';
  const stat = findProgram('stat', workspace);
  if (stat === undefined) return 'stat is not installed.';
  const programs = namespacePrograms(workspace);
  const perl = findProgram('perl', workspace);
  return [true, false].map((hasOverlays) => ({
    kind: 'bubblewrap',
    temp: '/tmp',
    mountsStage: false,
    refusesCalls: true,
    ...limitsOf(perl === undefined ? [noClosing] : []),
    invoke: (command, cwd, boundary, { links }) =>
      bubblewrapInvocation(command, cwd, boundary, {
        ...{ bwrap, stat, hasOverlays, links, node: process.execPath },
        ...(programs === undefined ? {} : { programs }),
        ...(perl === undefined ? {} : { perl }),
      }),
    // A command that prints the same is reported as not run although it ran; only that command is affected.
    failure: (stderr) => (stderr.startsWith('bwrap: ') ? stderr.trim().slice(0, 300) : undefined),
  }));
}

function namespacePrograms(workspace: Workspace): NamespacePrograms | undefined {
  const find = (name: string): string | undefined => findProgram(name, workspace);
  const [unshare, setpriv, mount, stat, ip, perl] = ['unshare', 'setpriv', 'mount', 'stat', 'ip', 'perl'].map(find);
  if (unshare === undefined || setpriv === undefined || mount === undefined || stat === undefined) return undefined;
  return {
    ...{ unshare, setpriv, mount, stat },
    ...(ip === undefined ? {} : { ip }),
    ...(perl === undefined ? {} : { perl }),
  };
}

const noLoopback = 'Neither ip nor perl is installed: confined commands cannot use 127.0.0.1.';
const noClosing = 'Perl is not installed: what this program has inherited stays open in confined commands.';
const noFilter = `${noClosing} No system calls are refused there.`;

function limitsOf(sentences: readonly string[]): { readonly limits?: string } {
  const limits = sentences.filter((sentence) => sentence !== '').join(' ');
  return limits === '' ? {} : { limits };
}

const kernelFiles: readonly string[] = ['/proc/sys', '/proc/sysrq-trigger', '/proc/irq', '/proc/bus', '/proc/fs'];

function namespaces(workspace: Workspace): readonly Mechanism[] | string {
  const programs = namespacePrograms(workspace);
  if (programs === undefined) return 'unshare, setpriv, mount and stat are not all installed.';
  const name = randomUUID();
  const failureMark = `interlock-sandbox ${name}: `;
  const rootOnly = process.getuid?.() === 0 ? kernelFiles.filter((path) => existsSync(path)) : [];
  return [true, false].map((hasOverlays) => ({
    kind: 'namespaces',
    temp: '/tmp',
    mountsStage: true,
    refusesCalls: programs.perl !== undefined,
    ...limitsOf(programs.perl === undefined ? [programs.ip === undefined ? noLoopback : '', noFilter] : []),
    invoke: (command, cwd, boundary, { links }) =>
      namespaceInvocation(command, cwd, boundary, {
        ...{ programs, mounts: readMounts(), rootOnly, links, failureMark, name, hasOverlays, node: process.execPath },
      }),
    failure: (stderr) => {
      const marked = stderr.split(failureMark)[1];
      if (marked !== undefined) return marked.trim().slice(0, 300);
      return stderr.startsWith('unshare: ') ? stderr.trim().slice(0, 300) : undefined;
    },
  }));
}

const seatbelt: Mechanism = {
  kind: 'seatbelt',
  mountsStage: false,
  refusesCalls: false,
  invoke: (command, _, boundary, { proxyPort }) => seatbeltInvocation(command, boundary, proxyPort),
  failure: (stderr) => (stderr.startsWith('sandbox-exec: ') ? stderr.trim().slice(0, 300) : undefined),
};

const trialMs = 20_000;

function run(
  file: string,
  args: readonly string[],
  cwd: string,
  env: Environment,
): Promise<{ readonly code: number | null; readonly stderr: string }> {
  return new Promise((resolve) => {
    let stderr = '';
    const child = spawn(file, args, {
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: trialMs,
      killSignal: 'SIGKILL',
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(0, 10_000);
    });
    child.on('error', (error) => resolve({ code: null, stderr: error.message }));
    child.on('close', (code) => resolve({ code, stderr }));
  });
}
