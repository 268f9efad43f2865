/** Answers the page's requests: every path below `api/`, as `@interlock/inspector` defines them. */
import type {
  Diagnosis,
  DocumentName,
  GatewayPage,
  LedgerPage,
  LinePage,
  RowFilter,
  RowPage,
  State,
  StoredSession,
  TargetChoice,
  TargetView,
} from '@interlock/inspector';
import { wholeDiff } from '@interlock/runtime';
import type { Content } from '@interlock/transcript';
import { CommandError } from '../io/command-error.ts';
import { readVersion } from '../io/version.ts';
import { transcriptText } from '../sessions/transcript-text.ts';
import type { Documents, OpenDocument } from './documents.ts';
import type { GatewayWatch } from './gateway-watch.ts';
import { readDocument } from './read-document.ts';
import { findRows, isPicture, type RowSource, rowFor, type TextPart, textOf } from './rows.ts';

export interface PageSources {
  readonly documents: Documents;
  readonly targets: readonly TargetChoice[];
  readonly sessions: () => Promise<readonly StoredSession[]>;
  readonly openSession: (id: string) => Promise<OpenDocument>;
  readonly gateway?: GatewayWatch;
}

export interface PageRequest {
  readonly method: string;
  /** The path after `api/`. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: () => Promise<Buffer>;
}

export type Answer =
  | { readonly json: object }
  | { readonly bytes: Uint8Array; readonly type: string; readonly filename?: string };

/** Undefined: not found. */
export async function answerPage(request: PageRequest, sources: PageSources): Promise<Answer | undefined> {
  const { method, path } = request;
  const [first = '', id = '', ...rest] = path;
  if (method === 'POST') return postAnswer(first, request, sources);
  if (method !== 'GET') return undefined;
  if (first === 'state') return { json: await stateOf(sources) };
  if (first === 'gateway') return gatewayAnswer(sources);
  return first === 'documents' ? documentAnswer(sources.documents.get(id), rest, request.query) : undefined;
}

async function stateOf({ documents, sessions, targets, gateway }: PageSources): Promise<State> {
  const gatewayState = gateway === undefined ? {} : { gateway: gateway.state };
  return { version: readVersion(), documents: documents.names, sessions: await sessions(), targets, ...gatewayState };
}

function gatewayAnswer({ gateway }: PageSources): { readonly json: GatewayPage } | undefined {
  return gateway === undefined ? undefined : { json: gateway.page };
}

async function postAnswer(
  first: string,
  { query, body }: PageRequest,
  sources: PageSources,
): Promise<Answer | undefined> {
  if (first === 'examine') {
    const bytes = await body();
    const name = query.get('name') ?? 'pasted text';
    return { json: nameOf(await sources.documents.open({ load: () => readDocument(bytes, name) })) };
  }
  if (first !== 'open') return undefined;
  const session = query.get('session');
  if (session !== null) return { json: nameOf(await sources.openSession(session)) };
  return { json: nameOf(await openRequest(query.get('request') ?? '', sources)) };
}

async function openRequest(requestId: string, { gateway, documents }: PageSources): Promise<OpenDocument> {
  const recorded = gateway?.body(requestId);
  if (recorded === undefined)
    throw new CommandError(2, 'The body of this request was not recorded. Set gateway.recording to record bodies.');
  const load = () => readDocument(Buffer.from(recorded.text), `request ${requestId}`);
  return documents.open({ load }, requestId);
}

function nameOf({ id, document: { name, kind } }: OpenDocument): DocumentName {
  return { id, name, kind };
}

async function documentAnswer(
  opened: OpenDocument,
  [what = '', ...rest]: readonly string[],
  query: URLSearchParams,
): Promise<Answer | undefined> {
  const { rows, version, id } = opened;
  switch (what) {
    case '':
      return { json: opened.facts };
    case 'rows':
      return rowAnswer(rows, rest, query, version, `api/documents/${id}/media`);
    case 'media':
      return pictureAnswer(rows[Number(rest[0])]);
    case 'ledger': {
      const { from, count } = rangeOf(query, 50);
      const { turns } = opened;
      const page: LedgerPage = { version, total: turns.length, from, turns: turns.slice(from, from + count) };
      return { json: page };
    }
    case 'costs':
      return { json: opened.costs };
    case 'doctor': {
      const { whole: _, ...diagnosis } = await opened.diagnosis;
      const json: Diagnosis = { version, ...diagnosis };
      return { json };
    }
    case 'repaired': {
      const { whole } = await opened.diagnosis;
      if (whole === undefined) return undefined;
      return { bytes: Buffer.from(whole.text), type: 'application/json', filename: `repaired-${id}.json` };
    }
    case 'target':
      return targetAnswer(opened, rest, query);
    case 'difference':
      return { json: await differenceOf(opened, query) };
    default:
      return undefined;
  }
}

function rowAnswer(
  rows: readonly RowSource[],
  [number, text]: readonly string[],
  query: URLSearchParams,
  version: number,
  media: string,
): Answer | undefined {
  if (number === undefined) return { json: rowPage(rows, query, version, media) };
  const row = rows[Number(number)];
  if (row === undefined || text !== 'text') return undefined;
  return { bytes: Buffer.from(textOf(row, partOf(query)).toWellFormed()), type: 'text/plain; charset=utf-8' };
}

function partOf(query: URLSearchParams): TextPart {
  const parts: readonly TextPart[] = ['text', 'arguments', 'result', 'change'];
  return parts.find((part) => part === query.get('part')) ?? 'text';
}

function rowPage(rows: readonly RowSource[], query: URLSearchParams, version: number, media: string): RowPage {
  const found = findRows(rows, filterOf(query));
  const { from, count } = rangeOf(query, 200);
  const shown = found.slice(from, from + count).map((row) => rowFor(row, media));
  return { version, total: found.length, from, rows: shown };
}

function filterOf(query: URLSearchParams): RowFilter {
  const only = query.get('only');
  const tool = query.get('tool');
  const answerer = query.get('answerer');
  return {
    search: query.get('search') ?? '',
    ...(only === 'errors' || only === 'repairs' ? { only } : {}),
    ...(tool === null ? {} : { tool }),
    ...(answerer === null ? {} : { answerer }),
  };
}

function rangeOf(query: URLSearchParams, maxCount: number): { readonly from: number; readonly count: number } {
  const from = Math.max(0, Math.floor(Number(query.get('from')) || 0));
  const count = Math.min(maxCount, Math.max(0, Math.floor(Number(query.get('count') ?? maxCount) || 0)));
  return { from, count };
}

/** Only image formats that cannot contain scripts. */
function pictureAnswer(row: RowSource | undefined): Answer | undefined {
  const block = row?.block;
  if (block?.type !== 'media' || !isPicture(block)) return undefined;
  return { bytes: Buffer.from(block.data, 'base64'), type: block.mimeType.toLowerCase() };
}

async function targetAnswer(
  opened: OpenDocument,
  [what, ...rest]: readonly string[],
  query: URLSearchParams,
): Promise<Answer | undefined> {
  const { view, rows, lines } = await opened.target(query.get('target') ?? '');
  if (what === undefined) return { json: view satisfies TargetView };
  if (what === 'rows') return rowAnswer(rows, rest, query, opened.version, '');
  if (what !== 'lines') return undefined;
  const { from, count } = rangeOf(query, 500);
  const page: LinePage = { total: lines.length, from, lines: lines.slice(from, from + count).map(shortLine) };
  return { json: page };
}

/** A line of a body may be a whole image. */
const maxLineLength = 2_000;

function shortLine(line: string): string {
  const cut = line.length > maxLineLength ? `${line.slice(0, maxLineLength)}… (${line.length} characters)` : line;
  return cut.toWellFormed();
}

async function differenceOf(opened: OpenDocument, query: URLSearchParams): Promise<LinePage> {
  const [before, after] = await Promise.all(
    ['from-target', 'to-target'].map((name) => opened.target(query.get(name) ?? '')),
  );
  if (before === undefined || after === undefined) return { total: 0, from: 0, lines: [] };
  const paint = (_style: string, words: string): string => words;
  // The model that answered is not part of a request.
  const withoutMetadata = (contents: readonly Content[]): readonly Content[] =>
    contents.map(({ speaker, blocks }) => ({ speaker, blocks }));
  const text = ({ contents, lines }: typeof before): string =>
    query.get('as') === 'json' ? lines.join('\n') : transcriptText(withoutMetadata(contents), { paint, full: true });
  const [old, fresh] = [text(before), text(after)];
  const lines = old === fresh ? [] : wholeDiff('request', old, fresh).split('\n').slice(2);
  const { from, count } = rangeOf(query, 500);
  return { total: lines.length, from, lines: lines.slice(from, from + count).map(shortLine) };
}
