/** A page of the documentation as data: examples, links, anchors, tables that are checked against the code, and names in code style. */
import { lexer, type Token, type Tokens, walkTokens } from 'marked';

export interface Fence {
  /** The number of its first line, from 1. */
  readonly line: number;
  readonly language: string;
  /** The words after the language: `run`, `check`, `continued`. */
  readonly marks: readonly string[];
  readonly text: string;
}

export interface Cell {
  readonly text: string;
  /** Names in code style in it. */
  readonly codes: readonly string[];
}

/** A table after a comment `<!-- check: subject -->`, which says what it is checked against. */
export interface CheckedTable {
  readonly line: number;
  readonly check: string;
  readonly subject: string;
  readonly rows: readonly (readonly Cell[])[];
}

export interface Page {
  readonly file: string;
  readonly fences: readonly Fence[];
  /** As written. */
  readonly links: readonly string[];
  readonly anchors: ReadonlySet<string>;
  readonly tables: readonly CheckedTable[];
  /** Everything in code style, except in fences and in tables that are checked in another way. */
  readonly codes: readonly string[];
}

export function readPage(file: string, markdown: string): Page {
  const source = markdown.replaceAll('\r\n', '\n');
  const tokens = lexer(source);
  const placed = placesOf(tokens);
  const links: string[] = [];
  walkTokens(tokens, (token) => {
    if (token.type === 'link' || token.type === 'image') links.push((token as Tokens.Link).href);
  });
  const fences = placed.flatMap(({ token, line }) => (token.type === 'code' ? [fenceOf(token, line)] : []));
  const tables = tablesOf(placed);
  const done = tables.filter(({ check }) => check === 'checked').flatMap(({ rows }) => rows.flat());
  const codes = codesIn(tokens).filter((code) => !done.some((cell) => cell.codes.includes(code)));
  return { file, fences, links, anchors: anchorsOf(tokens), tables, codes };
}

interface Placed {
  readonly token: Token;
  readonly line: number;
}

/** The top-level elements of a page; together, their texts are the page. */
function placesOf(tokens: readonly Token[]): readonly Placed[] {
  let line = 1;
  return tokens.map((token) => {
    const placed = { token, line };
    line += token.raw.split('\n').length - 1;
    return placed;
  });
}

function fenceOf(token: Token, line: number): Fence {
  const { lang = '', text } = token as Tokens.Code;
  const [language = '', ...marks] = lang.split(/\s+/);
  return { line, language, marks, text };
}

const comment = /^<!-- ([a-z]+): ([a-z -]+) -->\s*$/;

function tablesOf(placed: readonly Placed[]): readonly CheckedTable[] {
  const solid = placed.filter(({ token }) => token.type !== 'space');
  return solid.flatMap(({ token, line }, index) => {
    const [, check, subject] = token.type === 'html' ? (comment.exec(token.raw) ?? []) : [];
    if (check === undefined || subject === undefined) return [];
    const next = solid[index + 1]?.token;
    return [{ line, check, subject, rows: next?.type === 'table' ? rowsOf(next as Tokens.Table) : [] }];
  });
}

function rowsOf({ rows }: Tokens.Table): readonly (readonly Cell[])[] {
  return rows.map((row) => row.map(({ text, tokens }) => ({ text, codes: codesIn(tokens) })));
}

function codesIn(tokens: readonly Token[]): readonly string[] {
  const codes: string[] = [];
  walkTokens([...tokens], (token) => {
    if (token.type === 'codespan') codes.push((token as Tokens.Codespan).text);
  });
  return codes;
}

/** Anchors of headings, as GitHub creates them. */
function anchorsOf(tokens: readonly Token[]): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const token of tokens) {
    if (token.type !== 'heading') continue;
    const anchor = wordsOf((token as Tokens.Heading).tokens)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count += 1) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

/** The text without its formatting; for a link, what is shown. */
function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => ('tokens' in token && token.tokens !== undefined ? wordsOf(token.tokens) : textOf(token)))
    .join('');
}

function textOf(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? token.text : token.raw;
}
