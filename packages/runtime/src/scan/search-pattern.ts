/**
 * A model's pattern as a JavaScript expression and, if it can mean the same, as a ripgrep expression. Common mistakes are accepted (a
 * brace that repeats nothing is a brace, `\-` and `\"` are literal, a leading `(?i)` works). Lines are matched without their ends,
 * including `\r`, so that both engines find the same lines.
 */
import { FileProblem } from '../workspace/file-problem.ts';

export interface SearchPattern {
  readonly source: string;
  readonly flags: 'u' | 'iu';
  /** For ripgrep; absent if it does not support the pattern (lookaround, back-references) or would read it differently. */
  readonly rust?: string;
}

export function parsePattern(pattern: string, ignoreCase: boolean): SearchPattern {
  const front = /^\(\?([ims]+)\)/.exec(pattern);
  const flags = ignoreCase || front?.[1]?.includes('i') === true ? 'iu' : 'u';
  const { js, rust } = new PatternReader(pattern.slice(front?.[0].length ?? 0)).read();
  try {
    new RegExp(js, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*: /s, '') : 'unknown error';
    throw new FileProblem(
      `The pattern ${JSON.stringify(pattern)} is not a valid regular expression: ${reason}. ` +
        'Escape special characters with a \\: . * + ? ( ) [ ] { } ^ $ | \\',
    );
  }
  return { source: js, flags, ...(rust === undefined ? {} : { rust }) };
}

const lineEnds = '\\n\\r';
const sets: Readonly<Record<string, string>> = {
  d: '0-9',
  w: '0-9A-Za-z_',
  s: '\\t\\v\\f \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff',
};
const posixSets: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: '0-9A-Za-z',
  upper: 'A-Z',
  lower: 'a-z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
  blank: ' \\t',
  space: sets['s'] ?? '',
  punct: '!-\\/:-@\\[-`\\{-\\x7e',
};

