/**
 * Whether words match a pattern, for rules that ask or deny. The program is recognized under any of its names; options with their
 * values may be anywhere between the words. `unsure`: a word in between may be a value or the word that matters.
 */

import { findKnown } from './known-table.ts';
import type { MatchResult } from './match-result.ts';
import { matchesWildcard } from './pattern.ts';
import { matchesWord, type PatternWord } from './pattern-word.ts';
import { canonicalName, programName } from './program-name.ts';
import { readCommand, type WordRole } from './read-command.ts';
import type { CommandWord } from './simple-command.ts';

export function matchWords(wanted: readonly PatternWord[], words: readonly CommandWord[]): MatchResult {
  const [first, ...parts] = wanted;
  const [program, ...rest] = words;
  if (program === undefined) return 'no';
  if (first === undefined) return 'unsure';
  const name = matchFirst(first, program);
  if (name === 'no') return 'no';
  const { roles, unknown } = readCommand({ words });
  const sequence = first.any ? [first, ...parts] : parts;
  const isOption = ({ any, wildcard: [start] }: PatternWord): boolean => !any && start.startsWith('-');
  const options = sequence.filter(isOption).map((part) => matchOption(part, rest, unknown.length > 0));
  const items = rest.map((word, at): Item => ({ word, role: roles[at] ?? 'word' }));
  const inOrder = sequence.filter((part) => !isOption(part));
  const order = matchOrder(inOrder, items);
  const isOther = order === 'no' && !first.any && isAlias(canonicalName(program.text), inOrder[0], items);
  return weakest([name, isOther ? 'unsure' : order, ...options]);
}

/** `* --force` names no program: any word may match. */
export function matchFirst(first: PatternWord, program: CommandWord): MatchResult {
  return first.any ? 'yes' : matchProgram(first, program);
}

function isAlias(program: string, wanted: PatternWord | undefined, items: readonly Item[]): boolean {
  const command = items.find(({ role }) => role === 'word')?.word;
  if (wanted === undefined || wanted.any || command === undefined) return false;
  return mayBeAlias(program, command.text, wanted.wildcard[0]);
}

const strength: readonly MatchResult[] = ['no', 'unsure', 'yes'];
const weakest = (all: readonly MatchResult[]): MatchResult => strength.find((one) => all.includes(one)) ?? 'yes';
const strongest = (a: MatchResult, b: MatchResult): MatchResult => (strength.indexOf(a) >= strength.indexOf(b) ? a : b);

function matchProgram(part: PatternWord, { text, fixed }: CommandWord): MatchResult {
  if (!fixed) return 'unsure';
  const name = programName(text).toLowerCase();
  // On file systems that ignore case, RM is rm.
  if ([text, programName(text), name].some((form) => matchesWord(part, { text: form, fixed }))) return 'yes';
  const [start, ...stars] = part.wildcard;
  if (stars.length > 0) return matchesWildcard(part.wildcard, canonicalName(text)) ? 'unsure' : 'no';
  const wanted = programName(start).toLowerCase();
  if (wanted === '') return 'no';
  if (name === wanted) return 'yes';
  // `python` matches python3.11; `python3` may match python.
  if (canonicalName(name) === canonicalName(wanted)) return name.startsWith(wanted) ? 'yes' : 'unsure';
  // `git-push` is `git push`.
  return name.split(/[-_.]/).includes(wanted) ? 'unsure' : 'no';
}

/** `--force` at any position; `-f` may be its short form. */
function matchOption(part: PatternWord, words: readonly CommandWord[], hasUnknown: boolean): MatchResult {
  const name = (text: string): string => text.split('=')[0] ?? text;
  const isThere = words.some(
    (word) => matchesWord(part, word) || matchesWord(part, { ...word, text: name(word.text) }),
  );
  if (isThere) return 'yes';
  const [start] = part.wildcard;
  const isClose = words.some(({ text, fixed }) => {
    if (!fixed) return true;
    if (text.startsWith('--')) return text.length > 2 && start.startsWith(name(text));
    return (
      /^-[^-]/.test(text) && (start.startsWith('--') ? text.includes(start.charAt(2)) : text.includes(start.charAt(1)))
    );
  });
  return isClose || hasUnknown ? 'unsure' : 'no';
}

interface Item {
  readonly word: CommandWord;
  readonly role: WordRole;
}

