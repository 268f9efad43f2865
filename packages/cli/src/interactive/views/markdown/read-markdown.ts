/**
 * Markdown as blocks. Two things are not as elsewhere: a link that is defined somewhere else stays as it was written, and so does its
 * definition. Otherwise a line at the end of an answer could change what has been on the screen for long.
 */
import { Lexer, Marked, type MarkedToken, type Token } from 'marked';

/** Beyond these the lexer takes too long to draw by; such a text is shown as it is. */
const largestText = 200_000;
const mostSigns = 4_000;
/** The lexer looks through a whole list item again for each of its lines: 16,000 lines took half a minute. */
const mostItemLines = 500;

/** Undefined: better shown as plain text. */
export function readMarkdown(text: string): readonly MarkedToken[] | undefined {
  if (text.length > largestText || text.split('\n\n').some(hasTooManySigns) || hasLongItem(text)) return undefined;
  return unlessTooDeep(() => known(new Lexer(createOptions()).lex(text)));
}

/** Undefined for a text that nests deeper than can be followed. */
export function unlessTooDeep<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function hasTooManySigns(paragraph: string): boolean {
  return paragraph.length > mostSigns && (paragraph.match(/[*_~`[\]<]/gu)?.length ?? 0) > mostSigns;
}

/** An item goes on until the next one begins, or until a line at the margin follows a blank line. */
function hasLongItem(text: string): boolean {
  let lines: number | undefined;
  let wasBlank = false;
  for (const line of text.split('\n')) {
    if (/^[\s>]*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/u.test(line)) lines = 0;
    else if (wasBlank && /^\S/u.test(line)) lines = undefined;
    else if (lines !== undefined) lines += 1;
    if (lines !== undefined && lines > mostItemLines) return true;
    wasBlank = line.trim() === '';
  }
  return false;
}

/** `def: () => undefined` is "not a definition": the next rule has a try. */
function createOptions(): Marked['defaults'] {
  return new Marked({ gfm: true, tokenizer: { def: () => undefined } }).defaults;
}

/** All there are without extensions. */
export function known(tokens: readonly Token[]): readonly MarkedToken[] {
  return tokens.filter((token): token is MarkedToken => names.includes(token.type));
}

const names: readonly string[] = [
  'blockquote',
  'br',
  'checkbox',
  'code',
  'codespan',
  'del',
  'em',
  'escape',
  'heading',
  'hr',
  'html',
  'image',
  'link',
  'list',
  'paragraph',
  'space',
  'strong',
  'table',
  'text',
];
