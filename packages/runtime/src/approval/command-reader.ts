/** Reads commands, lists and redirections from left to right; words are read by `read-word.ts`. */
import { LineCursor, Unparsed } from './line-cursor.ts';
import { readWord, startsSubstitution } from './read-word.ts';
import type { CommandWord, SimpleCommand } from './simple-command.ts';

const reserved: readonly string[] = [
  ...['if', 'then', 'elif', 'else', 'fi', 'for', 'while', 'until', 'do', 'done', 'case', 'esac', 'in', 'select'],
  ...['function', 'time', 'coproc', '[[', ']]', '{', '}', '!'],
];
const assignment = /^[A-Za-z_][A-Za-z0-9_]*(\[[^\]]*\])?\+?=/;
const redirection = /^(\d{0,9})(&>>|&>|>>|>\||>&|<<<|<<|<>|<&|>|<)/;
/** Longest first. */
const operators = ['&&', '||', '|&', ';;', ';&', '|', '&', ';', '\n'] as const;
const deepest = 12;

type Closer = ')' | '}' | undefined;

export class CommandReader {
  readonly #cursor: LineCursor;
  readonly #found: SimpleCommand[];
  readonly #depth: number;

  constructor(line: string, found: SimpleCommand[], depth: number) {
    if (depth > deepest) throw new Unparsed('it is nested very deeply');
    this.#cursor = new LineCursor(line);
    this.#found = found;
    this.#depth = depth;
  }

  readAll(): void {
    this.#readList(undefined, this.#depth);
  }

  #readList(closer: Closer, depth: number): void {
    if (depth > deepest) throw new Unparsed('it is nested very deeply');
    let unfinished = false;
    for (;;) {
      this.#cursor.skipLines();
      if (this.#takeCloser(closer)) {
        if (unfinished) throw new Unparsed('it ends with an operator');
        return;
      }
      this.#readCommand(depth);
      this.#cursor.skipBlanks();
      const operator = operators.find((one) => this.#cursor.take(one));
      if (operator === ';;' || operator === ';&') throw new Unparsed('it has a `case`');
      if (operator === undefined && !this.#isClosed(closer)) throw new Unparsed('there is text where none is allowed');
      unfinished = operator === '&&' || operator === '||' || operator === '|' || operator === '|&';
    }
  }

  #isClosed(closer: Closer): boolean {
    return this.#cursor.atEnd() || (closer === ')' && this.#cursor.peek() === ')');
  }

  #takeCloser(closer: Closer): boolean {
    if (this.#cursor.atEnd()) {
      if (closer !== undefined) throw new Unparsed('a bracket is not closed');
      return true;
    }
    if (closer === '}') return this.#cursor.takeReserved('}');
    return closer === ')' && this.#cursor.take(')');
  }

  #readCommand(depth: number): void {
    if (this.#cursor.takeReserved('!')) this.#cursor.skipBlanks();
    if (this.#cursor.looksAt('((')) throw new Unparsed('it has arithmetic');
    const closer = this.#cursor.take('(') ? ')' : this.#cursor.takeReserved('{') ? '}' : undefined;
    if (closer === undefined) {
      this.#readSimple(depth);
    } else {
      this.#readList(closer, depth + 1);
      this.#readAfterGroup(depth);
    }
  }

  /** A group's redirections are added as a command of their own, or they would be missed. */
  #readAfterGroup(depth: number): void {
    let redirects = false;
    for (;;) {
      this.#cursor.skipBlanks();
      const redirected = this.#readRedirection(depth);
      if (redirected === undefined) break;
      redirects ||= redirected;
    }
    if (redirects) this.#found.push({ words: [], assigned: [], redirects });
  }

  #readSimple(depth: number): void {
    const words: CommandWord[] = [];
    const assigned: CommandWord[] = [];
    let redirects = false;
    const start = this.#cursor.at;
    for (;;) {
      this.#cursor.skipBlanks();
      if (this.#cursor.atEnd()) break;
      const redirected = this.#readRedirection(depth);
      if (redirected !== undefined) {
        redirects ||= redirected;
        continue;
      }
      if (this.#cursor.atOperator()) break;
      const isAssignment = words.length === 0 && assignment.test(this.#cursor.ahead(200));
      const word = this.#readWord(depth);
      if (isAssignment) assigned.push(word);
      else words.push(words.length === 0 ? commandName(word) : word);
    }
    if (this.#cursor.at === start) throw new Unparsed('an operator is where a command should be');
    this.#found.push({ words, assigned, redirects });
  }

  #readWord(depth: number): CommandWord {
    return readWord(this.#cursor, {
      list: () => this.#readList(')', depth + 1),
      line: (inner) => new CommandReader(inner, this.#found, depth + 1).readAll(),
    });
  }

  /** Undefined: no redirection here. True: it writes to a file, or reads from something that may not be a file. */
  #readRedirection(depth: number): boolean | undefined {
    if (startsSubstitution(this.#cursor)) return undefined;
    const match = redirection.exec(this.#cursor.ahead(16));
    if (match === null) return undefined;
    const operator = match[2];
    if (operator === '<<') throw new Unparsed('it has a here-document');
    this.#cursor.at += match[0].length;
    this.#cursor.skipBlanks();
    if (this.#cursor.atEnd() || this.#cursor.atOperator()) throw new Unparsed('a redirection has no target');
    const start = this.#cursor.at;
    const { text, fixed } = this.#readWord(depth);
    if (this.#cursor.at === start) throw new Unparsed('a redirection has no target');
    if (operator === '<<<') return false;
    if (!fixed) return true;
    if (text === '/dev/null') return false;
    if ((operator === '>&' || operator === '<&') && /^(\d{1,9}-?|-)$/.test(text)) return false;
    // Bash opens network connections for names below /dev.
    return operator !== '<' || text.startsWith('/dev/');
  }
}

function commandName(word: CommandWord): CommandWord {
  if (!word.fixed) throw new Unparsed('what it runs depends on an expansion');
  // An assignment split by a continued line: `PA\\` and then `TH=/tmp git`.
  if (word.text.includes('=')) throw new Unparsed('what it runs looks like an assignment');
  if (reserved.includes(word.text)) throw new Unparsed(`it has \`${word.text}\``);
  return word;
}
