/**
 * A history as rows: text, thinking, and each call with its result. A row only refers to its text; the text is built on demand, so that a
 * hundred thousand rows cost little.
 */
import type { CallRow, CallState, Mark, Row, RowFilter, RowKind } from '@interlock/inspector';
import {
  type Block,
  type Content,
  completionState,
  type MediaBlock,
  type ToolCallBlock,
  type ToolResponseBlock,
} from '@interlock/transcript';
import { answererName } from '../sessions/answerer-name.ts';
import { type CallFacts, contentsIn, type InspectedDocument, type LogItem, turnsIn } from './document.ts';
import { excerptOf, shownJson, shownText } from './excerpt.ts';
import { findMarks, type MarksByPath } from './find-marks.ts';

export interface RowSource {
  readonly number: number;
  readonly kind: RowKind;
  readonly turn: number;
  readonly at?: number;
  readonly who?: string;
  readonly place: string;
  readonly marks: readonly Mark[];
  /** Absent for a note. */
  readonly block?: Block;
  readonly note?: string;
  /** For a call: the result that follows it. */
  readonly result?: ToolResponseBlock;
  readonly facts?: CallFacts;
  readonly askedAt?: number;
}

export function rowsOf(document: Pick<InspectedDocument, 'log' | 'calls'>): readonly RowSource[] {
  const { log, calls } = document;
  const open = new Set([...calls].flatMap(([id, { state }]) => (state === 'open' || state === 'running' ? [id] : [])));
  return new RowList(calls, findMarks(contentsIn(document), open)).all(log);
}

class RowList {
  readonly #calls: ReadonlyMap<string, CallFacts>;
  readonly #marks: MarksByPath;
  readonly #rows: RowSource[] = [];
  /** Rows of calls without a result, since the last answer. */
  #waiting = new Map<string, number>();

  constructor(calls: ReadonlyMap<string, CallFacts>, marks: MarksByPath) {
    this.#calls = calls;
    this.#marks = marks;
  }

  all(log: readonly LogItem[]): readonly RowSource[] {
    const turns = turnsIn(log);
    let entry = 0;
    log.forEach((item, index) => {
      const turn = turns[index] ?? 0;
      if (item.kind === 'note') {
        this.#push({ kind: 'note', turn, place: '', marks: [], note: item.text, ...timeOf(item.at) });
        return;
      }
      this.#content(item.content, entry, turn, item.at);
      entry += 1;
    });
    return this.#rows;
  }

  #content(content: Content, entry: number, turn: number, recordedAt: number | undefined): void {
    const { speaker, blocks = [], metadata } = content;
    const at = recordedAt ?? metadata?.timestamp;
    const who = speaker === 'ai' ? answererName(content) : undefined;
    if (speaker === 'ai' || speaker === 'human') this.#waiting = new Map();
    const place = `$[${entry}]`;
    const about = { turn, ...timeOf(at), ...(who === undefined ? {} : { who }) };
    const contentMarks = this.#marks.get(place) ?? [];
    if (blocks.length === 0) this.#push({ ...about, kind: 'note', note: '(empty)', place, marks: contentMarks });
    blocks.forEach((block, index) => {
      const at = `${place}.blocks[${index}]`;
      const marks = [...(index === 0 ? contentMarks : []), ...(this.#marks.get(at) ?? [])];
      if (block.type === 'tool_response' && this.#joinToCall(block, marks)) return;
      if (block.type === 'tool_call') this.#waiting.set(block.id, this.#rows.length);
      const facts = block.type === 'tool_call' ? this.#calls.get(block.id) : undefined;
      this.#push({
        ...about,
        kind: kindOf(block, speaker),
        place: at,
        marks,
        block,
        ...(facts === undefined ? {} : { facts }),
        ...(block.type === 'tool_call' && recordedAt !== undefined ? { askedAt: recordedAt } : {}),
      });
    });
  }

