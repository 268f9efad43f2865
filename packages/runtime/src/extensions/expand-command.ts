/**
 * Expands a custom command for the model. `$ARGUMENTS` is everything typed after its name, `$1` to `$9` are single words; quotes group
 * words. If there is no placeholder, the arguments are appended.
 */
import type { OwnCommand } from './read-commands.ts';

export function expandCommand({ template }: Pick<OwnCommand, 'template'>, argument: string): string {
  const typed = argument.trim();
  const words = commandWords(typed);
  let isUsed = false;
  // In one pass: the arguments may contain a `$1`.
  const text = template.replaceAll(/\\\$|\$ARGUMENTS\b|\$([1-9])(?!\d)/g, (place, digit: string | undefined) => {
    if (place === '\\$') return '$';
    isUsed = true;
    return digit === undefined ? typed : (words[Number(digit) - 1] ?? '');
  });
  return isUsed || typed === '' ? text : `${text}\n\n${typed}`;
}

/** `/name` and the text after it; undefined if it is not a command. */
export function readCommandLine(text: string): { readonly name: string; readonly argument: string } | undefined {
  const [, name, argument = ''] = /^\s*\/([A-Za-z0-9][\w:.-]*)(?:\s+([\s\S]*))?$/.exec(text) ?? [];
  return name === undefined ? undefined : { name, argument: argument.trimEnd() };
}

/** Finds a command by its full name; otherwise by its last part, if only one command has that part. */
export function findCommand<Named extends { readonly name: string }>(
  commands: readonly Named[],
  name: string,
): Named | undefined {
  const exact = commands.find((command) => command.name === name);
  if (exact !== undefined) return exact;
  const ending = commands.filter((command) => command.name.endsWith(`:${name}`));
  return ending.length === 1 ? ending[0] : undefined;
}

/** Quotes group words. */
export function commandWords(text: string): readonly string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double?.replace(/\\(.)/g, '$1') ?? single ?? bare ?? '',
  );
}
