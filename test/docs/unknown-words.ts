/** Names in code style that do not occur in our sources: tools, events, options, functions, environment variables. */
import type { Page } from './read-page.ts';

export function unknownWords(pages: readonly Page[], known: ReadonlySet<string>): readonly string[] {
  return pages.flatMap(({ file, codes }) =>
    codes
      .flatMap(namesIn)
      .filter((word) => !known.has(word))
      .map((word) => `${file}: ${word}`),
  );
}

function namesIn(code: string): readonly string[] {
  const slash = /^\/[a-z]+(?= |$)/.exec(code)?.[0];
  if (slash !== undefined) return [slash];
  return isName(code) ? code.split(/[.(){}\s]+/).filter((word) => /^[\p{L}_][\p{L}\p{N}_$-]*$/u.test(word)) : [];
}

/** One name, or names joined by dots, with or without `()`: not a path, a command line, a pattern or code. */
function isName(code: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_$-]*(\.[\p{L}_][\p{L}\p{N}_$-]*)*(\([^()]*\))?$/u.test(code);
}
