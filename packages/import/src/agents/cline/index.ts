/**
 * Cline: tasks of the extension for VS Code (`api_conversation_history.json`) and sessions of Cline 3 (`<id>.messages.json`).
 * Seen: 3.0.65, and a task of the extension from April 2026.
 */
import type { Content, JsonObject } from '@interlock/transcript';
import type { AgentReader, AgentRecords, Machine } from '../../reading/agent-reader.ts';
import { defined } from '../../reading/defined.ts';
import { finishSession } from '../../reading/finish-session.ts';
import type { ImportedSession, Subagent } from '../../reading/imported-session.ts';
import { listOf, numberOf, objectAt, objectsOf, textOf, timeOf } from '../../reading/json.ts';
import { Notes } from '../../reading/notes.ts';
import { SessionLog } from '../../reading/session-log.ts';
import { wordsOf } from '../../reading/timeline.ts';
import { titleFrom } from '../../reading/title-from.ts';
import { usageFrom } from '../../reading/usage-from.ts';
import { extensionFolder } from './extension-folder.ts';
import { messageContents } from './message-contents.ts';
import { entriesOf, environmentOf } from './user-entries.ts';

export const cline: AgentReader = {
  name: 'cline',
  label: 'Cline',
  places: (machine: Machine) => {
    const data = machine.environment['CLINE_DATA_DIR'] || `${machine.home}/.cline/data`;
    const tasks = { files: /^[^/]+\/api_conversation_history\.json$/, depth: 1, form: 'document' } as const;
    return [
      { folder: `${data}/sessions`, files: /^[^/]+\/(?!agent_)[^/]+\.messages\.json$/, depth: 1, form: 'document' },
      { folder: `${data}/tasks`, ...tasks },
      { folder: `${extensionFolder(machine, 'saoudrizwan.claude-dev')}/tasks`, ...tasks },
    ];
  },
  recognises: (first) => isSession(first[0]) || (isTask(first) && !isRoo(first)),
  besides: (file) => {
    const own = file.replace(/\.messages\.json$/, '.json');
    if (own === file)
      return [
        { folder: '.', files: /^ui_messages\.json$/ },
        { folder: '../../state', files: /^taskHistory\.json$/ },
      ];
    return [{ folder: '.', files: new RegExp(`^(?:${escaped(own)}|agent_[^/]+\\.messages\\.json)$`) }];
  },
  read,
};

function escaped(text: string): string {
  return text.replaceAll(/[^\w]/g, (letter) => `\\${letter}`);
}

function isSession(first: JsonObject | undefined): boolean {
  return Array.isArray(first?.['messages']) && 'sessionId' in first && ('system_prompt' in first || 'origin' in first);
}

/** Both extensions wrap the user's text, and describe the environment. */
export function isTask(first: readonly JsonObject[]): boolean {
  const [message] = first;
  if (message?.['role'] !== 'user' || 'parts' in message) return false;
  return first.some((each) =>
    entriesOf(each).some(({ text }) => /<(?:task|environment_details|user_message)>/.test(textOf(text))),
  );
}

/** Roo has its own mode names, hides messages where Cline keeps a range, and wraps the first message differently. */
export function isRoo(first: readonly JsonObject[]): boolean {
  return first.some(
    (each, index) =>
      ['isSummary', 'condenseParent', 'condenseId', 'truncationParent', 'isTruncationMarker'].some(
        (key) => key in each,
      ) ||
      each['type'] === 'reasoning' ||
      entriesOf(each).some(({ text }) => (index === 0 ? /<slug>|<user_message>/ : /<slug>/).test(textOf(text))),
  );
}

function read(source: AgentRecords): ImportedSession {
  const notes = new Notes(source.problems);
  const document = source.records[0]?.value;
  const isNew = isSession(document);
  const messages = isNew ? listed(document) : source.records.map((record) => ({ record, value: record.value }));
  const log = new SessionLog(source);
  const written = writeMessages(messages, log, notes);
  const about = isNew ? sessionFacts(source, document ?? {}) : taskFacts(source);
  if (about.range !== undefined) cutRange(log, written, about.range);
  return finishSession({
    agent: cline.name,
    id: about.id || String(numberOf(messages[0]?.value['ts']) ?? source.name.replace(/\.json$/, '')),
    ...defined({
      title: titleFrom(about.title) ?? titleFrom(wordsOf(written[0] ?? [])),
      folder: about.folder || messages.map(({ value }) => environmentOf(value).folder).find((each) => each !== ''),
      version: about.version || undefined,
    }),
    log: log.entries,
    branches: [],
    subagents: isNew ? subagentsOf(source, about.id) : [],
    problems: notes.problems(),
    leftOut: notes.leftOut(),
  });
}

