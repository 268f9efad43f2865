/** Reads a server's list of tools, page by page. An invalid tool is skipped; the rest of the list is used. */
import { isJsonObject, type JsonObject } from '@interlock/transcript';
import { readToolSchema } from '@interlock/wire';

export interface ListedTool {
  /** The server's name for it. */
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
  readonly readOnly: boolean;
}

export interface ToolList {
  readonly tools: readonly ListedTool[];
  /** Sentences that say what was ignored or changed, and why. */
  readonly problems: readonly string[];
}

export type AskPage = (cursor: string | undefined) => Promise<unknown>;

const mostPages = 100;
const mostTools = 1_000;
const longestName = 256;
const longestDescription = 4_096;

export async function listTools(askPage: AskPage): Promise<ToolList> {
  const problems: string[] = [];
  const tools = new Map<string, ListedTool>();
  const add = (raw: unknown): void => {
    const tool = readTool(raw, problems);
    if (tool === undefined) return;
    if (tools.has(tool.name))
      problems.push(`the tool ${JSON.stringify(tool.name)} is listed twice; the first one is used`);
    else tools.set(tool.name, tool);
  };
  const cursors = new Set<string>();
  for (let cursor: string | undefined, isMore = true; isMore; ) {
    const page = await askPage(cursor);
    const listed = listOf(page, problems);
    for (const raw of listed.slice(0, mostTools)) add(raw);
    if (listed.length > mostTools) problems.push(`more than ${mostTools} tools are on one page; the rest is ignored`);
    cursor = nextCursor(page);
    const end = cursor === undefined ? undefined : endOf(cursors, cursor, tools.size);
    if (end !== undefined) problems.push(`${end}; the ${tools.size} tools before that are used`);
    isMore = cursor !== undefined && end === undefined;
    if (cursor !== undefined) cursors.add(cursor);
  }
  const sorted = [...tools.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { tools: sorted, problems };
}

/** Why this page is not requested. */
function endOf(cursors: ReadonlySet<string>, cursor: string, count: number): string | undefined {
  if (cursors.has(cursor)) return 'its list of tools has a loop';
  if (cursors.size + 1 >= mostPages) return `its list of tools has more than ${mostPages} pages`;
  return count >= mostTools ? `it has more than ${mostTools} tools` : undefined;
}

function listOf(page: unknown, problems: string[]): readonly unknown[] {
  const list = isJsonObject(page) ? page['tools'] : undefined;
  if (Array.isArray(list)) return list;
  problems.push('a page of its list of tools is not a list');
  return [];
}

function nextCursor(page: unknown): string | undefined {
  const cursor = isJsonObject(page) ? page['nextCursor'] : undefined;
  return typeof cursor === 'string' && cursor !== '' ? cursor : undefined;
}

function readTool(raw: unknown, problems: string[]): ListedTool | undefined {
  const name = isJsonObject(raw) ? raw['name'] : undefined;
  if (!isJsonObject(raw) || typeof name !== 'string' || name === '' || name.length > longestName) {
    problems.push(`a tool without a valid name (${text(name)}) is ignored`);
    return undefined;
  }
  const { schema, problem } = readToolSchema(raw['inputSchema']);
  if (problem !== undefined) problems.push(`the tool ${text(name)} ${problem}`);
  if (schema === undefined) return undefined;
  const { annotations } = raw;
  const readOnly = isJsonObject(annotations) && annotations['readOnlyHint'] === true;
  return { name, description: descriptionOf(raw), schema, readOnly };
}

function descriptionOf(raw: Readonly<Record<string, unknown>>): string {
  const [text = ''] = [raw['description'], raw['title']].filter((value) => typeof value === 'string');
  const whole = text.toWellFormed();
  return whole.length <= longestDescription
    ? whole
    : `${whole.slice(0, longestDescription - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

function text(name: unknown): string {
  return (JSON.stringify(name) ?? 'none').slice(0, 80);
}
