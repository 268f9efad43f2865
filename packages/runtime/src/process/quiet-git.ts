/**
 * Git that runs no other program: for git commands that nobody was asked about because they only read. A repository's settings,
 * attributes and nested repositories may change at any moment, so what they could start is switched off where git is started, and not
 * only looked for before (`approval/git-settings.ts`).
 */
import type { Environment } from './clean-environment.ts';

/** Settings that take precedence over those of a repository, and that git passes on to the git commands it starts itself. */
const settings: readonly (readonly [key: string, value: string])[] = [
  // A tracked folder that looks like a repository is none.
  ['safe.bareRepository', 'explicit'],
  // Empty, and not `false`: before 2.36 that would be a program.
  ['core.fsmonitor', ''],
  ['core.hooksPath', '/dev/null'],
  ['core.alternateRefsCommand', 'false'],
  // Nested repositories have settings of their own.
  ['diff.submodule', 'short'],
  ['status.submoduleSummary', 'false'],
  ['submodule.recurse', 'false'],
  // The index would be written, which runs a hook.
  ['diff.autoRefreshIndex', 'false'],
  // `remerge` would run merge drivers.
  ['log.diffMerges', 'separate'],
  ['log.showSignature', 'false'],
  // A format of the repository may ask for signatures.
  ...['gpg.program', 'gpg.openpgp.program', 'gpg.x509.program', 'gpg.ssh.program'].map(
    (key) => [key, 'false'] as const,
  ),
];

const variables: Environment = {
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'false',
  GIT_SEQUENCE_EDITOR: 'false',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  // Missing objects would be fetched, by a program that the repository names.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  GIT_ATTR_NOSYSTEM: '1',
};

export function quietGitEnvironment({ GIT_EXTERNAL_DIFF: _, ...environment }: Environment): Environment {
  const given = Number(environment['GIT_CONFIG_COUNT'] ?? '0');
  // Git ends if the number is none.
  const first = Number.isInteger(given) && given > 0 ? given : 0;
  return {
    ...environment,
    ...variables,
    ...Object.fromEntries(
      settings.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${first + at}`, key],
        [`GIT_CONFIG_VALUE_${first + at}`, value],
      ]),
    ),
    GIT_CONFIG_COUNT: String(first + settings.length),
  };
}

/** Commands that show files by programs that the attributes of a repository choose. */
const showing = 'diff|log|show|blame|annotate|diff-tree|diff-index|diff-files|range-diff';

/** A shell function before a command line. No setting switches these programs off, only an option of each command. */
export const quietGitFunction: string = [
  'git() { interlock_options=;',
  'while :; do case "$1" in -P|--no-pager|--no-optional-locks|--no-replace-objects|--literal-pathspecs)',
  'interlock_options="$interlock_options $1"; shift;; *) break;; esac; done;',
  `case "$1" in ${showing}) interlock_command=$1; shift;`,
  'command git $interlock_options "$interlock_command" --no-ext-diff --no-textconv "$@";;',
  '*) command git $interlock_options "$@";; esac; }; ',
].join(' ');