interface Message {
  readonly record: { readonly at: number };
  readonly path?: string;
  readonly value: JsonObject;
}

function listed(document: JsonObject | undefined): readonly Message[] {
  return objectsOf(document?.['messages']).map((value, index) => ({
    record: { at: 1 },
    path: `messages.${index}`,
    value,
  }));
}

/** The contents of each message. */
function writeMessages(messages: readonly Message[], log: SessionLog, notes: Notes): readonly (readonly Content[])[] {
  let before: readonly JsonObject[] = [];
  return messages.map(({ value, ...where }) => {
    const time = timeOf(value['ts']);
    const place = log.placeOf(where);
    const role = textOf(value['role']);
    if (role !== 'user' && role !== 'assistant') notes.unknown(`role ${JSON.stringify(role)}`, place);
    const isShown = objectAt(value, 'metadata')?.['displayOnly'] === true;
    if (isShown) notes.leaveOut('messages that were only shown');
    const contents = isShown ? [] : messageContents(value, { notes, place, time, before });
    if (role === 'assistant') before = entriesOf(value);
    log.add(contents, { ...where, time, usage: usageOf(objectAt(value, 'metrics') ?? {}) });
    return contents;
  });
}

interface Facts {
  readonly id: string;
  readonly title: string;
  readonly folder: string;
  readonly version: string;
  /** The first and the last message that are no longer sent. */
  readonly range?: readonly [number, number];
}

function sessionFacts({ beside, name }: AgentRecords, document: JsonObject): Facts {
  const about = beside.get(name.replace(/\.messages\.json$/, '.json'))?.records[0]?.value ?? {};
  return {
    id: textOf(document['sessionId']) || textOf(about['session_id']),
    title: textOf(objectAt(about, 'metadata')?.['title']),
    folder: textOf(about['cwd']),
    version: textOf(objectAt(document, 'origin')?.['version']),
  };
}

/** A task is named after its start time; the list of tasks has the rest. */
function taskFacts({ beside }: AgentRecords): Facts {
  const shown = beside.get('ui_messages.json')?.records[0]?.value;
  const id = numberOf(shown?.['ts']);
  const tasks = beside.get('../../state/taskHistory.json')?.records ?? [];
  const task = tasks.find(({ value }) => textOf(value['id']) === String(id ?? ''))?.value ?? {};
  const [from, to] = listOf(task['conversationHistoryDeletedRange']).map(numberOf);
  return {
    id: id === undefined ? '' : String(id),
    title: textOf(task['task']),
    folder: textOf(task['cwdOnTaskInitialization']),
    version: '',
    ...(from === undefined || to === undefined ? {} : { range: [from, to] }),
  };
}

/** The cut is what the next request leaves out: the messages in between, and results whose calls are gone with them. */
function cutRange(
  log: SessionLog,
  written: readonly (readonly Content[])[],
  [from, to]: readonly [number, number],
): void {
  const removed = new Set(written.slice(from, to + 1).flat());
  const calls = new Set(
    [...removed].flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === 'tool_call' ? block.id : []))),
  );
  const isOrphan = ({ blocks }: Content): boolean =>
    blocks.some((block) => block.type === 'tool_response' && calls.has(block.callId));
  if (removed.size === 0) return;
  log.compact(
    log.current.filter((content) => !removed.has(content) && !isOrphan(content)),
    { record: { at: to + 1 } },
  );
}

function usageOf(metrics: JsonObject): ReturnType<typeof usageFrom> {
  const { prompt, completion, cached } = objectAt(metrics, 'tokens') ?? {};
  return usageFrom({
    input: metrics['inputTokens'] ?? prompt,
    output: metrics['outputTokens'] ?? completion,
    cacheRead: metrics['cacheReadTokens'] ?? cached,
    cacheWrite: metrics['cacheWriteTokens'],
  });
}

function subagentsOf({ beside }: AgentRecords, parent: string): readonly Subagent[] {
  return [...beside].flatMap(([path, records]): readonly Subagent[] => {
    const id = /^agent_(.+)\.messages\.json$/.exec(path)?.[1];
    return id === undefined ? [] : [{ id, session: { ...read(records), id, parent } }];
  });
}