  /** A result right after its call is shown in the call's row. */
  #joinToCall(result: ToolResponseBlock, marks: readonly Mark[]): boolean {
    const at = this.#waiting.get(result.callId);
    const row = at === undefined ? undefined : this.#rows[at];
    if (at === undefined || row === undefined) return false;
    this.#waiting.delete(result.callId);
    this.#rows[at] = { ...row, result, marks: [...row.marks, ...marks] };
    return true;
  }

  #push(row: Omit<RowSource, 'number'>): void {
    this.#rows.push({ ...row, number: this.#rows.length });
  }
}

function timeOf(at: number | undefined): { readonly at?: number } {
  return typeof at === 'number' && Number.isFinite(at) ? { at } : {};
}

function kindOf(block: Block, speaker: Content['speaker']): RowKind {
  switch (block.type) {
    case 'tool_call':
      return 'call';
    case 'tool_response':
      return 'result';
    case 'thinking':
    case 'media':
    case 'code':
      return block.type;
    default:
      if (speaker === 'ai') return 'assistant';
      return speaker === 'human' ? 'user' : 'system';
  }
}

export function callState({ block, result, facts }: RowSource): CallState | undefined {
  if (block?.type === 'tool_response') return stateOfResult(block);
  if (block?.type !== 'tool_call') return undefined;
  if (facts !== undefined && facts.state !== 'open' && facts.state !== 'running') return facts.state;
  return result === undefined ? (facts?.state ?? 'lost') : stateOfResult(result);
}

function stateOfResult(result: ToolResponseBlock): CallState {
  if (result.synthetic !== undefined) return result.synthetic;
  const state = completionState(result);
  return state === 'pending' ? 'open' : state;
}

export function isError(row: RowSource): boolean {
  const state = callState(row);
  return state !== undefined && state !== 'complete' && state !== 'running';
}

/** How many repairs rendering makes, as `/diagnostics` and the providers count them: a row may have several. */
export function repairsIn(rows: readonly RowSource[]): number {
  return rows.reduce((sum, { marks }) => sum + marks.filter(({ level }) => level === 'repair').length, 0);
}

export function isRepaired({ marks }: RowSource): boolean {
  return marks.some(({ level }) => level === 'repair');
}

export function toolOf({ block }: RowSource): string | undefined {
  if (block?.type === 'tool_call') return shownText(block.name);
  return block?.type === 'tool_response' ? shownText(block.toolName) : undefined;
}

export type TextPart = 'text' | 'arguments' | 'result' | 'change';

/** The whole text of a row. */
export function textOf({ block, note, result }: RowSource, part: TextPart = 'text'): string {
  if (block === undefined) return note ?? '';
  if (part === 'arguments') return block.type === 'tool_call' ? shownJson(block.parameters) : '';
  if (part === 'change') return (block.type === 'tool_call' ? changeOfCall(block.parameters) : undefined) ?? '';
  if (part === 'result') return result === undefined ? '' : resultText(result);
  return blockText(block);
}

/** The text that a search covers. */
export function* searchedTexts(row: RowSource): Generator<string, void, undefined> {
  yield textOf(row);
  yield row.who ?? '';
  if (row.block?.type === 'tool_call') {
    yield textOf(row, 'arguments');
    yield textOf(row, 'result');
  }
}

function blockText(block: Block): string {
  switch (block.type) {
    case 'text':
      return shownText(block.text);
    case 'thinking':
      return shownText(block.thought);
    case 'code':
      return shownText(block.code);
    case 'tool_call':
      return shownText(block.name);
    case 'tool_response':
      return resultText(block);
    case 'media':
      return [block.filename, block.caption, block.mimeType].filter((part) => part !== undefined).join(' · ');
    default:
      return shownJson(block);
  }
}

function resultText({ error, result }: ToolResponseBlock): string {
  return [shownText(error), shownText(result)].filter((text) => text !== '').join('\n');
}

