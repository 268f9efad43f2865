/** The records of a Claude Code session: the conversation as a tree, and what the other records say about it. */
import type { JsonObject } from '@interlock/transcript';
import { type AgentRecord, type AgentRecords, placeOf } from '../../reading/agent-reader.ts';
import type { TreeRecord } from '../../reading/chain.ts';
import { objectAt, objectsOf, textOf } from '../../reading/json.ts';
import type { Notes } from '../../reading/notes.ts';

/** A record with a place in the tree, whether it is a message or not: older versions attach answers to `progress`. */
export interface ClaudeRecord extends TreeRecord {
  readonly at: number;
  readonly type: string;
  readonly value: JsonObject;
  readonly message: JsonObject;
}

export interface ClaudeRecords {
  /** The conversation of this file. */
  readonly main: readonly ClaudeRecord[];
  /** Conversations of subagents that older versions wrote into the same file. */
  readonly sidechains: readonly ClaudeRecord[];
  readonly titles: { readonly custom?: string; readonly generated?: string; readonly summary?: string };
  readonly version: string | undefined;
  readonly sessionId: string | undefined;
  readonly folder: string | undefined;
}

/** The program's own records beside the conversation. */
const bookkeeping: ReadonlySet<string> = new Set([
  ...['queue-operation', 'last-prompt', 'mode', 'permission-mode', 'summary', 'ai-title', 'custom-title', 'agent-name'],
  ...[
    'agent-color',
    'agent-setting',
    'pr-link',
    'file-history-snapshot',
    'file-history-delta',
    'progress',
    'tools-used',
  ],
  ...['cost-state', 'atis-latch', 'worktree-state', 'relocated', 'bridge-session', 'frame-link', 'tag', 'task-summary'],
  ...['api-request', 'api-request-blob', 'api-request-shape', 'content-replacement', 'attribution-snapshot'],
  ...['speculation-accept', 'marble-origami-commit', 'marble-origami-snapshot', 'started', 'result'],
]);

const conversation: ReadonlySet<string> = new Set(['user', 'assistant', 'attachment', 'system']);

export function readClaudeRecords(source: AgentRecords, notes: Notes): ClaudeRecords {
  const seen = new Set<string>();
  const tree: ClaudeRecord[] = [];
  let titles: ClaudeRecords['titles'] = {};
  for (const record of source.records) {
    const type = textOf(record.value['type']);
    titles = titleIn(titles, type, record.value);
    if (!conversation.has(type) && !bookkeeping.has(type))
      notes.unknown(`type ${JSON.stringify(type)}`, placeOf(source, record));
    const id = textOf(record.value['uuid']);
    if (id === '') continue;
    // A fork and some resumes write records again, under the same id.
    if (seen.has(id)) notes.leaveOut('repeated records');
    else tree.push(claudeRecord(record, id, type));
    seen.add(id);
  }
  const isSide = ({ value }: ClaudeRecord): boolean => value['isSidechain'] === true;
  const hasMain = tree.some((record) => !isSide(record));
  return {
    main: hasMain ? tree.filter((record) => !isSide(record)) : tree,
    sidechains: hasMain ? tree.filter(isSide) : [],
    titles,
    version: lastText(tree, 'version'),
    sessionId: lastText(tree, 'sessionId'),
    folder: textOf(tree.find(({ value }) => textOf(value['cwd']) !== '')?.value['cwd']) || undefined,
  };
}

function claudeRecord({ at, value }: AgentRecord, id: string, type: string): ClaudeRecord {
  // After a compaction a new tree begins; what came before is still the same conversation.
  const isBoundary = value['subtype'] === 'compact_boundary';
  const parent =
    textOf(value['parentUuid']) || (isBoundary ? textOf(value['logicalParentUuid']) || 'before' : undefined);
  return { at, id, parent, type, value, message: objectAt(value, 'message') ?? {} };
}

function titleIn(titles: ClaudeRecords['titles'], type: string, value: JsonObject): ClaudeRecords['titles'] {
  const custom = type === 'custom-title' ? textOf(value['customTitle']) : '';
  const generated = type === 'ai-title' ? textOf(value['aiTitle']) : '';
  const summary = type === 'summary' ? textOf(value['summary']) : '';
  if (custom !== '') return { ...titles, custom };
  if (generated !== '') return { ...titles, generated };
  return summary === '' ? titles : { ...titles, summary };
}

function lastText(records: readonly ClaudeRecord[], field: string): string | undefined {
  return textOf(records.findLast(({ value }) => textOf(value[field]) !== '')?.value[field]) || undefined;
}

/** '' for a record that is not part of an answer. */
export function messageIdOf({ type, message }: ClaudeRecord): string {
  return type === 'assistant' ? textOf(message['id']) : '';
}

export function callIdsIn({ type, message }: ClaudeRecord): readonly string[] {
  if (type !== 'assistant') return [];
  return objectsOf(message['content']).flatMap((block) => (block['type'] === 'tool_use' ? textOf(block['id']) : []));
}

/** The calls whose results a record contains. */
export function resultIdsIn({ type, message }: ClaudeRecord): readonly string[] {
  if (type !== 'user') return [];
  return objectsOf(message['content']).flatMap((block) =>
    block['type'] === 'tool_result' ? textOf(block['tool_use_id']) : [],
  );
}

/** Whether it contains anything other than results. */
export function isSpoken(record: ClaudeRecord): boolean {
  if (record.type === 'assistant') return true;
  if (record.type !== 'user') return isKeptAttachment(record);
  const { content } = record.message;
  return typeof content === 'string' || objectsOf(content).some((block) => block['type'] !== 'tool_result');
}

/** Attachments that the user gave; the others are notes of the program. */
const keptAttachments: ReadonlySet<string> = new Set(['queued_command', 'file', 'directory', 'selected_lines_in_ide']);

export function isKeptAttachment({ type, value }: Pick<ClaudeRecord, 'type' | 'value'>): boolean {
  return type === 'attachment' && keptAttachments.has(textOf(objectAt(value, 'attachment')?.['type']));
}

/**
 * The record without copies and state that are never read: the raw form of the results alone is as large as the
 * results.
 */
export function slimRecord(record: JsonObject): JsonObject {
  const type = textOf(record['type']);
  if (type === 'user') return slimUser(record);
  if (type === 'attachment') return slimAttachment(record);
  if (type === 'assistant' || !bookkeeping.has(type) || type.startsWith('api-request')) {
    return type === 'api-request-shape' ? { type } : record;
  }
  const { uuid, parentUuid, isSidechain, customTitle, aiTitle, summary } = record;
  return Object.fromEntries(
    Object.entries({ type, uuid, parentUuid, isSidechain, customTitle, aiTitle, summary }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    ),
  );
}

function slimUser(record: JsonObject): JsonObject {
  const { toolUseResult, ...rest } = record;
  const agentId = objectAt(toolUseResult)?.['agentId'];
  return agentId === undefined ? rest : { ...rest, toolUseResult: { agentId } };
}

function slimAttachment(record: JsonObject): JsonObject {
  if (isKeptAttachment({ type: 'attachment', value: record })) return record;
  const { attachment, rendered, ...rest } = record;
  const type = textOf(objectAt(attachment)?.['type']);
  return {
    ...rest,
    attachment: { type },
    ...(record['renderedRole'] === 'user' ? { rendered: rendered ?? null } : {}),
  };
}
