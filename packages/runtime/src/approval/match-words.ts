/**
 * Whether words match a pattern, for rules that ask or deny. The program is recognized under any of its names; options with their
 * values may be anywhere between the words. `unsure`: a word in between may be a value or the word that matters.
 */
import type { MatchResult } from './match-result.ts';
import { mayBeAlias } from './may-be-alias.ts';
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

/** From the back, one row for each part: the rest of the pattern against the rest of the words. */
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
