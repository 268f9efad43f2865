/**
 * The environment of everything that tests start: the machine's language, time zone, keys, settings of git, npm and Node do not get in.
 * Vitest's own process takes it before it starts its workers, and scripts that run outside of Vitest before they start anything, so that
 * processes inherit it.
 */
import { rmSync } from 'node:fs';
import { temporaryFolder } from './temporary-folder.ts';

type Environment = Readonly<Record<string, string>>;

/** What a test cannot choose: where programs are, where temporary files go, where npm finds packages, how much is tested, and how Vitest reports. */
const kept =
  /^(PATH|TMPDIR|USER|LOGNAME|npm_config_(registry|cache|userconfig)|INTERLOCK_(RUNS|TEST_PROGRAMS|MUTANT|FENCES)|NODE_COMPILE_CACHE|VITEST.*|CI|GITHUB_.*|NO_COLOR|FORCE_COLOR|COLUMNS|TERM)$/;

/** `C.UTF-8` is part of the C library; other locales may not have been generated, and Chromium, for one, then waits forever. */
const chosen: Environment = { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TZ: 'UTC', SHELL: '/bin/sh' };

/** The environment that a child gets: `more` is added to what is chosen. */
export function chosenEnvironment(more: Environment = {}): Record<string, string> {
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const { HOME = '/nonexistent' } = process.env;
  return { ...Object.fromEntries(own.filter(([name]) => kept.test(name))), HOME, ...chosen, ...more };
}

/** Makes it the environment of this process, with an empty home folder that is removed when the process exits. */
export function takeChosenEnvironment(): void {
  const home = temporaryFolder('own');
  process.once('exit', () => rmSync(home, { recursive: true, force: true }));
  const environment = chosenEnvironment({ HOME: home });
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}
