/**
 * Confinement by Linux namespaces: the script that `unshare` runs first. It makes the mounts of a boundary, brings up loopback, drops
 * all capabilities and then starts the command. If a step fails, it exits before the command, with `failureMark` on standard error.
 *
 * The inner `/tmp`, `/run` and `/dev` are assembled elsewhere first (`placed`), because they need what they will cover.
 */
import { dirname, join } from 'node:path';
import process from 'node:process';
import { quoteWord } from '../quote-word.ts';
import type { Boundary, Invocation } from './boundary.ts';
import { checkScript } from './check-script.ts';
import { coverLines } from './cover-links.ts';
import { initScript } from './init-script.ts';
import { filteredCommand } from './launch-program.ts';
import type { NamespacePrograms } from './mechanism.ts';
import { isAtOrBelow, type MountPoint, mountOf } from './mount-table.ts';
import { prctlNumber } from './system-call-filter.ts';

export interface NamespaceFacts {
  readonly programs: NamespacePrograms;
  readonly mounts: readonly MountPoint[];
  /** In `/proc`: files that root may write without any capability. Empty for other users. */
  readonly rootOnly: readonly string[];
  readonly links: readonly { readonly path: string; readonly target: string }[];
  /** Printed before the reason of a failure. Not known inside the sandbox. */
  readonly failureMark: string;
  /** Unique: a sandbox may be created inside another. */
  readonly name: string;
  /** Whether overlays work; otherwise caches start empty. */
  readonly hasOverlays: boolean;
  /** The program that runs the bridge to the proxy. */
  readonly node: string;
}

const devices: readonly string[] = ['null', 'zero', 'full', 'random', 'urandom', 'tty'];

export function namespaceInvocation(
  command: Invocation,
  cwd: string,
  boundary: Boundary,
  facts: NamespaceFacts,
): Invocation {
  const { unshare, setpriv } = facts.programs;
  const network = boundary.network ? [] : ['--net'];
  const drop = [setpriv, '--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all', '--no-new-privs', '--'];
  const filtered = filterOf(boundary, facts);
  const bridge = boundary.proxy === undefined ? '' : facts.node;
  return {
    file: unshare,
    args: [
      ...['--user', '--map-current-user', '--keep-caps', '--mount', '--pid', '--ipc', '--uts', ...network],
      ...['--fork', '--kill-child=SIGKILL', '--mount-proc', '--'],
      ...['/bin/sh', '-c', namespaceScript(cwd, boundary, facts), 'interlock-sandbox'],
      ...[...drop, ...filtered, '/bin/sh', '-c', initScript, 'interlock-init', bridge, command.file, ...command.args],
    ],
  };
}

function filterOf({ filter }: Boundary, { programs }: NamespaceFacts): readonly string[] {
  const prctl = prctlNumber(process.arch);
  if (filter === undefined || programs.perl === undefined || prctl === undefined) return [];
  return filteredCommand(programs.perl, filter.hex, prctl);
}

export function namespaceScript(cwd: string, drawn: Boundary, facts: NamespaceFacts): string {
  const { programs } = facts;
  // Nested sandboxes: `mount -a` would confuse the inner `/run` with the outer one and skip it, unless the names differ.
  const boundary = { ...drawn, stage: join(drawn.stage, facts.name) };
  const placed = (path: string): string => placeOf(path, boundary);
  const links = boundary.masks.filter(({ how }) => how === 'link').map(({ path }) => path);
  const runLinks = facts.links.map(({ path, target }) => `ln -s ${quoteWord(target)} ${quoteWord(placed(path))}`);
  const lines = [
    'set -eu',
    `fail() { echo ${quoteWord(facts.failureMark)}"$1" >&2; exit 125; }`,
    'said=',
    `said=$(${quoteWord(programs.mount)} -t tmpfs -o mode=0755,nosuid tmpfs ${quoteWord(drawn.stage)} 2>&1) || fail "$said"`,
    `mkdir ${quoteWord(boundary.stage)}`,
    `cd ${quoteWord(boundary.stage)}`,
    'mkdir dev dev/pts dev/shm run run/interlock',
    `for name in ${devices.join(' ')}; do : > "dev/$name"; done`,
    'cp -P /dev/fd /dev/stdin /dev/stdout /dev/stderr dev 2>/dev/null || ln -s /proc/self/fd dev/fd',
    'ln -s pts/ptmx dev/ptmx',
    ...(boundary.proxy === undefined ? [] : ['mkfifo run/interlock/ready']),
    ...runLinks,
    ...runTargets(boundary),
    ...mountAll(mountLines(boundary, facts), programs),
    ...coverLines(links, placed, facts),
    ...mountAll(finalLines(boundary), programs),
    ...remounts(boundary, facts),
    checkScript(boundary, programs.stat),
    ...loopback(boundary.network, programs),
    `cd ${quoteWord(cwd)} || fail 'its folder cannot be entered'`,
    'exec "$@"',
  ];
  return lines.join('\n');
}

