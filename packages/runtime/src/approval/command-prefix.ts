/**
 * The prefix of a command that can be allowed permanently: `git push origin main` becomes `git push *`. There is none for programs
 * that run other programs or scripts, or that change any file, process or host they are given: their other words could be anything.
 */
import { hasCommands, knownNames } from './known-table.ts';
import { coversCommand } from './match-command.ts';
import { parseCommand } from './parse-command.ts';
import { canonicalName } from './program-name.ts';
import type { CommandWord } from './simple-command.ts';

const list = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Programs whose first words say what is done, not only to what. */
const unbounded: ReadonlySet<string> = list(
  [
    'node python perl ruby php lua deno bun tclsh wish r rscript julia java javaw kotlin groovy scala ghci runghc erl elixir iex swift ts-node tsx',
    'awk sed psql mysql sqlite3 mongosh redis-cli vi vim nvim emacs ed',
    'rm rmdir mv cp ln dd tee install truncate shred unlink chmod chown chgrp setfacl tar unzip cpio patch',
    'kill pkill killall systemctl service launchctl mount umount shutdown reboot',
    'curl wget http https nc ncat scp sftp rsync ftp telnet openssl gpg dig nslookup',
  ].join(' '),
);

/** `npm run build` is one script of the project; `npm run` is any of them. */
const runningScripts: ReadonlySet<string> = list('npm pnpm yarn');
/** Programs whose commands are defined by the project. */
const targets: ReadonlySet<string> = list('make yarn pnpm just task rake gradle mvn ant ninja');
/** Programs whose second word only names a group of commands. */
const nested: ReadonlySet<string> = list('gh glab aws gcloud az docker podman doctl flyctl heroku helm');
const nestedGit: ReadonlySet<string> = list('remote stash worktree submodule bisect notes');

/** Returns the prefix as a pattern; undefined if no safe pattern can be offered. */
export function commandPrefix(line: string): string | undefined {
  const parsed = parseCommand(line);
  if ('unparsed' in parsed || parsed.commands.length !== 1) return undefined;
  const [command] = parsed.commands;
  if (command === undefined || command.words.some(({ text }) => /[\s"'\\*]/.test(text))) return undefined;
  const spelled = spelledWords(command.words);
  if (spelled === undefined) return undefined;
  const pattern = `${spelled.join(' ')} *`;
  return coversCommand(pattern, command) ? pattern : undefined;
}

/** The program and its command. */
function spelledWords([program, ...rest]: readonly CommandWord[]): readonly string[] | undefined {
  if (program === undefined || !program.fixed) return undefined;
  const name = canonicalName(program.text);
  if (unbounded.has(name)) return undefined;
  const [second, third] = rest.map(commandWord);
  const takesCommand = hasCommands(name) || targets.has(name);
  if (program.text.includes('/') || (knownNames.has(name) && !takesCommand)) return [program.text];
  if (second === undefined) return takesCommand ? undefined : [program.text];
  const isScript = /^(run|run-script)$/.test(second);
  if (isScript && !runningScripts.has(name)) return undefined;
  if (!isScript && !nested.has(name) && !(name === 'git' && nestedGit.has(second))) return [program.text, second];
  return third === undefined ? undefined : [program.text, second, third];
}

function commandWord({ text, fixed }: CommandWord): string | undefined {
  return fixed && /^[a-z][\w:-]*$/.test(text) ? text : undefined;
}
