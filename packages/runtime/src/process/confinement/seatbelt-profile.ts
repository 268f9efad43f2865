/**
 * Confinement by `sandbox-exec` of macOS: a boundary as a profile. The last matching rule decides. The file system itself is the same
 * as outside: `TMPDIR` names the private temp folder, and variables name the caches.
 */
import type { Boundary, Invocation } from './boundary.ts';

export const sandboxExec = '/usr/bin/sandbox-exec';

export function seatbeltInvocation(command: Invocation, boundary: Boundary, proxyPort?: number): Invocation {
  return {
    file: sandboxExec,
    args: ['-p', seatbeltProfile(boundary, proxyPort), command.file, ...command.args],
  };
}

export function seatbeltProfile(boundary: Boundary, proxyPort?: number): string {
  const { masks, caches, temp, network } = boundary;
  const writable = boundary.writable.map(({ path }) => path);
  const guarded = masks.filter(({ how }) => how === 'read-only' || how === 'link').map(({ path }) => path);
  const hidden = masks.filter(({ how }) => how === 'hidden');
  const open = [temp, ...writable, ...caches.map(({ upper }) => upper)];
  const lines = [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    `(allow file-write* ${['/dev/null', '/dev/zero', '/dev/tty', '/dev/dtracehelper'].map(literal).join(' ')})`,
    '(allow file-write* (regex #"^/dev/ttys[0-9]+$") (regex #"^/dev/fd/[0-9]+$"))',
    `(allow file-write* ${open.map(subpath).join(' ')})`,
    // Renaming the path or a parent folder counts as a write to its name.
    ...guarded.map((path) => `(deny file-write* ${subpath(path)})`),
    ...guardedAncestors(guarded, writable).map((path) => `(deny file-write-unlink ${literal(path)})`),
    ...hidden.map(({ path }) => `(deny file-read* file-write* ${subpath(path)})`),
    // Only processes inside can be signalled or inspected.
    '(deny signal)',
    '(allow signal (target same-sandbox))',
    '(deny process-info*)',
    '(allow process-info* (target same-sandbox))',
    // Keys, the clipboard, controlling other programs.
    ...[
      'com.apple.SecurityServer',
      'com.apple.securityd.xpc',
      'com.apple.pasteboard.1',
      'com.apple.coreservices.appleevents',
    ].map((name) => `(deny mach-lookup (global-name "${name}"))`),
    '(deny appleevent-send)',
    ...(network ? ['(deny network-outbound (remote unix-socket))'] : networkLines(proxyPort)),
  ];
  return `${lines.join('\n')}\n`;
}

/** Processes inside may listen on loopback and connect to it. Ports inside cannot be told apart from others; only the proxy's is named. */
function networkLines(proxyPort: number | undefined): readonly string[] {
  return [
    '(deny network*)',
    '(allow network-bind (local ip "localhost:*"))',
    '(allow network-inbound (local ip "localhost:*"))',
    '(allow network-outbound (remote ip "localhost:*"))',
    ...(proxyPort === undefined ? [] : [`(allow network-outbound (remote ip "localhost:${proxyPort}"))`]),
  ];
}

/** Folders between a guarded path and its writable folder: they must not be moved and replaced. */
function guardedAncestors(guarded: readonly string[], writable: readonly string[]): readonly string[] {
  const found = guarded.flatMap((path) => {
    const parts = path.split('/');
    const above = parts.map((_, at) => parts.slice(0, at).join('/'));
    return above.filter((folder) => writable.some((root) => folder.startsWith(`${root}/`)));
  });
  return [...new Set(found)];
}

function subpath(path: string): string {
  return `(subpath ${text(path)})`;
}

function literal(path: string): string {
  return `(literal ${text(path)})`;
}

function text(path: string): string {
  return `"${path.replaceAll(/["\\]/g, '\\$&')}"`;
}
