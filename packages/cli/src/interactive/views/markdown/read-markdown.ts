/**
 * Parses Markdown into blocks. Reference links and their definitions stay as written: otherwise a line at the end of an answer could change
 * what was printed long before.
 */
import { Lexer, Marked, type MarkedToken, type Token } from 'marked';

/** Beyond these limits the lexer is too slow; such a text is shown as plain text. */
const largestText = 200_000;
const mostSigns = 4_000;
/** The lexer scans a whole list item again for each of its lines: 16,000 lines took half a minute. */
const mostItemLines = 500;
/** It searches for URLs from each letter of a word, and trims their ends one by one: 80 KB took eleven seconds. */
const longestWord = 2_000;
/** Each level of lists and quotes is parsed again by the level above it. */
const mostLevels = 100;
const deepestIndent = 200;

/** Undefined: better shown as plain text. Blocks that cannot be parsed are shown as they are among the others. */
export function readMarkdown(text: string): readonly MarkedToken[] | undefined {
  const blocks = splitBlocks(text).map((block) => ({ block, isReadable: isReadable(block) }));
  if (blocks.every(({ isReadable: is }) => is)) return lex(text);
  if (!blocks.some(({ isReadable: is }) => is)) return undefined;
  const tokens: MarkedToken[] = [];
  let readable = '';
  const flush = (): void => {
    tokens.push(...(lex(readable) ?? [verbatim(readable)]));
    readable = '';
  };
  for (const { block, isReadable: is } of blocks) {
    if (is) readable += block;
    else {
      flush();
      tokens.push(verbatim(block));
    }
  }
  flush();
  return tokens;
}

function lex(text: string): readonly MarkedToken[] | undefined {
  if (text.length > largestText) return undefined;
  return unlessTooDeep(() => known(new Lexer(createOptions()).lex(text)));
}

function isReadable(block: string): boolean {
  return (
    block.length <= largestText &&
    !block.split('\n\n').some(hasTooManySigns) &&
    !hasLongItem(block) &&
    !hasHardLine(block)
  );
}

/** Drawn line by line, like HTML. */
function verbatim(text: string): MarkedToken {
  return { type: 'html', block: true, pre: false, raw: text, text };
}

/**
 * Split where a block surely starts: at an unindented line that follows a blank one, does not continue a list, and is not in a fence.
 * Nothing before it can change its meaning.
 */
function splitBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  let start = 0;
  let at = 0;
  let wasBlank = false;
  let inList = false;
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const isItem = itemStart.test(line);
    if (fence === undefined && wasBlank && /^[^\s>]/u.test(line) && !(isItem && inList)) {
      blocks.push(text.slice(start, at));
      start = at;
      inList = false;
    }
    inList ||= isItem;
    fence = fenceAfter(line, fence);
    wasBlank = line.trim() === '';
    at += line.length + 1;
  }
  return [...blocks, text.slice(start)];
}

/** The fence that is open after this line. */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const found = /^ {0,3}(`{3,}|~{3,})(.*)$/su.exec(line);
  const [, signs = '', rest = ''] = found ?? [];
  if (open === undefined) return found === null ? undefined : signs;
  return found !== null && signs.startsWith(open) && rest.trim() === '' ? undefined : open;
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

const itemStart = /^[\s>]*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/u;

/** An item ends where the next one starts, or at an unindented line after a blank one. */
function hasLongItem(text: string): boolean {
  let lines: number | undefined;
  let wasBlank = false;
  for (const line of text.split('\n')) {
    if (itemStart.test(line)) lines = 0;
    else if (wasBlank && /^\S/u.test(line)) lines = undefined;
    else if (lines !== undefined) lines += 1;
    if (lines !== undefined && lines > mostItemLines) return true;
    wasBlank = line.trim() === '';
  }
  return false;
}

const longWord = new RegExp(`[!-~]{${longestWord + 1}}`, 'u');
const manyLevels = new RegExp(`^(?:\\s*(?:>|(?:[-*+]|\\d{1,9}[.)])(?=\\s))){${mostLevels + 1}}`, 'u');
const deepItem = new RegExp(`^\\s{${deepestIndent + 1},}(?:>|(?:[-*+]|\\d{1,9}[.)])\\s)`, 'u');

/** Code may have any lines: it is not examined. */
function hasHardLine(block: string): boolean {
  let fence: string | undefined;
  for (const line of block.split('\n')) {
    const isCode = fence !== undefined;
    fence = fenceAfter(line, fence);
    if (!isCode && (longWord.test(line) || manyLevels.test(line) || deepItem.test(line))) return true;
  }
  return false;
}

/** `def: () => undefined` means "not a definition": the next rule is tried. */
function createOptions(): Marked['defaults'] {
  return new Marked({ gfm: true, tokenizer: { def: () => undefined } }).defaults;
}

/** All token types without extensions. */
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
