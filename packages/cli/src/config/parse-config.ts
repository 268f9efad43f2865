/** Parses JSON with comments, with the position of every value. The text may come from a hostile repository. */

import { redactKeys } from '@interlock/wire';
import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { placeOf, type TextPlace } from '../input/text-place.ts';
import { type ConfigPath, type Problem, pathText } from './problem.ts';

export interface ParsedConfig {
  readonly value: unknown;
  /** The position of a value, or of its parent if the key is missing. */
  readonly placeOf: (path: ConfigPath) => TextPlace;
}

export interface ConfigFault {
  readonly fault: string;
  readonly place: TextPlace;
}

const maxDepth = 32;
const maxProblems = 10;

/** Either the value, or the first syntax error. */
export function parseConfig(text: string): ParsedConfig | ConfigFault {
  // A byte order mark, from editors on Windows.
  const content = text.replace(/^\ufeff/, '');
  const deep = findTooDeep(content);
  if (deep !== undefined)
    return { fault: `is nested more than ${maxDepth} levels deep.`, place: placeOf(content, deep) };
  const errors: ParseError[] = [];
  const tree = parseTree(content, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first !== undefined) return { fault: faultText(first), place: placeOf(content, first.offset) };
  // An empty file, or one with only comments, has no settings.
  if (tree === undefined) return { value: {}, placeOf: () => ({ line: 1, column: 1 }) };
  const duplicate = findDuplicateKey(tree);
  if (duplicate !== undefined) {
    return {
      fault: `the key ${JSON.stringify(redactKeys(String(duplicate.value)))} appears twice. Keep one of them.`,
      place: placeOf(content, duplicate.offset),
    };
  }
  return { value: plainValue(tree), placeOf: (path) => placeOf(content, nodeAt(tree, path).offset) };
}

/** `file:line:column: path: what is wrong`, a line for each problem. */
export function problemLines(file: string, parsed: ParsedConfig, problems: readonly Problem[]): string {
  const lines = problems.slice(0, maxProblems).map(({ path, text }) => {
    const { line, column } = parsed.placeOf(path);
    return `${file}:${line}:${column}: ${path.length === 0 ? '' : `${pathText(path)}: `}${text}`;
  });
  const more = problems.length - lines.length;
  return [...lines, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n');
}

/** Uses no recursion, because the depth has to be checked before anything is built. */
function findTooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  while (scanner.getPosition() < text.length) {
    scanner.scan();
    const first = text.charAt(scanner.getTokenOffset());
    if (first === '{' || first === '[') depth += 1;
    if (first === '}' || first === ']') depth -= 1;
    if (depth > maxDepth) return scanner.getTokenOffset();
  }
  return undefined;
}

const faults: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is not a JSON value. Put strings in double quotes.',
  InvalidNumberFormat: 'invalid number. Write numbers like 0.5 or 12.',
  PropertyNameExpected: 'a key in double quotes is missing here.',
  ValueExpected: 'a value is missing here.',
  ColonExpected: 'a colon is missing here. Write "key": value.',
  CommaExpected: 'a comma is missing here.',
  CloseBraceExpected: 'a } is missing here.',
  CloseBracketExpected: 'a ] is missing here.',
  EndOfFileExpected: 'there is more after the end of the object. Keep one object.',
  UnexpectedEndOfComment: 'this comment is not closed. End it with */.',
  UnexpectedEndOfString: 'this string is not closed. End it with a double quote on the same line.',
  UnexpectedEndOfNumber: 'this number is incomplete.',
  InvalidUnicode: 'invalid escape sequence. Write \\uXXXX.',
  InvalidEscapeCharacter: 'invalid escape sequence. Write a backslash as \\\\.',
  InvalidCharacter: 'this character is not allowed here. Write it as an escape: \\uXXXX.',
};

function faultText({ error }: ParseError): string {
  return faults[printParseErrorCode(error)] ?? 'this is not JSON.';
}

/** A key that occurs twice in one object: it is unclear which one applies. */
function findDuplicateKey(node: Node): Node | undefined {
  const children = node.children ?? [];
  if (node.type === 'object') {
    const seen = new Set<unknown>();
    for (const { children: [key] = [] } of children) {
      if (key !== undefined && seen.has(key.value)) return key;
      seen.add(key?.value);
    }
  }
  for (const child of children) {
    const duplicate = findDuplicateKey(child);
    if (duplicate !== undefined) return duplicate;
  }
  return undefined;
}

/** Every key becomes an own property, even `__proto__`. */
function plainValue(node: Node): unknown {
  const children = node.children ?? [];
  if (node.type === 'array') return children.map(plainValue);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(
    children.flatMap(({ children: [key, value] = [] }) =>
      key === undefined || value === undefined ? [] : [[String(key.value), plainValue(value)]],
    ),
  );
}

/** The node to point at. For a key this is the key itself, because that is what people look for. */
function nodeAt(tree: Node, path: ConfigPath): Node {
  let node = tree;
  let shown = tree;
  for (const part of path) {
    const children: readonly Node[] = node.children ?? [];
    const property = children.find(({ children: [key] = [] }) => key?.value === part);
    const next = typeof part === 'number' ? children[part] : property?.children?.[1];
    if (next === undefined) return shown;
    node = next;
    shown = property ?? next;
  }
  return shown;
}
