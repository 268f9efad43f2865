/**
 * Crush: sessions in a SQLite database in the project (`.crush/crush.db`). Seen: databases of 2025 and 2026.
 * Only the tables `sessions` and `messages` are read.
 */
import type { Block, Content, JsonObject, Origin } from '@interlock/transcript';
import {
  type AgentReader,
  type AgentRecord,
  type AgentRecords,
  type DatabaseForm,
  type Machine,
  placeOf,
} from '../../reading/agent-reader.ts';
import { authorOf, contentOf, mediaAt, resultBlock, textBlocks } from '../../reading/content-of.ts';
import { defined } from '../../reading/defined.ts';
import { finishSession } from '../../reading/finish-session.ts';
import type { ImportedSession, Subagent } from '../../reading/imported-session.ts';
import { objectAt, objectsOf, parseJson, textOf, timeOf } from '../../reading/json.ts';
import { childrenIn } from '../../reading/nested-sessions.ts';
import { Notes } from '../../reading/notes.ts';
import { originOf } from '../../reading/origin-of.ts';
import { sealed } from '../../reading/sealed.ts';
import { SessionLog } from '../../reading/session-log.ts';
import { wordsOf } from '../../reading/timeline.ts';
import { titleFrom } from '../../reading/title-from.ts';

/** The session and all below it. `UNION` ends circles. */
const family =
  'WITH RECURSIVE family(id) AS (SELECT :id UNION SELECT sessions.id FROM sessions JOIN family ON sessions.parent_session_id = family.id)';

const database: DatabaseForm = {
  sessions:
    'SELECT id, title, updated_at AS time FROM sessions WHERE parent_session_id IS NULL ORDER BY updated_at DESC',
  rows: [
    {
      table: 'sessions',
      query: `${family} SELECT * FROM sessions WHERE id IN (SELECT id FROM family) ORDER BY id = :id DESC, rowid`,
    },
    {
      table: 'messages',
      query: `${family} SELECT * FROM messages WHERE session_id IN (SELECT id FROM family) ORDER BY created_at, rowid`,
    },
  ],
};

export const crush: AgentReader = {
  name: 'crush',
  label: 'Crush',
  places: ({ home, environment }: Machine) => [
    { folder: `${environment['PWD'] || home}/.crush`, files: /^crush\.db$/, form: database },
  ],
  projectOf: (path) => /^(.+)[/\\]\.crush[/\\]crush\.db$/.exec(path)?.[1],
  recognises: ([first]) => first?.['table'] === 'sessions' && 'parent_session_id' in first,
  read,
};

function read(source: AgentRecords): ImportedSession {
  const sessions = source.records.filter(({ value }) => value['table'] === 'sessions').map(({ value }) => value);
  const [main = {}, ...others] = sessions;
  const notes = new Notes(source.problems);
  for (const record of source.records) {
    const table = textOf(record.value['table']);
    if (table !== 'sessions' && table !== 'messages')
      notes.unknown(`table ${JSON.stringify(table)}`, placeOf(source, record));
  }
  const children = childrenIn([main, ...others], {
    id: (session) => textOf(session['id']),
    parent: (session) => textOf(session['parent_session_id']),
  });
  return readOne(main, children, source, notes);
}

type Children = ReadonlyMap<JsonObject, readonly JsonObject[]>;

function readOne(session: JsonObject, children: Children, source: AgentRecords, notes: Notes): ImportedSession {
  const id = textOf(session['id']) || source.name.replace(/\.\w+$/, '');
  const log = new SessionLog(source);
  const summary = textOf(session['summary_message_id']);
  for (const record of source.records) {
    const { value } = record;
    if (value['table'] !== 'messages' || textOf(value['session_id']) !== textOf(session['id'])) continue;
    const contents = messageContents(record, source, notes);
    const time = timeOf(value['created_at']);
    const isSummary = textOf(value['id']) === summary || value['is_summary_message'] === 1;
    if (isSummary && contents.length > 0)
      log.compact(
        contents.map((content): Content => ({ ...content, speaker: 'human' })),
        { record, time },
      );
    else log.add(contents, { record, time });
  }
  const first = log.entries.find((entry) => entry.kind === 'content');
  return finishSession({
    agent: crush.name,
    id,
    ...defined({
      title: titleOf(session) ?? titleFrom(first === undefined ? '' : wordsOf([first.content])),
      folder: source.project,
      parent: textOf(session['parent_session_id']) || undefined,
    }),
    log: log.entries,
    branches: [],
    subagents: (children.get(session) ?? []).map((child) => subagentOf(child, children, source)),
    problems: notes.problems(),
    leftOut: notes.leftOut(),
  });
}

