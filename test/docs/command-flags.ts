/** The commands of `interlock` with their flags, from their own `--help`, and the check of a page's command lines against them. */
import { runCli } from '../../packages/cli/test/run-cli.ts';
import type { Page } from './read-page.ts';

/** By command: `''` is interlock itself, `sessions list` one of its subcommands. */
export type CommandFlags = ReadonlyMap<string, ReadonlySet<string>>;

export async function readCommandFlags(): Promise<CommandFlags> {
  const flags = new Map<string, ReadonlySet<string>>();
  const visit = async (words: readonly string[]): Promise<void> => {
    const { stdout } = await runCli([...words, '--help']);
    flags.set(words.join(' '), flagsIn(stdout));
    for (const name of commandsIn(stdout)) await visit([...words, name]);
  };
  await visit([]);
  return flags;
}

/** Under any heading. */
function flagsIn(help: string): ReadonlySet<string> {
  const lines = [...help.matchAll(/^ {2}(-.*?)(?: {2}|$)/gm)].map(([, flags = '']) => flags);
  return new Set(lines.flatMap((flags) => flags.match(/(?<![\w-])--?[\w-]+/g) ?? []));
}

function commandsIn(help: string): readonly string[] {
  const [, list = ''] = /^Commands:\n((?: {2}.*\n)+)/m.exec(help) ?? [];
  return [...list.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name);
}

/** Command lines in `sh` blocks, and flags in code style, that do not exist. */
export function unknownFlags({ file, fences, codes }: Page, known: CommandFlags): readonly string[] {
  const all = new Set([...known.values()].flatMap((flags) => [...flags]));
  const named = codes.flatMap((code) => /^(--[a-z][a-z-]*)/.exec(code)?.[1] ?? []).filter((flag) => !all.has(flag));
  const lines = fences.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.split('\n'));
  const typed = [...lines, ...codes].flatMap((line) => problemsOf(line, known));
  return [...named.map((flag) => `${file}: there is no ${flag}`), ...typed.map((problem) => `${file}: ${problem}`)];
}

/** Checks each `interlock …` in a line. */
function problemsOf(line: string, known: CommandFlags): readonly string[] {
  return [
    ...line.matchAll(/(?:^|[|&;] *|npx )interlock((?: +(?:"[^"]*"|'[^']*'|[^\s"'|&;#<>][^\s|&;<>]*))*)/g),
  ].flatMap(([whole, rest = '']) => {
    const words = rest.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
    const command = commandOf(words, known);
    const flags = known.get(command) ?? new Set();
    const given = words.filter((word) => /^--?[A-Za-z]/.test(word)).map((word) => word.split('=')[0] ?? '');
    return given
      .filter((flag) => !flags.has(flag))
      .map((flag) => `\`${whole.trim()}\`: ${command || 'interlock'} has no ${flag}`);
  });
}

function commandOf(words: readonly string[], known: CommandFlags): string {
  const [first = '', second = ''] = words;
  if (known.has(`${first} ${second}`)) return `${first} ${second}`;
  return known.has(first) ? first : '';
}
