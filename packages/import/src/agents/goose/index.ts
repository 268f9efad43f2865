/**
 * Goose: sessions in a SQLite database in its folder for data; before that, JSON lines; `goose session export` writes one document. Written from its public source; of real files
 * only parts were seen. Of the tables only `sessions` and `messages` are read.
 */
import { type Block, type Content, type JsonObject, jsonText, type Origin } from '@interlock/transcript';
import type { AgentReader, AgentRecord, AgentRecords, DatabaseForm, Machine } from '../../reading/agent-reader.ts';
import { authorOf, contentOf, textBlocks } from '../../reading/content-of.ts';
import { defined } from '../../reading/defined.ts';
import { finishSession } from '../../reading/finish-session.ts';
import type { ImportedSession } from '../../reading/imported-session.ts';
import { isObject, listOf, objectAt, objectsOf, parseJson, textOf, timeOf } from '../../reading/json.ts';
import { Notes } from '../../reading/notes.ts';
import { originOf } from '../../reading/origin-of.ts';
import { readMessages } from '../../reading/read-message.ts';
import { sealed } from '../../reading/sealed.ts';
import { SessionLog } from '../../reading/session-log.ts';
import { wordsOf } from '../../reading/timeline.ts';
import { titleFrom } from '../../reading/title-from.ts';

const database: DatabaseForm = {
  // Newer versions have the title in `name`, a column that older ones do not have.
  sessions: `SELECT id, working_dir AS folder, updated_at AS time,
    (SELECT coalesce(nullif(name, ''), description) FROM sessions AS own WHERE own.id = sessions.id) AS title
    FROM sessions, (SELECT '' AS name) ORDER BY updated_at DESC`,
  rows: [
    { table: 'sessions', query: 'SELECT * FROM sessions WHERE id = :id' },
    { table: 'messages', query: 'SELECT * FROM messages WHERE session_id = :id ORDER BY id' },
  ],
};

export const goose: AgentReader = {
  name: 'goose',
  label: 'Goose',
  places: ({ platform, home, environment }: Machine) => {
    const windows = `${environment['APPDATA'] ?? `${home}/AppData/Roaming`}/Block/goose/data`;
    const folder = platform === 'win32' ? windows : `${environment['XDG_DATA_HOME'] || `${home}/.local/share`}/goose`;
    return [
      { folder: `${folder}/sessions`, files: /^sessions\.db$/, form: database },
      { folder: `${folder}/sessions`, files: /^[^/]+\.jsonl$/, form: 'lines' },
    ];
  },
  recognises: ([first]) =>
    typeof first?.['working_dir'] === 'string' && ('message_count' in first || 'description' in first),
  read,
};

function read(source: AgentRecords): ImportedSession {
  const notes = new Notes(source.problems);
  const about = source.records.find(({ value }) => 'working_dir' in value)?.value ?? {};
  const log = buildLog(source, about, notes);
  const first = log.entries.find((entry) => entry.kind === 'content' && entry.content.speaker === 'human');
  const words = first?.kind === 'content' ? wordsOf([first.content]) : '';
  return finishSession({
    agent: goose.name,
    id: textOf(about['id']) || source.name.replace(/\.\w+$/, ''),
    ...defined({
      title: titleOf(about) ?? titleFrom(words),
      folder: textOf(about['working_dir']) || undefined,
    }),
    log: log.entries,
    branches: [],
    subagents: [],
    problems: notes.problems(),
    leftOut: notes.leftOut(),
  });
}

/** The title of a session until the program finds one. */
function titleOf({ name, description }: JsonObject): string | undefined {
  const titles = [textOf(name), textOf(description)];
  return titleFrom(
    titles.find((title) => title !== '' && !/^(?:CLI Session|New (?:Chat|[Ss]ession).*)$/.test(title)) ?? '',
  );
}

/** A summary hides messages from the model, and is itself hidden from the user: it comes with the compaction. */
function buildLog(source: AgentRecords, about: JsonObject, notes: Notes): SessionLog {
  const model = textOf(objectAt(parsed(about['model_config_json'] ?? about['model_config']))?.['model_name']);
  const origin = originOf(model, textOf(about['provider_name']));
  const log = new SessionLog(source);
  const visible: Content[] = [];
  let hidesSome = false;
  for (const { record, path, value } of messagesIn(source, about)) {
    const place = log.placeOf({ record, path });
    if (typeof value['role'] !== 'string') notes.unknown(`fields ${Object.keys(value).slice(0, 4).join(', ')}`, place);
    const time = timeOf(value['created_timestamp']) ?? timeOf(value['created']);
    const entries = objectsOf(parsed(value['content_json'] ?? value['content']));
    const seen = objectAt(parsed(value['metadata_json'] ?? value['metadata'])) ?? {};
    const { provider, requestedModel } = objectAt(seen, 'inference') ?? {};
    const own = requestedModel === undefined ? origin : originOf(textOf(requestedModel), textOf(provider));
    const scene = { origin: own, time, notes, place };
    const contents = messageContents(entries.filter(isForModel), value['role'] === 'assistant', scene);
    const isSummary = seen['userVisible'] === false && hidesSome;
    if (seen['agentVisible'] === false) hidesSome = true;
    else contents.forEach((content) => void visible.push(content));
    if (!isSummary) log.add(contents, { record, path, time });
    // A later summary has replaced this one.
    else if (seen['agentVisible'] === false) log.compact(contents, { record, path, time });
  }
  if (hidesSome) log.compact(visible, { record: source.records.at(-1) ?? { at: 1 } });
  return log;
}