/** Works from the back, one row for each part: the rest of the pattern against the rest of the words. */
function matchOrder(parts: readonly PatternWord[], items: readonly Item[]): MatchResult {
  const isOpen = parts.at(-1)?.any === true;
  // Additional words may change what the command means, or not.
  const surely = items.findLastIndex((item) => !isBeside(item)) + 1;
  let below: readonly MatchResult[] = [...items.map((_, at) => (isOpen || at >= surely ? 'yes' : 'unsure')), 'yes'];
  for (const part of (isOpen ? parts.slice(0, -1) : parts).toReversed()) below = rowOf(part, items, below);
  return below[0] ?? 'no';
}

function rowOf(part: PatternWord, items: readonly Item[], below: readonly MatchResult[]): readonly MatchResult[] {
  const row: MatchResult[] = [];
  row[items.length] = part.any ? (below[items.length] ?? 'no') : 'no';
  for (const [from, item] of [...items.entries()].toReversed()) {
    const next = row[from + 1] ?? 'no';
    const here = part.any ? (below[from] ?? 'no') : taken(part, item, below[from + 1] ?? 'no');
    row[from] = strongest(here, part.any ? next : passed(item, next));
  }
  return row;
}

/** The part matches this word. */
function taken(part: PatternWord, { word }: Item, rest: MatchResult): MatchResult {
  if (matchesWord(part, word)) return rest;
  return word.fixed ? 'no' : weakest(['unsure', rest]);
}

/** Words that only name a group of commands. */
const groupsOfCommands: ReadonlySet<string> = new Set('container image compose system buildx'.split(' '));

/** The word is not part of the pattern: an option, or a value. */
function passed({ word, role }: Item, rest: MatchResult): MatchResult {
  // `cargo +nightly publish`, `docker container run`.
  const saysWhich = word.text.startsWith('+') || groupsOfCommands.has(word.text);
  if (!word.fixed || role === 'maybe' || saysWhich) return weakest(['unsure', rest]);
  return role === 'word' ? 'no' : rest;
}

function isBeside({ role, word }: Item): boolean {
  return word.fixed && (role === 'option' || role === 'value');
}

/** Programs with aliases, with built-in commands that are not in the tables. */
const ownCommands: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    'git am archive bundle check-attr check-mailmap check-ref-format checkout-index cherry-pick citool clone column commit-graph commit-tree config credential daemon diagnose difftool fast-export fast-import fetch-pack filter-branch fmt-merge-msg for-each-repo format-patch fsck gui hash-object help hook http-fetch http-push imap-send index-pack instaweb interpret-trailers lfs ls-remote mailinfo mailsplit maintenance merge-file merge-index merge-one-file merge-tree mergetool mktag mktree multi-pack-index mv p4 pack-objects pack-refs patch-id prune prune-packed quiltimport read-tree receive-pack refs remote repack replace request-pull rerere scalar send-email send-pack sh-setup show-branch show-index sparse-checkout stripspace submodule subtree svn unpack-file unpack-objects update-index update-ref update-server-info upload-archive upload-pack var verify-commit verify-pack verify-tag web--browse worktree write-tree backfill replay',
    'cargo build b check c test t run r bench clippy doc d clean fetch fix fmt tree metadata update add remove rm new init install uninstall search publish yank login logout owner package vendor generate-lockfile locate-project pkgid report rustc rustdoc verify-project version help config info miri nextest',
    'gh auth browse codespace gist issue org pr project release repo cache run workflow alias api attestation completion config extension gpg-key label preview ruleset search secret ssh-key status variable help copilot',
    'hg add addremove annotate archive backout bisect blame bookmarks branch branches bundle cat clone commit config copy diff export files forget graft grep heads help id identify import incoming init locate log manifest merge outgoing parents paths phase pull push recover remove rename resolve revert root serve status summary tag tags tip unbundle update verify version',
  ].map((line) => {
    const [name = '', ...commands] = line.split(' ');
    return [name, new Set(commands)];
  }),
);

/**
 * Whether a program's command may be an alias of the wanted one: users and repositories define aliases (`git p` for `git push`), and
 * some programs accept abbreviations (`npm publ`). Built-in commands cannot be redefined.
 */
function mayBeAlias(program: string, command: string, wanted: string): boolean {
  if (command === wanted || findKnown(`${program} ${command}`) !== undefined) return false;
  const own = ownCommands.get(program);
  return own === undefined ? command.length > 1 && wanted.startsWith(command) : !own.has(command);
}
