/**
 * Reads commands, lists and redirections from left to right; words are read by `read-word.ts`. The grammar is what every shell that may be
 * `/bin/sh` reads in the same way, and not all of that: whatever is not listed here is asked about.
 */
import { LineCursor, Unparsed } from './line-cursor.ts';
import { readWord } from './read-word.ts';
import type { CommandWord, SimpleCommand } from './simple-command.ts';

/** Words that begin something else than a command, in some shell. */
const reserved: readonly string[] = [
  ...['if', 'then', 'elif', 'else', 'fi', 'for', 'while', 'until', 'do', 'done', 'case', 'esac', 'in', 'select'],
  ...['function', 'time', 'coproc', '[[', ']]', '{', '}', '!'],
  ...['repeat', 'foreach', 'end', 'noglob', 'nocorrect', 'namespace'],
];
const assignment = /^[A-Za-z_][A-Za-z0-9_]*=/;
/** In ksh, `a: b` is the command b with a label. */
const programName = /^([A-Za-z0-9_./][^=:]*|\[|:)$/;
const redirection = /^[0-9]?(>>|>\||>&|<>|<&|>|<)/;
const operators = ['&&', '||', '|', ';', '\n', '&'] as const;
/** `&>`, `&!`, `|&` and their like: one operator in some shells, two or none in others. */
const unusualOperator = /^(&[^&\s)]|\|&|;\|)/;
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
    for (let count = 0; ; count += 1) {
      this.#cursor.skipLines();
      if (this.#takeCloser(closer)) {
        if (unfinished) throw new Unparsed('it ends with an operator');
        // `()` defines a function, or begins one.
        if (closer !== undefined && count === 0) throw new Unparsed('a group is empty');
        return;
      }
      this.#readCommand(depth);
      this.#cursor.skipBlanks();
      const operator = this.#readOperator();
      if (operator === undefined && !this.#isClosed(closer)) throw new Unparsed('there is text where none is allowed');
      unfinished = operator === '&&' || operator === '||' || operator === '|';
    }
  }

  #readOperator(): (typeof operators)[number] | undefined {
    const ahead = this.#cursor.ahead(2);
    if (ahead === ';;' || ahead === ';&') throw new Unparsed('it has a `case`');
    if (unusualOperator.test(ahead)) throw new Unparsed('it has an operator that shells read differently');
    return operators.find((one) => this.#cursor.take(one));
  }

  #isClosed(closer: Closer): boolean {
    return this.#cursor.atEnd() || (closer === ')' && this.#cursor.peek() === ')');
  }

  #takeCloser(closer: Closer): boolean {
    if (this.#cursor.atEnd()) {
      if (closer !== undefined) throw new Unparsed('a bracket is not closed');
      return true;
    }
    if (closer === '}') return /^\}([\s;&|)]|$)/.test(this.#cursor.ahead(2)) && this.#cursor.take('}');
    return closer === ')' && this.#cursor.take(')');
  }

  #readCommand(depth: number): void {
    if (/^![ \t]/.test(this.#cursor.ahead(2))) {
      this.#cursor.at += 1;
      this.#cursor.skipBlanks();
    }
    if (this.#cursor.looksAt('((')) throw new Unparsed('it has arithmetic');
    if (this.#cursor.take('(')) this.#readGroup(')', depth);
    else if (/^\{[ \t\n]/.test(this.#cursor.ahead(2)) && this.#cursor.take('{')) this.#readGroup('}', depth);
    else this.#readSimple(depth);
  }

  /** A group's redirections are added as a command of their own, or they would be missed. */
  #readGroup(closer: Closer, depth: number): void {
    this.#readList(closer, depth + 1);
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
    const ahead = this.#cursor.ahead(16);
    if (/^[0-9]{2,}[<>]/.test(ahead)) throw new Unparsed('a redirection has a long number');
    const match = redirection.exec(ahead);
    if (match === null) return undefined;
    // `{v}>f`, `x2>f`: some shells take the word, or its end, for a part of it.
    if (!this.#cursor.atWordStart() && !/[A-Za-z_./]/.test(this.#cursor.peek(-1)))
      throw new Unparsed('a redirection touches the word before it');
    const operator = match[1];
    this.#cursor.at += match[0].length;
    if (operator === '>&' || operator === '<&') return this.#readDuplication();
    if (this.#cursor.peek() === '(') throw new Unparsed('it has a process substitution');
    if (operator === '<' && this.#cursor.peek() === '<') throw new Unparsed('it has a here-document');
    this.#cursor.skipBlanks();
    if (this.#cursor.atDelimiter() || this.#cursor.peek() === '!') throw new Unparsed('a redirection has no target');
    const { text, fixed } = this.#readWord(depth);
    if (!fixed) return true;
    if (text === '/dev/null') return false;
    // Bash opens network connections for names below /dev.
    return operator !== '<' || text.startsWith('/dev/');
  }

  /** `2>&1`: shells disagree about anything but one digit. */
  #readDuplication(): boolean {
    if (!/^[0-9]([\s;&|)]|$)/.test(this.#cursor.ahead(2))) throw new Unparsed('a redirection has an unusual target');
    this.#cursor.at += 1;
    return false;
  }
}

function commandName(word: CommandWord): CommandWord {
  if (!word.fixed) throw new Unparsed('what it runs depends on an expansion');
  // An assignment that is partly in quotes, or to an array.
  if (word.text.includes('=')) throw new Unparsed('what it runs looks like an assignment');
  if (reserved.includes(word.text)) throw new Unparsed(`it has \`${word.text}\``);
  if (!programName.test(word.text)) throw new Unparsed('what it runs has an unusual name');
  return word;
}