/** The row as the page gets it. `media`: the URL of the document's images; empty: images are only named. */
export function rowFor(source: RowSource, media: string): Row {
  const { number, kind, turn, at, who, place, marks, block } = source;
  return {
    number,
    kind,
    turn,
    ...timeOf(at),
    ...(who === undefined ? {} : { who }),
    text: excerptOf(textOf(source)),
    place,
    marks,
    ...(block?.type === 'tool_call' ? { call: callRow(source, block) } : {}),
    ...(block?.type === 'media' ? { media: mediaRow(block, media === '' ? undefined : `${media}/${number}`) } : {}),
  };
}

function callRow(source: RowSource, call: ToolCallBlock): CallRow {
  const { facts, result, askedAt } = source;
  const { startedAt, endedAt } = facts ?? {};
  const change = textOf(source, 'change');
  return {
    id: shownText(call.id),
    name: shownText(call.name),
    state: callState(source) ?? 'lost',
    arguments: excerptOf(textOf(source, 'arguments')),
    ...(change === '' ? {} : { change: { ...excerptOf(change), isDiff: true } }),
    ...(result === undefined ? {} : { result: excerptOf(resultText(result)) }),
    ...(startedAt === undefined || endedAt === undefined ? {} : { ms: Math.max(0, endedAt - startedAt) }),
    ...(startedAt === undefined || askedAt === undefined ? {} : { waitMs: Math.max(0, startedAt - askedAt) }),
  };
}

/** Formats without scripts. */
const pictures: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export function isPicture({ mimeType, encoding }: MediaBlock): boolean {
  return encoding === 'base64' && pictures.has(shownText(mimeType).toLowerCase());
}

function mediaRow(block: MediaBlock, source: string | undefined): NonNullable<Row['media']> {
  const data = shownText(block.data);
  return {
    mimeType: shownText(block.mimeType),
    ...(block.filename === undefined ? {} : { filename: shownText(block.filename) }),
    bytes: block.encoding === 'base64' ? Math.floor((data.length * 3) / 4) : data.length,
    ...(source !== undefined && isPicture(block) ? { source } : {}),
  };
}

const before: readonly string[] = ['old_text', 'old_string', 'oldString', 'oldText', 'old_str'];
const after: readonly string[] = ['new_text', 'new_string', 'newString', 'newText', 'new_str'];
const patches: readonly string[] = ['patch', 'diff', 'patchText', 'input'];

/**
 * The change that the arguments of a call describe, as lines of a diff: for our editing tools and those of other agents. Undefined: the
 * arguments describe no change.
 */
function changeOfCall(parameters: unknown): string | undefined {
  if (typeof parameters !== 'object' || parameters === null) return undefined;
  const found = (names: readonly string[]): string | undefined =>
    names.map((name) => Reflect.get(parameters, name)).find((text) => typeof text === 'string' && text !== '');
  const old = found(before);
  const fresh = found(after);
  if (old !== undefined || fresh !== undefined) return [...marked('-', old), ...marked('+', fresh)].join('\n');
  const patch = found(patches);
  return patch !== undefined && /^(?:\*\*\* Begin Patch|--- |diff --git |@@ )/m.test(patch) ? patch : undefined;
}

function marked(mark: string, text = ''): readonly string[] {
  return text === '' ? [] : text.split('\n').map((line) => mark + line);
}

/** The rows that pass a filter, in order. */
export function findRows(rows: readonly RowSource[], filter: RowFilter): readonly RowSource[] {
  const tests = testsOf(filter);
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)));
}

function testsOf({ search = '', only, tool, answerer }: RowFilter): readonly ((row: RowSource) => boolean)[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return [
    ...(only === 'errors' ? [isError] : []),
    ...(only === 'repairs' ? [isRepaired] : []),
    ...(tool === undefined ? [] : [(row: RowSource) => toolOf(row) === tool]),
    ...(answerer === undefined ? [] : [(row: RowSource) => row.who === answerer]),
    // Slowest last: it reads every text.
    ...(words.length === 0 ? [] : [(row: RowSource) => hasWords(row, words)]),
  ];
}

function hasWords(row: RowSource, words: readonly string[]): boolean {
  const texts = [...searchedTexts(row)].map((text) => text.toLowerCase());
  return words.every((word) => texts.some((text) => text.includes(word)));
}
