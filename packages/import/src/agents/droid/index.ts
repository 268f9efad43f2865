/**
 * Droid: JSON lines in `~/.factory/sessions/<project>`, messages in Anthropic's format for every provider. Written from what is
 * known about its files; the only real ones seen were sessions without calls.
 */
import { type Content, type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import {
  type AgentReader,
  type AgentRecord,
  type AgentRecords,
  type Machine,
  placeOf,
} from '../../reading/agent-reader.ts';
import { contentOf, textBlocks } from '../../reading/content-of.ts';
import { defined } from '../../reading/defined.ts';
import { finishSession } from '../../reading/finish-session.ts';
import type { ImportedSession } from '../../reading/imported-session.ts';
import { listOf, numberOf, objectAt, objectsOf, textOf, timeOf } from '../../reading/json.ts';
import { Notes } from '../../reading/notes.ts';
import { originOf } from '../../reading/origin-of.ts';
import { readMessages } from '../../reading/read-message.ts';
import { SessionLog } from '../../reading/session-log.ts';
import { wordsOf } from '../../reading/timeline.ts';
import { titleFrom } from '../../reading/title-from.ts';

export const droid: AgentReader = {
  name: 'droid',
  label: 'Droid',
  places: ({ home, environment }: Machine) => [
    {
      folder: `${environment['FACTORY_HOME'] || `${home}/.factory`}/sessions`,
      files: /^(?:[^/]+\/)?[^/]+\.jsonl$/,
      depth: 1,
      form: 'lines',
    },
  ],
  recognises: ([first]) => first?.['type'] === 'session_start' && typeof first['id'] === 'string',
  besides: (file) => [
    { folder: '.', files: new RegExp(`^${file.replace(/\.jsonl$/, '').replaceAll(/\W/g, '\\$&')}\\.settings\\.json$`) },
  ],
  read,
};

const newestVersion = 2;
const bookkeeping: ReadonlySet<string> = new Set(['session_start', 'session_end', 'agent_turn_outcome', 'todo_state']);

function read(source: AgentRecords): ImportedSession {
  const notes = new Notes(source.problems);
  const start = source.records.find(({ value }) => value['type'] === 'session_start')?.value ?? {};
  const format = numberOf(start['version']);
  if (format !== undefined && format > newestVersion) {
    notes.report('unknown-version', source.name, `Version ${format} of the format is newer than this reader.`);
  }
  const log = buildLog(source, notes);
  return finishSession({
    agent: droid.name,
    id: textOf(start['id']) || source.name.replace(/\.jsonl$/, ''),
    ...defined({
      version: format === undefined ? undefined : String(format),
      title: titleOf(start) ?? titleFrom(firstWords(log)),
      folder: textOf(start['cwd']) || undefined,
      parent: textOf(start['parentSessionId']) || textOf(start['callingSessionId']) || undefined,
    }),
    log: log.entries,
    branches: [],
    subagents: [],
    problems: notes.problems(),
    leftOut: notes.leftOut(),
  });
}

/** The title of every session until the program finds one. */
function titleOf(start: JsonObject): string | undefined {
  const title = textOf(start['sessionTitle']);
  return titleFrom(title === 'New Session' ? textOf(start['title']) : title || textOf(start['title']));
}

function buildLog(source: AgentRecords, notes: Notes): SessionLog {
  const settings = [...source.beside.values()][0]?.records[0]?.value ?? {};
  const log = new SessionLog(source);
  const written = new Map<string, readonly Content[]>();
  const summaries = new Set<string>();
  for (const record of source.records) {
    const type = textOf(record.value['type']);
    const id = textOf(record.value['id']);
    if (type === 'message' && written.has(id)) notes.leaveOut('repeated records');
    else if (type === 'message' && objectAt(record.value, 'message')?.['visibility'] === 'user_only')
      notes.leaveOut('messages that were only shown');
    else if (type === 'message') {
      const contents = messageContents(record, textOf(settings['model']), source, notes);
      log.add(contents, { record, time: timeOf(record.value['timestamp']) });
      if (id !== '') written.set(id, contents);
    } else if (type === 'compaction_state' && summaries.has(jsonText(record.value))) {
      notes.leaveOut('repeated records');
    } else if (type === 'compaction_state') {
      summaries.add(jsonText(record.value));
      compact(record, log, written, source, notes);
    } else if (!bookkeeping.has(type)) notes.unknown(`type ${JSON.stringify(type)}`, placeOf(source, record));
  }
  return log;
}

function firstWords({ entries }: SessionLog): string {
  const first = entries.find((entry) => entry.kind === 'content' && entry.content.speaker === 'human');
  return first?.kind === 'content' ? wordsOf([first.content]) : '';
}

function messageContents(record: AgentRecord, model: string, source: AgentRecords, notes: Notes): readonly Content[] {
  const message = objectAt(record.value, 'message') ?? {};
  const isAnswer = message['role'] === 'assistant';
  const entries =
    typeof message['content'] === 'string' ? [{ type: 'text', text: message['content'] }] : listOf(message['content']);
  const content = isAnswer ? entries : entries.flatMap((entry) => withoutReminders(entry, notes));
  if (content.length === 0) return [];
  const signer = objectsOf(content)
    .map((block) => textOf(block['signatureProvider']))
    .find((name) => name !== '');
  const time = timeOf(record.value['timestamp']);
  return readMessages([{ role: isAnswer ? 'assistant' : 'user', content }], {
    protocol: 'anthropic-messages',
    origin: originOf((textOf(message['model']) || model).replace(/^custom:/, ''), signer ?? ''),
    report: (_, problem) => notes.report('unreadable-part', placeOf(source, record), problem),
    ...(time === undefined ? {} : { time }),
  });
}

function withoutReminders(entry: JsonValue, notes: Notes): readonly JsonValue[] {
  const text = textOf(objectAt(entry)?.['text']);
  const rest = text.replaceAll(/<system-reminder>[\s\S]*?<\/system-reminder>\s*/g, '').trim();
  if (rest === text.trim()) return [entry];
  notes.leaveOut('reminders');
  return rest === '' ? [] : [{ ...objectAt(entry), text: rest }];
}

/** A summary, and the message it reaches up to. */
function compact(
  record: AgentRecord,
  log: SessionLog,
  written: ReadonlyMap<string, readonly Content[]>,
  source: AgentRecords,
  notes: Notes,
): void {
  const { value } = record;
  const text = textOf(value['summaryText']) || textOf(value['summary']) || textOf(objectAt(value, 'summary')?.['body']);
  const time = timeOf(value['timestamp']);
  if (text === '') {
    notes.report(
      'unreadable-compaction',
      placeOf(source, record),
      'The summary is not in the file; the full history is kept.',
    );
    return;
  }
  const kept = keptContents(value, log, written);
  log.compact([...contentOf('human', textBlocks(text), defined({ timestamp: time })), ...kept], { record, time });
}

function keptContents(
  value: JsonObject,
  log: SessionLog,
  written: ReadonlyMap<string, readonly Content[]>,
): readonly Content[] {
  const anchor = written.get(textOf(objectAt(value, 'anchorMessage')?.['id']))?.at(-1);
  const at = anchor === undefined ? -1 : log.current.indexOf(anchor);
  return at === -1 ? [] : log.current.slice(at + 1);
}
