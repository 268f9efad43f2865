/** Reads one word of a command line with its quotes and expansions. Commands inside it are passed to `inner`. */
import { type LineCursor, Unparsed } from './line-cursor.ts';
import type { CommandWord } from './simple-command.ts';

export interface InnerCommands {
  /** Reads commands up to a closing bracket. */
  list(): void;
  /** Reads a whole line. */
  line(text: string): void;
}

export function readWord(cursor: LineCursor, inner: InnerCommands): CommandWord {
  let text = '';
  let fixed = true;
  const start = cursor.at;
  while (!cursor.atDelimiter()) {
    const piece = readPiece(cursor, inner, start);
    text += piece.text;
    fixed &&= piece.fixed;
  }
  // `f()` defines a function, `a=(…)` a list, `@(…)` is a pattern.
  if (cursor.peek() === '(') throw new Unparsed('there is a bracket inside a word');
  return { text, fixed };
}

function readPiece(cursor: LineCursor, inner: InnerCommands, start: number): CommandWord {
  const letter = cursor.peek();
  switch (letter) {
    case '\\':
      return readEscape(cursor);
    case "'":
      return readSingleQuotes(cursor);
    case '"':
      return readDoubleQuotes(cursor, inner);
    case '$':
      return readDollar(cursor, inner, false);
    case '`':
      return readBackticks(cursor, inner);
    case '{':
      // The placeholder of `find` and `xargs`; shells do not expand it.
      if (cursor.take('{}')) return { text: '{}', fixed: true };
      break;
  }
  const first = cursor.at === start;
  // The program of that name.
  if (first && letter === '[' && ' \t'.includes(cursor.peek(1))) {
    cursor.at += 1;
    return { text: '[', fixed: true };
  }
  const whole = String.fromCodePoint(cursor.line.codePointAt(cursor.at) ?? 0);
  if (/\s/.test(whole)) throw new Unparsed('it has an unusual space');
  if (isUnusual(whole)) throw new Unparsed('it has an unusual character outside of quotes');
  const before = first ? '' : cursor.peek(-1);
  const expands =
    '*?[{'.includes(letter) ||
    // `--file=~`, `a:~`.
    (letter === '~' && (first || '=:'.includes(before))) ||
    // The path of a program, in zsh.
    (letter === '=' && first && /[^=\s;&|]/.test(cursor.peek(1)));
  cursor.at += whole.length;
  return { text: whole, fixed: !expands };
}

/** In some language settings a blank, or half of one, because it has the byte A0; or nothing that is visible. */
function isUnusual(letter: string): boolean {
  return letter > '\x7f' && (/[\p{Z}\p{C}]/u.test(letter) || new TextEncoder().encode(letter).includes(0xa0));
}

/** In encodings of East Asia, a backslash or a backtick may be the second half of a letter. */
function assertPlainBefore(cursor: LineCursor): void {
  if (cursor.at > 0 && cursor.peek(-1) > '\x7f') throw new Unparsed('it has an ambiguous character');
}

function readEscape(cursor: LineCursor): CommandWord {
  const escaped = cursor.peek(1);
  assertPlainBefore(cursor);
  if (escaped === '') throw new Unparsed('it ends with a backslash');
  if (escaped > '\x7f') throw new Unparsed('it has an ambiguous character');
  if (escaped === '\n' && !/^[A-Za-z_./-]{2}$/.test(cursor.peek(-1) + cursor.peek(2)))
    throw new Unparsed('a line is continued inside a word');
  cursor.at += 2;
  return { text: escaped === '\n' ? '' : escaped, fixed: true };
}

function readSingleQuotes(cursor: LineCursor): CommandWord {
  const end = cursor.line.indexOf("'", cursor.at + 1);
  if (end === -1) throw new Unparsed('a quote is not closed');
  const text = cursor.line.slice(cursor.at + 1, end);
  cursor.at = end + 1;
  return { text, fixed: true };
}

function readDoubleQuotes(cursor: LineCursor, inner: InnerCommands): CommandWord {
  let text = '';
  let fixed = true;
  cursor.at += 1;
  while (!cursor.take('"')) {
    if (cursor.atEnd()) throw new Unparsed('a quote is not closed');
    const piece = readQuotedPiece(cursor, inner);
    text += piece.text;
    fixed &&= piece.fixed;
  }
  return { text, fixed };
}

function readQuotedPiece(cursor: LineCursor, inner: InnerCommands): CommandWord {
  const letter = cursor.peek();
  if (letter === '$') return readDollar(cursor, inner, true);
  if (letter === '`') return readBackticks(cursor, inner);
  if (letter === '\\') {
    assertPlainBefore(cursor);
    const next = cursor.peek(1);
    if (next !== '' && '$`"\\\n'.includes(next)) return readEscape(cursor);
  }
  cursor.at += 1;
  return { text: letter, fixed: true };
}

const opaque: CommandWord = { text: '', fixed: false };
const named = /^\$(\{[A-Za-z0-9_]{1,100}\}|[A-Za-z_][A-Za-z0-9_]{0,100}|[0-9?$#@*!-])/;

function readDollar(cursor: LineCursor, inner: InnerCommands, quoted: boolean): CommandWord {
  const next = cursor.peek(1);
  if (next === '(') {
    if (cursor.peek(2) === '(') throw new Unparsed('it has arithmetic');
    cursor.at += 2;
    inner.list();
    return opaque;
  }
  const name = named.exec(cursor.ahead(110));
  if (name !== null) {
    cursor.at += name[0].length;
    return opaque;
  }
  if (!quoted && (next === "'" || next === '"')) throw new Unparsed('it has unusual quotes');
  // A lone dollar, as at the end of a regular expression.
  const isLone = next === '' || (quoted ? '" |)/,.'.includes(next) : ' \t\n;&|)'.includes(next));
  if (!isLone) throw new Unparsed('it has an unusual expansion');
  cursor.at += 1;
  return { text: '$', fixed: true };
}

function readBackticks(cursor: LineCursor, inner: InnerCommands): CommandWord {
  assertPlainBefore(cursor);
  const end = cursor.line.indexOf('`', cursor.at + 1);
  if (end === -1) throw new Unparsed('a backtick is not closed');
  const text = cursor.line.slice(cursor.at + 1, end);
  // What a backslash or a quote means here depends on the quotes around it and on the shell.
  if (text.includes('\\')) throw new Unparsed('there is a backslash between backticks');
  if (/['"$#\n]/.test(text)) throw new Unparsed('there is more than plain words between backticks');
  cursor.at = end + 1;
  inner.line(text);
  return opaque;
}
