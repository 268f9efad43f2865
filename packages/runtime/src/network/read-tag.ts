/** One tag, comment or declaration of a page, read as browsers do: whatever is not ended runs to the end of the page. */

export interface Tag {
  /** In lower case; '' for comments and declarations. */
  readonly name: string;
  readonly isClosing: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  /** Where the text goes on. */
  readonly end: number;
}

/** Only these are looked at. */
const wanted: readonly string[] = ['href', 'alt', 'src'];

/** `at`: the place of a `<`. Absent when it is only a character. */
export function readTag(html: string, at: number): Tag | undefined {
  const next = html.charAt(at + 1);
  if (next === '!' || next === '?') return nameless(html, at);
  const isClosing = next === '/';
  const start = at + (isClosing ? 2 : 1);
  if (!/[a-z]/i.test(html.charAt(start))) return undefined;
  let end = start;
  while (end < html.length && !/[\s/>]/.test(html.charAt(end))) end++;
  const name = html.slice(start, Math.min(end, start + 40)).toLowerCase();
  const attributes = new Map<string, string>();
  return { name, isClosing, attributes, end: readAttributes(html, end, attributes) };
}

function nameless(html: string, at: number): Tag {
  const [closing, from] = html.startsWith('<!--', at) ? ['-->', at + 2] : ['>', at + 2];
  const found = html.indexOf(closing, from);
  return { name: '', isClosing: false, attributes: new Map(), end: found < 0 ? html.length : found + closing.length };
}

/** Returns the place after the `>`. */
function readAttributes(html: string, from: number, into: Map<string, string>): number {
  let at = from;
  while (at < html.length && html.charAt(at) !== '>') {
    const nameEnd = skip(html, at, /[^\s/>=]/);
    const name = html.slice(at, nameEnd).toLowerCase();
    const equals = skip(html, nameEnd, /\s/);
    if (nameEnd === at || html.charAt(equals) !== '=') {
      at = Math.max(at + 1, nameEnd);
      continue;
    }
    const [value, end] = readValue(html, skip(html, equals + 1, /\s/));
    if (wanted.includes(name) && !into.has(name)) into.set(name, value);
    at = end;
  }
  return Math.min(at + 1, html.length);
}

function readValue(html: string, at: number): readonly [value: string, end: number] {
  const quote = html.charAt(at);
  if (quote !== '"' && quote !== "'") {
    const end = skip(html, at, /[^\s>]/);
    return [html.slice(at, end), end];
  }
  const found = html.indexOf(quote, at + 1);
  return found < 0 ? [html.slice(at + 1), html.length] : [html.slice(at + 1, found), found + 1];
}

function skip(html: string, from: number, what: RegExp): number {
  let at = from;
  while (at < html.length && what.test(html.charAt(at))) at++;
  return at;
}
