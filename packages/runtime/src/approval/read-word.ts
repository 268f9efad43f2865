/** Reads one word of a command line with its quotes and expansions. Commands inside it are passed to `inner`. */
import { type LineCursor, Unparsed } from './line-cursor.ts';
import type { CommandWord } from './simple-command.ts';

export interface InnerCommands {
  /** Reads commands up to a closing bracket. */
  list(): void;
  /** Reads a whole line. */
  line(text: string): void;
}

export function startsSubstitution(cursor: LineCursor): boolean {
  return cursor.looksAt('<(') || cursor.looksAt('>(');
}

export function readWord(cursor: LineCursor, inner: InnerCommands): CommandWord {
  let text = '';
  let fixed = true;
  const start = cursor.at;
  const add = (piece: CommandWord): void => {
    text += piece.text;
    fixed &&= piece.fixed;
  };
  if (startsSubstitution(cursor)) {
    cursor.at += 2;
    inner.list();
    fixed = false;
  }
  while (!cursor.atDelimiter()) add(readPiece(cursor, inner, cursor.at === start));
  // `f()` defines a function, `a=(…)` a list, `@(…)` is a pattern.
  if (cursor.peek() === '(') throw new Unparsed('there is a bracket inside a word');
  return { text, fixed };
}

function readPiece(cursor: LineCursor, inner: InnerCommands, first: boolean): CommandWord {
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
  // The program of that name.
  if (first && letter === '[' && ' \t'.includes(cursor.peek(1))) {
    cursor.at += 1;
    return { text: '[', fixed: true };
  }
  if (/\s/.test(letter)) throw new Unparsed('it has an unusual space');
  cursor.at += 1;
  return { text: letter, fixed: !('*?[{'.includes(letter) || (first && letter === '~')) };
}

function readEscape(cursor: LineCursor): CommandWord {
  const escaped = cursor.peek(1);
  if (escaped === '') throw new Unparsed('it ends with a backslash');
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
  const next = cursor.peek(1);
  if (letter === '\\' && next !== '' && '$`"\\\n'.includes(next)) return readEscape(cursor);
  cursor.at += 1;
  return { text: letter, fixed: true };
}

const opaque: CommandWord = { text: '', fixed: false };

function readDollar(cursor: LineCursor, inner: InnerCommands, quoted: boolean): CommandWord {
  const next = cursor.peek(1);
  if (next === '(') {
    if (cursor.peek(2) === '(') throw new Unparsed('it has arithmetic');
    cursor.at += 2;
    inner.list();
    return opaque;
  }
  if (next === '[' || (next === '\\' && cursor.peek(2) === '\n')) throw new Unparsed('it has an unusual expansion');
  if (!quoted && (next === "'" || next === '"')) throw new Unparsed('it has unusual quotes');
  const name = /^\$(\{[A-Za-z0-9_]{1,100}\}|[A-Za-z_][A-Za-z0-9_]{0,100}|[0-9?$#@*!-])/.exec(cursor.ahead(110));
  if (name !== null) {
    cursor.at += name[0].length;
    return opaque;
  }
  if (next === '{') throw new Unparsed('it has an unusual expansion');
  cursor.at += 1;
  return { text: '$', fixed: true };
}

function readBackticks(cursor: LineCursor, inner: InnerCommands): CommandWord {
  const end = cursor.line.indexOf('`', cursor.at + 1);
  if (end === -1) throw new Unparsed('a backtick is not closed');
  const text = cursor.line.slice(cursor.at + 1, end);
  // What a backslash means here depends on the quotes around it and on the shell.
  if (text.includes('\\')) throw new Unparsed('there is a backslash between backticks');
  cursor.at = end + 1;
  inner.line(text);
  return opaque;
}
