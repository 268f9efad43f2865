/**
 * The environment of the programs that make a sandbox. They run outside, so nothing of the command's environment may decide what they
 * do: a folder of `PATH`, `LD_LIBRARY_PATH` or `PERL5LIB` in the workspace would let confined commands supply their programs and
 * libraries. What the command is to get travels under other names, and gets its own again inside.
 */
import type { Environment } from '../clean-environment.ts';
import { markVariable } from '../process-tree.ts';
import type { Invocation } from './boundary.ts';
import { systemFolders } from './find-programs.ts';

/** Has no meaning to any program that makes a sandbox. */
const harmless: readonly string[] = [
  ...[markVariable, 'INTERLOCK_SANDBOX', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'LANG', 'LC_ALL', 'TZ'],
];

/** Shells refuse to set these, or end. */
const ofShells: readonly string[] = [
  'PPID',
  'UID',
  'EUID',
  'GID',
  'EGID',
  'SHELLOPTS',
  'BASHOPTS',
  'BASH_VERSINFO',
  '_',
];

const prefix = 'INTERLOCK_INSIDE_';

export function launchEnvironment(environment: Environment): Environment {
  const all = Object.entries(environment);
  return {
    PATH: systemFolders,
    ...Object.fromEntries(all.filter(([name]) => harmless.includes(name))),
    ...Object.fromEntries(carried(environment).map((name) => [prefix + name, environment[name]])),
  };
}

/** For inside: the same command with its own environment. */
export function withEnvironment({ file, args }: Invocation, environment: Environment): Invocation {
  const names = carried(environment);
  const lines = [
    ...(names.includes('PATH') ? [] : ['unset PATH']),
    ...names.flatMap((name) => [`${name}=$${prefix}${name}`, `export ${name}`, `unset ${prefix}${name}`]),
    'exec "$@"',
  ];
  return { file: '/bin/sh', args: ['-c', lines.join('\n'), 'interlock-environment', file, ...args] };
}

/** Shells pass on no other names. */
function carried(environment: Environment): readonly string[] {
  const names = Object.keys(environment).filter((name) => environment[name] !== undefined);
  return names.filter(
    (name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !harmless.includes(name) && !ofShells.includes(name),
  );
}
