/**
 * Finds where and why a text is not JSON, which engines do not always report. Runs only after `JSON.parse` has failed: one pass without
 * recursion, so that large and deeply nested texts are no problem. It refuses exactly what `JSON.parse` refuses.
 */
import type { JsonFault, JsonFaultKind } from './json-fault.ts';

/** `item` and `key` follow a comma, after which the list or object must not end. */
type Expecting = 'value' | 'first-item' | 'item' | 'first-key' | 'key' | 'colon' | 'after';

/** The first error. Undefined: the text is JSON. */
export function findJsonFault(text: string): JsonFault | undefined {
  return new Scanner(text).scan();
}

class Scanner {
  readonly #text: string;
  /** Positions of open brackets. */
  readonly #open: number[] = [];
  #at = 0;
  #comma = 0;
  #expecting: Expecting = 'value';

  constructor(text: string) {
    this.#text = text;
  }

  scan(): JsonFault | undefined {
    for (;;) {
      this.#skipSpace();
      if (this.#at >= this.#text.length) return this.#atEnd();
      const fault = this.#step(this.#text.charAt(this.#at));
      if (fault !== undefined) return fault;
    }
  }

  #step(char: string): JsonFault | undefined {
    switch (this.#expecting) {
      case 'first-item':
        return char === ']' ? this.#close() : this.#value(char);
      case 'first-key':
        return char === '}' ? this.#close() : this.#key(char);
      case 'item':
        return char === ']' ? this.#fail('trailing-comma', this.#comma) : this.#value(char);
      case 'value':
        return this.#value(char);
      case 'key':
        return this.#key(char);
      case 'colon':
        return char === ':' ? this.#go('value') : this.#fail('missing-colon');
      case 'after':
        return this.#after(char);
    }
  }

  #value(char: string): JsonFault | undefined {
    if (char === '[') return this.#begin('first-item');
    if (char === '{') return this.#begin('first-key');
    if (char === '"') return this.#string('after');
    if (char === '-' || isDigit(char)) return this.#number();
    const word = wordAt(this.#text, this.#at);
    if (word === 'true' || word === 'false' || word === 'null') return this.#go('after', word.length);
    if (this.#isCutOff(word)) return this.#fail('cut-off', this.#text.length, this.#open.at(-1));
    return this.#fail(faultOfValue(char, word, this.#text.charAt(this.#at + 1)));
  }

  #key(char: string): JsonFault | undefined {
    if (char === '"') return this.#string('colon');
    if (char === '}' && this.#expecting === 'key') return this.#fail('trailing-comma', this.#comma);
    return this.#fail(faultOfKey(char, this.#text.charAt(this.#at + 1)));
  }

  #after(char: string): JsonFault | undefined {
    const opener = this.#open.at(-1);
    if (opener === undefined) return this.#fail('more-after-end');
    const list = this.#text[opener] === '[';
    if (char === ',') {
      this.#comma = this.#at;
      return this.#go(list ? 'item' : 'key');
    }
    if (char === (list ? ']' : '}')) return this.#close();
    if (char === ']' || char === '}') return this.#fail('wrong-closer', this.#at, opener);
    return this.#fail(isComment(char, this.#text.charAt(this.#at + 1)) ? 'comment' : 'missing-comma');
  }

  /** Whether the text ends inside a literal, as in `tru`. */
  #isCutOff(word: string): boolean {
    const literals = ['true', 'false', 'null'];
    return word !== '' && this.#at + word.length >= this.#text.length && literals.some((it) => it.startsWith(word));
  }

  #begin(expecting: Expecting): undefined {
    this.#open.push(this.#at);
    return this.#go(expecting);
  }

  #close(): undefined {
    this.#open.pop();
    return this.#go('after');
  }

  #string(next: Expecting): JsonFault | undefined {
    const opened = this.#at;
    for (let at = opened + 1; at < this.#text.length; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === 0x22) {
        this.#at = at;
        return this.#go(next);
      }
      if (code === 0x0a || code === 0x0d) return this.#fail('raw-line-break', at, opened);
      if (code < 0x20) return this.#fail('raw-control', at, opened);
      if (code === 0x5c) {
        const length = escapeLength(this.#text, at);
        if (length === 0 && cutEscape.test(this.#text.slice(at, at + 6))) break;
        if (length === 0) return this.#fail('bad-escape', at, opened);
        at += length - 1;
      }
    }
    return this.#fail('cut-off', this.#text.length, opened);
  }

  #number(): JsonFault | undefined {
    const { end, isValid } = readNumber(this.#text, this.#at);
    if (!isValid && end >= this.#text.length) return this.#fail('cut-off', end, this.#open.at(-1));
    if (!isValid) return this.#fail('bad-number', end);
    return this.#go('after', end - this.#at);
  }

  #go(expecting: Expecting, length = 1): undefined {
    this.#at += length;
    this.#expecting = expecting;
    return undefined;
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  #atEnd(): JsonFault | undefined {
    const opened = this.#open.at(-1);
    if (this.#expecting === 'after' && opened === undefined) return undefined;
    return this.#fail('cut-off', this.#text.length, opened);
  }

  #fail(kind: JsonFaultKind, at: number = this.#at, opened?: number): JsonFault {
    return { kind, at, ...(opened === undefined ? {} : { opened }) };
  }
}

function faultOfValue(char: string, word: string, next: string): JsonFaultKind {
  if (char === "'") return 'single-quotes';
  if (isComment(char, next)) return 'comment';
  if (word === 'None' || word === 'True' || word === 'False') return 'python-word';
  if (word === 'undefined' || word === 'NaN' || word === 'Infinity') return 'not-finite';
  if (char === '+' || char === '.') return 'bad-number';
  return char === ',' || char === ']' || char === '}' || char === ':' ? 'missing-value' : 'no-value';
}

function faultOfKey(char: string, next: string): JsonFaultKind {
  if (char === "'") return 'single-quotes';
  return isComment(char, next) ? 'comment' : 'missing-key';
}

function isComment(char: string, next: string): boolean {
  return char === '#' || (char === '/' && (next === '/' || next === '*'));
}

/** The next letters, at most as many as the longest known word has: a long run of letters must not be copied. */
function wordAt(text: string, at: number): string {
  return /^[A-Za-z]*/.exec(text.slice(at, at + 10))?.[0] ?? '';
}

const cutEscape: RegExp = /^\\(u[0-9a-fA-F]{0,3})?$/;

/** The length of the escape at a backslash; 0: invalid. */
function escapeLength(text: string, at: number): number {
  const char = text.charAt(at + 1);
  if (char === 'u') return /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) ? 6 : 0;
  return char !== '' && '"\\/bfnrt'.includes(char) ? 2 : 0;
}

/** The end of the number, or the position at which it becomes invalid. */
function readNumber(text: string, start: number): { readonly end: number; readonly isValid: boolean } {
  let at = text[start] === '-' ? start + 1 : start;
  const whole = skipDigits(text, at);
  if (whole === at) return { end: at, isValid: false };
  if (text[at] === '0' && whole > at + 1) return { end: at + 1, isValid: false };
  at = whole;
  if (text[at] === '.') {
    const end = skipDigits(text, at + 1);
    if (end === at + 1) return { end, isValid: false };
    at = end;
  }
  if (text[at] === 'e' || text[at] === 'E') {
    at += text[at + 1] === '+' || text[at + 1] === '-' ? 2 : 1;
    const end = skipDigits(text, at);
    if (end === at) return { end, isValid: false };
    at = end;
  }
  return { end: at, isValid: true };
}

function skipDigits(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charAt(at))) at += 1;
  return at;
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9' && char.length === 1;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
