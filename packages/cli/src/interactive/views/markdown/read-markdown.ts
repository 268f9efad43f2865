/**
 * Parses Markdown into blocks. Reference links and their definitions stay as written: otherwise a line at the end of an answer could change
 * what was printed long before.
 */
import { Lexer, Marked, type MarkedToken, type Token } from 'marked';

/** Beyond these limits the lexer is too slow; such a text is shown as plain text. */
const maxLength = 200_000;
const maxSigns = 4_000;
/** The lexer scans a whole list item again for each of its lines: 16,000 lines took half a minute. */
const maxItemLines = 500;
/** The lexer searches for URLs from each letter of a word, and trims their ends one by one: 80 KB took eleven seconds. */
const maxWordLength = 2_000;
/** Each level of lists and quotes is parsed again by the level above it. */
const maxLevels = 100;
const maxIndent = 200;

/** Undefined: the text has to be shown as plain text. If only some blocks cannot be parsed, those are shown as they are. */
export function readMarkdown(text: string): readonly MarkedToken[] | undefined {
  const blocks = splitBlocks(text).map((block) => ({ block, isReadable: isReadable(block) }));
  if (blocks.every(({ isReadable: canParse }) => canParse)) return lex(text);
  if (!blocks.some(({ isReadable: canParse }) => canParse)) return undefined;
  const tokens: MarkedToken[] = [];
  let readable = '';
  const flush = (): void => {
    tokens.push(...(lex(readable) ?? [verbatim(readable)]));
    readable = '';
  };
  for (const { block, isReadable: canParse } of blocks) {
    if (canParse) readable += block;
    else {
      flush();
      tokens.push(verbatim(block));
    }
  }
  flush();
  return tokens;
}

function lex(text: string): readonly MarkedToken[] | undefined {
  if (text.length > maxLength) return undefined;
  return unlessTooDeep(() => known(new Lexer(createOptions()).lex(text)));
}

function isReadable(block: string): boolean {
  return (
    block.length <= maxLength &&
    !block.split('\n\n').some(hasTooManySigns) &&
    !hasLongItem(block) &&
    !hasHardLine(block)
  );
}

/** A block that is drawn line by line, like HTML. */
function verbatim(text: string): MarkedToken {
  return { type: 'html', block: true, pre: false, raw: text, text };
}

/**
 * Splits where a block certainly starts: at an unindented line that follows a blank one, does not continue a list, and is not in a fence.
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

/** Undefined: the text is nested too deeply. */
export function unlessTooDeep<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function hasTooManySigns(paragraph: string): boolean {
  return paragraph.length > maxSigns && (paragraph.match(/[*_~`[\]<]/gu)?.length ?? 0) > maxSigns;
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
    if (lines !== undefined && lines > maxItemLines) return true;
    wasBlank = line.trim() === '';
  }
  return false;
}

const longWord = new RegExp(`[!-~]{${maxWordLength + 1}}`, 'u');
const manyLevels = new RegExp(`^(?:\\s*(?:>|(?:[-*+]|\\d{1,9}[.)])(?=\\s))){${maxLevels + 1}}`, 'u');
const deepItem = new RegExp(`^\\s{${maxIndent + 1},}(?:>|(?:[-*+]|\\d{1,9}[.)])\\s)`, 'u');

/** Lines of code are not examined, because they are not parsed. */
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