function mountLines(boundary: Boundary, { mounts, rootOnly, hasOverlays }: NamespaceFacts): readonly string[] {
  const { stage, temp, proxy } = boundary;
  const placed = (path: string): string => placeOf(path, boundary);
  const flags = (path: string): string =>
    (mountOf(path, mounts)?.flags ?? [])
      .filter((flag) => /^no(suid|dev|exec)$/.test(flag))
      .map((flag) => `,${flag}`)
      .join('');
  const readOnly = (path: string): string => bind(path, placed(path), `bind,ro${flags(path)}`);
  const isCovered = (path: string): boolean => placed(path) !== path;
  return [
    ...devices.map((name) => bind(`/dev/${name}`, join(stage, 'dev', name))),
    `devpts ${field(join(stage, 'dev/pts'))} devpts newinstance,ptmxmode=0666,mode=620 0 0`,
    `tmpfs ${field(join(stage, 'dev/shm'))} tmpfs mode=1777,nosuid,nodev 0 0`,
    ...rootOnly.map((path) => bind(path, path, 'bind,ro,nosuid,nodev,noexec')),
    bind(temp, temp),
    ...boundary.caches.map(({ path, upper, work }) =>
      hasOverlays && !/[,:\\]/.test(path)
        ? `overlay ${field(path)} overlay lowerdir=${field(path)},upperdir=${field(upper)},workdir=${field(work)},userxattr 0 0`
        : bind(upper, path),
    ),
    ...boundary.readable.filter(isCovered).map(readOnly),
    ...boundary.writable.map(({ path }) => bind(path, placed(path), 'rbind')),
    ...boundary.masks.flatMap((mask) => {
      if (mask.how === 'link') return [];
      if (mask.how === 'pinned') return [bind(mask.path, placed(mask.path))];
      return [bind(mask.source, placed(mask.path), `bind,ro${flags(mask.source)}`)];
    }),
    ...(proxy === undefined ? [] : [bind(proxy, join(stage, 'run/interlock/proxy'), 'bind,ro,X-mount.mkdir')]),
  ];
}

/** After everything else has its place. */
function finalLines({ stage, temp }: Boundary): readonly string[] {
  return [
    bind(join(stage, 'dev'), '/dev', 'rbind'),
    bind(join(stage, 'run'), '/run', 'rbind'),
    bind(temp, '/var/tmp', 'rbind'),
    bind(temp, '/tmp', 'rbind'),
  ];
}

/** Where a path is assembled before everything is moved to its place. */
function placeOf(path: string, { temp, stage }: Boundary): string {
  for (const covered of ['/var/tmp', '/tmp'])
    if (isAtOrBelow(path, covered)) return join(temp, path.slice(covered.length));
  return isAtOrBelow(path, '/run') ? join(stage, 'run', path.slice('/run'.length)) : path;
}

/** A mount point in the `/run` that is being assembled. */
function runTargets(boundary: Boundary): readonly string[] {
  const isInRun = (path: string): boolean => isAtOrBelow(path, '/run');
  const folders = boundary.writable.flatMap(({ path }) => (isInRun(path) ? placeOf(path, boundary) : []));
  const files = boundary.readable.filter(isInRun).map((path) => placeOf(path, boundary));
  return [
    ...folders.map((path) => `mkdir -p ${quoteWord(path)}`),
    ...files.map((path) => `mkdir -p ${quoteWord(dirname(path))} && : > ${quoteWord(path)}`),
  ];
}

/** All existing mounts, except for those that are covered or writable. */
function remounts(boundary: Boundary, facts: NamespaceFacts): readonly string[] {
  const kept = [
    '/dev',
    '/proc',
    '/run',
    '/tmp',
    '/var/tmp',
    ...boundary.writable.map(({ path }) => path),
    ...boundary.caches.map(({ path }) => path),
  ];
  const left = facts.mounts.filter(
    ({ path, isReadOnly }) => !isReadOnly && !kept.some((each) => isAtOrBelow(path, each)),
  );
  const [system, others] = [true, false].map((isSystem) =>
    readOnlyLines(
      left.filter(({ path }) => isAtOrBelow(path, '/sys') === isSystem),
      facts,
    ),
  );
  // A new sysfs covers everything mounted in it; with the machine's network, the machine's sysfs is used.
  const fresh = `${quoteWord(facts.programs.mount)} -t sysfs -o ro,nosuid,nodev,noexec sysfs /sys 2>/dev/null`;
  return [...(others ?? []), `${boundary.network ? 'false' : fresh} || {`, ...(system ?? []), ':', '}'];
}

function readOnlyLines(mounts: readonly MountPoint[], { programs }: NamespaceFacts): readonly string[] {
  return mounts.map(({ path, flags }) => {
    const options = ['remount', 'bind', 'ro', ...flags].join(',');
    const word = quoteWord(path);
    return `${quoteWord(programs.mount)} -o ${options} ${word} 2>/dev/null || [ ! -w ${word} ] || fail ${quoteWord(`${path} stays writable`)}`;
  });
}

/** Test suites listen there. */
function loopback(network: boolean, { ip, perl }: NamespacePrograms): readonly string[] {
  if (network) return [];
  if (ip !== undefined) return [`${quoteWord(ip)} link set lo up || fail 'loopback stays down'`];
  if (perl === undefined) return [];
  // SIOCGIFFLAGS, SIOCSIFFLAGS with IFF_UP.
  const up =
    'socket(S,2,2,0)or die;$r=pack("a16s","lo",0);ioctl(S,0x8913,$r)or die;($n,$f)=unpack("a16s",$r);$r=pack("a16s",$n,$f|1);ioctl(S,0x8914,$r)or die';
  return [`${quoteWord(perl)} -e ${quoteWord(up)} || fail 'loopback stays down'`];
}

function bind(from: string, to: string, how = 'bind'): string {
  return `${field(from)} ${field(to)} none ${how} 0 0`;
}

/** One process does them all. */
function mountAll(lines: readonly string[], { mount }: NamespacePrograms): readonly string[] {
  return [
    `cat > fstab <<'end of mounts'\n${lines.join('\n')}\nend of mounts`,
    `said=$(${quoteWord(mount)} -a -T fstab 2>&1) || fail "$said"`,
  ];
}

/** Escapes names for `fstab`. */
function field(path: string): string {
  return path.replaceAll(/[\s\\#]/g, (letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`);
}