/** The title of every session until the program finds one. */
function titleOf(session: JsonObject): string | undefined {
  const title = textOf(session['title']);
  return /^(?:New|Untitled)(?: Agent)? Session$/.test(title) ? undefined : titleFrom(title);
}

/** A child is named after the message and the call that started it; in 2025 after the call alone. */
function subagentOf(child: JsonObject, children: Children, source: AgentRecords): Subagent {
  const id = textOf(child['id']);
  const callId = id.split('$$').at(-1);
  return { id, session: readOne(child, children, source, new Notes()), ...defined({ callId }) };
}

function messageContents(record: AgentRecord, source: AgentRecords, notes: Notes): readonly Content[] {
  const { value } = record;
  const role = textOf(value['role']);
  const time = timeOf(value['created_at']);
  const origin = originOf(textOf(value['model']), textOf(value['provider']));
  const parts = objectsOf(parseJson(textOf(value['parts'])));
  if (role === 'system') {
    notes.leaveOut('prompts of the program');
    return [];
  }
  const blocks = parts.flatMap((part): readonly Block[] => {
    const known = partBlocks(textOf(part['type']), objectAt(part, 'data') ?? {}, origin);
    if (known === undefined) notes.unknown(`part ${JSON.stringify(textOf(part['type']))}`, placeOf(source, record));
    return known ?? [];
  });
  const speaker = role === 'assistant' ? 'ai' : role === 'tool' ? 'tool' : 'human';
  return contentOf(speaker, blocks, speaker === 'ai' ? authorOf(origin, time) : defined({ timestamp: time }));
}

/** Undefined for a part of an unknown kind. */
function partBlocks(type: string, data: JsonObject, origin: Origin): readonly Block[] | undefined {
  switch (type) {
    case 'text':
      return textBlocks(textOf(data['text']));
    case 'reasoning':
      return [{ type: 'thinking', thought: textOf(data['thinking']), ...thoughtSeal(data, origin) }];
    case 'tool_call': {
      const text = textOf(data['input']);
      const parameters = text === '' ? {} : (parseJson(text) ?? text);
      const runs = data['provider_executed'] === true ? ({ executor: 'provider' } as const) : {};
      return [{ type: 'tool_call', id: textOf(data['id']), name: textOf(data['name']), parameters, ...runs }];
    }
    case 'tool_result':
      return resultBlocks(data);
    case 'image_url':
    case 'binary':
      return mediaBlocks(data);
    case 'shell_command':
      return textBlocks(`I ran \`${textOf(data['command'])}\`:\n\n\`\`\`\n${textOf(data['output'])}\n\`\`\``);
    case 'finish':
      return [];
    default:
      return undefined;
  }
}

function resultBlocks(data: JsonObject): readonly Block[] {
  const result = {
    callId: textOf(data['tool_call_id']),
    toolName: textOf(data['name']),
    text: textOf(data['content']),
  };
  const picture = textOf(data['data']);
  const media: readonly Block[] =
    picture === ''
      ? []
      : [{ type: 'media', mimeType: textOf(data['mime_type']) || 'image/png', data: picture, encoding: 'base64' }];
  return [resultBlock({ ...result, failed: data['is_error'] === true }), ...media];
}

function mediaBlocks(data: JsonObject): readonly Block[] {
  const bytes = textOf(data['Data']);
  if (bytes !== '') return [{ type: 'media', mimeType: textOf(data['MIMEType']), data: bytes, encoding: 'base64' }];
  const media = mediaAt(textOf(data['url']));
  return media === undefined ? [] : [media];
}

function thoughtSeal(data: JsonObject, origin: Origin): ReturnType<typeof sealed> {
  const responses = objectAt(data, 'responses_data') ?? {};
  const encrypted = textOf(responses['encrypted_content']);
  const thought = textOf(data['thought_signature']);
  if (encrypted !== '') {
    return sealed(
      {
        protocol: 'openai-responses',
        field: 'encrypted_content',
        value: encrypted,
        item: textOf(responses['item_id']),
      },
      origin,
    );
  }
  if (thought !== '') return sealed({ protocol: 'gemini', field: 'thoughtSignature', value: thought }, origin);
  return sealed({ protocol: 'anthropic-messages', field: 'signature', value: textOf(data['signature']) }, origin);
}