interface GooseMessage {
  readonly record: AgentRecord;
  /** In an exported document. */
  readonly path?: string;
  readonly value: JsonObject;
}

function messagesIn({ records }: AgentRecords, about: JsonObject): readonly GooseMessage[] {
  return records.flatMap((record): readonly GooseMessage[] => {
    if (record.value !== about) return [{ record, value: record.value }];
    return objectsOf(about['conversation']).map((value, at) => ({ record, path: `conversation.${at}`, value }));
  });
}

/** Columns contain JSON as text; older files contain it directly. */
function parsed(value: JsonObject[string] | undefined): JsonObject[string] | undefined {
  return typeof value === 'string' ? parseJson(value) : value;
}

interface Scene {
  readonly origin: Origin;
  readonly time: number | undefined;
  readonly notes: Notes;
  readonly place: string;
}

function messageContents(entries: readonly JsonObject[], isAnswer: boolean, scene: Scene): readonly Content[] {
  const { origin, time } = scene;
  const results = entries.filter(({ type }) => type === 'toolResponse').flatMap((entry) => resultBlocks(entry, scene));
  const blocks = entries.filter(({ type }) => type !== 'toolResponse').flatMap((entry) => messageBlocks(entry, scene));
  const stamp = defined({ timestamp: time });
  return [
    ...contentOf('tool', results, stamp),
    ...contentOf(isAnswer ? 'ai' : 'human', blocks, isAnswer ? authorOf(origin, time) : stamp),
  ];
}

function messageBlocks(entry: JsonObject, { origin, notes, place }: Scene): readonly Block[] {
  switch (textOf(entry['type'])) {
    case 'text':
      return textBlocks(textOf(entry['text']));
    case 'image':
      return [{ type: 'media', mimeType: textOf(entry['mimeType']), data: textOf(entry['data']), encoding: 'base64' }];
    case 'thinking': {
      const token = { protocol: 'anthropic-messages', field: 'signature', value: textOf(entry['signature']) } as const;
      return [{ type: 'thinking', thought: textOf(entry['thinking']), ...sealed(token, origin) }];
    }
    case 'redactedThinking': {
      const token = {
        protocol: 'anthropic-messages',
        field: 'redacted_thinking',
        value: textOf(entry['data']),
      } as const;
      return [{ type: 'thinking', thought: '', ...sealed(token, origin) }];
    }
    case 'toolRequest':
    case 'frontendToolRequest': {
      const value = objectAt(entry, 'toolCall', 'value') ?? {};
      return [
        {
          type: 'tool_call',
          id: textOf(entry['id']),
          name: textOf(value['name']),
          parameters: value['arguments'] ?? {},
        },
      ];
    }
    case 'error':
    case 'systemNotification':
    case 'actionRequired':
    case 'toolConfirmationRequest':
    case 'conversationCompacted':
    case 'contextLengthExceeded':
    case 'summarizationRequested':
      notes.leaveOut('notes of the program');
      return [];
    default:
      notes.unknown(`content ${JSON.stringify(textOf(entry['type']))}`, place);
      return [];
  }
}

/** Many tools report the same twice: to the model, and differently to the user. */
function isForModel(part: JsonObject): boolean {
  const audience = objectAt(part, 'annotations')?.['audience'];
  return !Array.isArray(audience) || audience.includes('assistant');
}

/** The answer of an MCP server, or why there was none. Anthropic's results have the same parts. */
function resultBlocks(entry: JsonObject, { notes, place }: Scene): readonly Block[] {
  const callId = textOf(entry['id']);
  const result = objectAt(entry, 'toolResult') ?? {};
  const { value } = result;
  const all = objectsOf(isObject(value) ? value['content'] : listOf(value));
  const forModel = all.filter(isForModel);
  const parts = forModel.length === 0 ? all : forModel;
  const structured = objectAt(value)?.['structuredContent'];
  const other = textOf(result['error']) || (isObject(structured) ? jsonText(structured) : '');
  const failed = result['status'] === 'error' || objectAt(value)?.['isError'] === true;
  const content = parts.length === 0 ? other : parts;
  const report = (_: string, message: string): void => notes.report('unreadable-part', place, message);
  const message = { role: 'user', content: [{ type: 'tool_result', tool_use_id: callId, content, is_error: failed }] };
  const read = readMessages([message], { protocol: 'anthropic-messages', report });
  return read.flatMap(({ blocks }) =>
    blocks.map((block) => (block.type === 'tool_response' ? { ...block, callId, isComplete: true } : block)),
  );
}