class PatternReader {
  readonly #pattern: string;
  #at = 0;
  #js = '';
  #rust = '';
  #shared = true;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  read(): { readonly js: string; readonly rust: string | undefined } {
    while (this.#at < this.#pattern.length) this.#next();
    return { js: this.#js, rust: this.#shared ? this.#rust : undefined };
  }

  #next(): void {
    const found =
      this.#try(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]+\}|[pP]\{[^}]*\})/y, ([whole]) =>
        this.#put(whole),
      ) ||
      this.#try(/\\k<[^>]*>|\\c[A-Za-z]|\\[0-9]+|\\B|\\r|\r/y, ([whole]) => this.#putOnlyJs(whole)) ||
      this.#try(/\\n|\n/y, () => refuseLineEnd()) ||
      this.#try(/\\([dws])/y, ([, set]) => this.#put(`[${sets[set ?? '']}]`)) ||
      this.#try(/\\([DWS])/y, ([, set]) => this.#put(`[^${sets[(set ?? '').toLowerCase()]}${lineEnds}]`)) ||
      this.#try(/\\b/y, ([whole]) => this.#put(whole, `(?-u:${whole})`)) ||
      this.#try(/\\([^0-9A-Za-z])/uy, ([, character]) => this.#put(literal(character ?? ''))) ||
      this.#try(/\\[\s\S]?/y, ([whole]) => this.#put(whole)) ||
      this.#try(/\(\?P?<([A-Za-z_]\w*)>/y, ([, name]) => this.#put(`(?<${name}>`, `(?P<${name}>`)) ||
      this.#try(/\(\?:/y, ([whole]) => this.#put(whole)) ||
      this.#try(/\(\?/y, ([whole]) => this.#putOnlyJs(whole)) ||
      this.#try(/\{\d+(,\d*)?\}/y, ([whole]) => this.#put(whole)) ||
      this.#try(/[{}\]]/y, ([whole]) => this.#put(literal(whole))) ||
      this.#try(/\[\^?\]/y, ([whole]) => this.#putOnlyJs(whole)) ||
      this.#try(/\[(\^?)/y, ([, negated]) => this.#class(negated === '^')) ||
      this.#try(/\./y, () => this.#put(`[^${lineEnds}]`)) ||
      this.#try(/\$/y, () => this.#put('$', '(?:\\r?$)'));
    if (!found) this.#try(/[\s\S]/uy, ([whole]) => this.#put(whole));
  }

  /** Reads a bracket expression, from after the `[` to its `]`. */
  #class(negated: boolean): void {
    this.#put(negated ? '[^' : '[');
    const start = this.#at;
    // What a following `-` would start: a range after a single character, nothing after a set or another range.
    let single = false;
    while (this.#at < this.#pattern.length && this.#pattern[this.#at] !== ']') {
      const isFirst = this.#at === start;
      const isRange: boolean = single && !isFirst && this.#try(/-(?=[^\]])(?!\\[dwsDWSpP])/y, () => this.#put('-'));
      if (this.#at >= this.#pattern.length) break;
      const isSet = this.#classItem(negated);
      single = !isSet && !isRange;
    }
    if (negated) this.#put(lineEnds);
    this.#try(/\]/y, ([whole]) => this.#put(whole));
  }

  /** One character or set; and whether it was a set. */
  #classItem(negated: boolean): boolean {
    const isSet =
      this.#try(/\\([dws])/y, ([, set]) => this.#put(sets[set ?? ''] ?? '')) ||
      this.#try(/\[:([a-z]+):\]/y, ([whole, name]) => this.#put(posixSets[name ?? ''] ?? refuseClass(whole))) ||
      this.#try(/\\[DWS]/y, ([whole]) => this.#putOnlyJs(whole)) ||
      this.#try(/\\[pP]\{[^}]*\}/y, ([whole]) => this.#put(whole));
    if (isSet) return true;
    const isRead =
      this.#try(/\\r|\r/y, () => (negated ? this.#put('\\r') : this.#putOnlyJs('\\r'))) ||
      this.#try(/\\n|\n/y, () => (negated ? this.#put('\\n') : this.#putOnlyJs('\\n'))) ||
      this.#try(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]+\}|[tfv])/y, ([whole]) => this.#put(whole)) ||
      this.#try(/\\b/y, () => this.#put('\\x08')) ||
      this.#try(/\\0(?!\d)/y, () => this.#put('\\x00')) ||
      this.#try(/\\([^0-9A-Za-z])/uy, ([, character]) => this.#put(inClass(character ?? ''))) ||
      this.#try(/\\[\s\S]?/y, ([whole]) => this.#putOnlyJs(whole));
    if (!isRead) this.#try(/[\s\S]/uy, ([whole]) => this.#put(inClass(whole)));
    return false;
  }

  /** `expression` is sticky. */
  #try(expression: RegExp, take: (match: RegExpExecArray) => void): boolean {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.#pattern);
    if (match === null) return false;
    this.#at = expression.lastIndex;
    take(match);
    return true;
  }

  #put(js: string, rust: string = js): void {
    this.#js += js;
    this.#rust += rust;
  }

  #putOnlyJs(js: string): void {
    this.#shared = false;
    this.#js += js;
  }
}

function literal(character: string): string {
  return /[\^$\\.*+?()[\]{}|]/.test(character) ? `\\${character}` : character;
}

/** `&`, `~` and `[` have a meaning inside brackets in one of the two. */
function inClass(character: string): string {
  if (character === '&') return '\\x26';
  if (character === '~') return '\\x7e';
  return /[\^$\\.*+?()[\]{}|-]/.test(character) ? `\\${character}` : character;
}

function refuseLineEnd(): never {
  throw new FileProblem(
    'The pattern contains a newline (\\n). Lines are searched one at a time: search for one of them.',
  );
}

function refuseClass(name: string): never {
  throw new FileProblem(
    `The pattern contains ${name}, which is not a known set. Use \\p{…} or the characters themselves.`,
  );
}
