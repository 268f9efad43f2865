/**
 * Simple commands that run another command given in their arguments, or change what later commands mean. A pattern with a star does
 * not cover these: `find *` would allow `find . -exec rm {} +`, and `env *` everything.
 */
import { dataShells, harmlessGitOptions, interpreters, launchers, riskyArguments, runners } from './command-tables.ts';
import { printfEvaluates, testEvaluates } from './evaluates-words.ts';
import { findKnown } from './known-table.ts';
import { canonicalName } from './program-name.ts';
import type { ReadCommand } from './read-command.ts';
import { isPlainSed } from './sed-script.ts';
import type { SimpleCommand } from './simple-command.ts';

export function hidesCommand({ words }: SimpleCommand): boolean {
  const [program, ...rest] = words;
  if (program === undefined) return true;
  const name = canonicalName(program.text);
  if (runners.has(name)) return true;
  const texts = rest.map(({ text }) => text);
  const isAwk = name === 'awk';
  const isSed = name === 'sed';
  const risky = riskyArguments.get(name);
  if (risky === undefined && !isAwk && !isSed) return false;
  // An expansion may produce anything.
  if (rest.some(({ fixed }) => !fixed)) return true;
  if (isAwk) return texts.some((text) => /system|getline|[|>@]|^-[^Fv]/.test(text));
  if (isSed) return !isPlainSed(texts);
  if (name === 'printf' && printfEvaluates(texts)) return true;
  if ((name === 'test' || name === '[') && testEvaluates(texts)) return true;
  if (name === 'tar' && isOldStyle(texts[0] ?? '')) return true;
  if (name === 'git' && startsWithOption(texts)) return true;
  const command = texts.find((text) => !text.startsWith('-')) ?? '';
  const all = [...(risky ?? []), ...(riskyArguments.get(`${name} ${command}`) ?? [])];
  // `--file` is a separate option, not an abbreviation of `--files-from`.
  const known = [name, `${name} ${command}`].map(findKnown);
  const isOwn = (text: string): boolean => known.some((one) => one?.named.has(text.split('=')[0] ?? '') === true);
  return texts.some((text) => !isOwn(text) && all.some((one) => matchesRisky(one, text)));
}

/** Runs a program named in its arguments, but not every argument is a program: `npx tsc`, `uv run pytest`. */
export function isLauncher({ name, words }: Pick<ReadCommand, 'name' | 'words'>): boolean {
  const commands = launchers.get(name);
  if (commands === undefined) return false;
  return commands.includes('') || words.some(({ text, fixed }) => !fixed || commands.includes(text));
}

const informsOnly = /^(--version|--help|-V|-v|-h|--check|-c|--copyright|--ini|--modules|--test)$/;
const isInput = (text: string): boolean => /^(-|\/dev\/stdin|\/dev\/fd\/.*|\/proc\/.*)$/.test(text);

/** Reads what it runs from standard input. */
export function runsInput({ name, words, options }: ReadCommand, { words: [, ...rest] }: SimpleCommand): boolean {
  const isInformational =
    options.length > 0 && words.length === 0 && options.every((option) => informsOnly.test(option));
  const least = dataShells.get(name);
  if (least !== undefined)
    return words.length < least && !isInformational && !/^--(version|help)$/.test(rest[0]?.text ?? '');
  if (name !== 'make' && !interpreters.has(name)) return false;
  if (rest.some(({ text }) => isInput(text))) return true;
  return name !== 'make' && words.length === 0 && !isInformational;
}

function startsWithOption(words: readonly string[]): boolean {
  const first = words.find((word) => !harmlessGitOptions.includes(word));
  return first?.startsWith('-') === true;
}

/** `tar xIf` is `tar -x -I -f`. */
function isOldStyle(word: string): boolean {
  return /^[A-Za-z]*[IF][A-Za-z]*$/.test(word);
}

function matchesRisky(one: string, word: string): boolean {
  if (one === '') return true;
  if (one.startsWith('--')) {
    const name = word.split('=')[0] ?? '';
    // An unambiguous abbreviation: `--u=…`.
    return name.length > 2 && name.startsWith('--') && one.startsWith(name);
  }
  if (/^-[A-Za-z]$/.test(one)) return /^-[^-]/.test(word) && word.includes(one.charAt(1));
  return /^-|\W$/.test(one) ? word.startsWith(one) : word === one;
}
