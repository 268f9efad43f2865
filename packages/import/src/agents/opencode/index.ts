/**
 * opencode: a SQLite database in the data folder, and the JSON of `opencode export`. Kilo is built on opencode and has
 * the same database. Of the tables only `session`, `message` and `part` are read. Seen: 1.18.33.
 */
import type { Content, JsonValue, SyntheticReason } from '@interlock/transcript';
import type {
  AgentReader,
  AgentRecords,
  DatabaseForm,
  Machine,
  ReadOptions,
  SessionPlace,
} from '../../reading/agent-reader.ts';
import { placeOf } from '../../reading/agent-reader.ts';
import { defined } from '../../reading/defined.ts';
import { type DraftSession, finishSession } from '../../reading/finish-session.ts';
import type { Branch, ImportedSession, Subagent } from '../../reading/imported-session.ts';
import { numberOf, objectAt, textOf, timeOf } from '../../reading/json.ts';
import { childrenIn } from '../../reading/nested-sessions.ts';
import { Notes } from '../../reading/notes.ts';
import { SessionLog } from '../../reading/session-log.ts';
import { titleFrom } from '../../reading/title-from.ts';
import { usageFrom } from '../../reading/usage-from.ts';
import { messageContents } from './message-contents.ts';
import { type OpencodeMessage, type OpencodeSession, opencodeSessions } from './opencode-session.ts';

/** The session and all below it. `UNION` ends circles. */
const family =
  'WITH RECURSIVE family(id) AS (SELECT :id UNION SELECT session.id FROM session JOIN family ON session.parent_id = family.id)';
const inFamily = 'session_id IN (SELECT id FROM family)';

const database: DatabaseForm = {
  sessions:
    'SELECT id, title, directory AS folder, time_updated AS time FROM session WHERE parent_id IS NULL ORDER BY time_updated DESC',
  rows: [
    {
      table: 'session',
      query: `${family} SELECT * FROM session WHERE id IN (SELECT id FROM family) ORDER BY id = :id DESC, rowid`,
    },
    { table: 'message', query: `${family} SELECT id, session_id, data FROM message WHERE ${inFamily} ORDER BY id` },
    {
      table: 'part',
      query: `${family} SELECT id, session_id, message_id, data FROM part WHERE ${inFamily} ORDER BY id`,
    },
  ],
};

export const opencode: AgentReader = {
  name: 'opencode',
  label: 'opencode',
  places: ({ home, environment }: Machine): readonly SessionPlace[] => {
    const data = environment['XDG_DATA_HOME'] || `${home}/.local/share`;
    return [
      { folder: `${data}/opencode`, files: /^opencode(?:-[^/]+)?\.db$/, form: database },
      { folder: `${data}/kilo`, files: /^kilo(?:-[^/]+)?\.db$/, form: database },
    ];
  },
  recognises: ([first]) => {
    const info = objectAt(first, 'info') ?? (first?.['type'] === 'session' ? objectAt(first, 'data') : undefined);
    return /^ses_/.test(textOf(info?.['id']));
  },
  read,
};

const knownVersions = /^[01]\.|^7\./;

function read(source: AgentRecords, options: ReadOptions = {}): ImportedSession {
  const notes = new Notes(source.problems);
  const [main = { info: {}, messages: [] }, ...others] = opencodeSessions(source.records, (record) =>
    notes.unknown(`fields ${Object.keys(record.value).slice(0, 4).join(', ')}`, placeOf(source, record)),
  );
  const children = childrenIn([main, ...others], {
    id: ({ info }) => textOf(info['id']),
    parent: ({ info }) => textOf(info['parentID']),
  });
  return readOne(main, children, source, notes, options);
}

type Children = ReadonlyMap<OpencodeSession, readonly OpencodeSession[]>;

function readOne(
  session: OpencodeSession,
  children: Children,
  source: AgentRecords,
  notes: Notes,
  options: ReadOptions,
): ImportedSession {
  const { info } = session;
  const version = textOf(info['version']) || undefined;
  if (version !== undefined && !knownVersions.test(version)) {
    notes.report('unknown-version', source.name, `Version ${version} is newer than this reader.`);
  }
  const { messages, branches } = withoutReverted(session, options.branch);
  if (options.branch !== undefined && !session.messages.some(({ id }) => id === options.branch)) {
    notes.report('missing-branch', source.name, `There is no branch ${options.branch}.`);
  }
  const id = textOf(info['id']) || source.name.replace(/\.[^.]*$/, '');
  return finishSession({
    agent: opencode.name,
    id,
    ...defined({
      version,
      title: titleOf(session),
      folder: textOf(info['directory']) || undefined,
      parent: textOf(info['parentID']) || undefined,
    }),
    ...buildLog(messages, source, notes),
    branches,
    subagents: subagentsOf(messages, children.get(session) ?? [], (child) =>
      readOne(child, children, source, new Notes(), {}),
    ),
    problems: notes.problems(),
    leftOut: notes.leftOut(),
  });
}

/** Messages that `/undo` removed stay in the file until the next message. */
function withoutReverted(
  { info, messages }: OpencodeSession,
  branch: string | undefined,
): { readonly messages: readonly OpencodeMessage[]; readonly branches: readonly Branch[] } {
  const from = textOf(objectAt(info['revert'])?.['messageID']);
  const reverted = from === '' ? [] : messages.filter(({ id }) => id >= from);
  const last = reverted.at(-1);
  if (last === undefined || last.id === branch) return { messages, branches: [] };
  const title = reverted.map((message) => titleFrom(wordsOf(message))).find((text) => text !== undefined) ?? '';
  const time = timeOf(objectAt(last.info['time'])?.['created']);
  return {
    messages: messages.filter(({ id }) => id < from),
    branches: [{ id: last.id, title, records: reverted.length, ...defined({ time }) }],
  };
}

function wordsOf({ parts }: OpencodeMessage): string {
  return parts
    .map((part) => (part['type'] === 'text' && part['synthetic'] !== true ? textOf(part['text']) : ''))
    .join('');
}

/** Its title, unless it is the default "New session - …". */
function titleOf({ info, messages }: OpencodeSession): string | undefined {
  const title = textOf(info['title']);
  if (title !== '' && !/^(?:New|Child) session - /.test(title)) return titleFrom(title);
  const first = messages.find((message) => message.info['role'] === 'user' && wordsOf(message) !== '');
  return first === undefined ? undefined : titleFrom(wordsOf(first));
}

function buildLog(
  messages: readonly OpencodeMessage[],
  source: AgentRecords,
  notes: Notes,
): Pick<DraftSession, 'log' | 'reasons'> {
  const log = new SessionLog(source);
  const reasons = new Map<string, SyntheticReason>();
  const written = new Map<string, readonly Content[]>();
  let tail = '';
  for (const message of messages) {
    const entrySource = {
      record: message,
      path: message.path,
      time: timeOf(objectAt(message.info['time'])?.['created']),
    };
    const compaction = message.parts.find(({ type }) => type === 'compaction');
    if (compaction !== undefined) tail = textOf(compaction['tail_start_id']);
    const contents = messageContents(message, { notes, place: log.placeOf(entrySource), reasons });
    if (message.info['summary'] === true && message.info['role'] === 'assistant' && contents.length > 0) {
      const kept = tail === '' ? [] : messages.filter(({ id }) => id >= tail && id < message.id);
      const before = new Set(kept.flatMap(({ id }) => written.get(id) ?? []));
      const summary = contents.map(
        (content): Content => ({
          ...content,
          speaker: 'human',
          blocks: content.blocks.filter(({ type }) => type === 'text'),
        }),
      );
      log.compact([...summary, ...log.current.filter((content) => before.has(content))], entrySource);
      tail = '';
    } else {
      log.add(contents, { ...entrySource, usage: usageOf(message) });
    }
    written.set(message.id, contents);
  }
  return { log: log.entries, reasons };
}

/** opencode counts thinking and cache reads separately. */
function usageOf({ info }: OpencodeMessage): ReturnType<typeof usageFrom> {
  const tokens = objectAt(info['tokens']) ?? {};
  const cache = objectAt(tokens['cache']) ?? {};
  const number = (value: JsonValue | undefined): number => numberOf(value) ?? 0;
  return usageFrom({
    input: number(tokens['input']) + number(cache['read']) + number(cache['write']),
    output: number(tokens['output']) + number(tokens['reasoning']),
    cacheRead: cache['read'],
    cacheWrite: cache['write'],
    reasoning: tokens['reasoning'],
  });
}

/** A call of the task tool names the session it started. */
function subagentsOf(
  messages: readonly OpencodeMessage[],
  children: readonly OpencodeSession[],
  read: (child: OpencodeSession) => ImportedSession,
): readonly Subagent[] {
  const started = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      const session = textOf(objectAt(part['state'], 'metadata')?.['sessionId']);
      return part['type'] === 'tool' && session !== '' ? [[session, textOf(part['callID'])] as const] : [];
    }),
  );
  const calls = new Map(started);
  const ids = new Set([...children.map(({ info }) => textOf(info['id'])), ...calls.keys()]);
  return [...ids].map((id): Subagent => {
    const child = children.find(({ info }) => info['id'] === id);
    const session = child === undefined ? undefined : read(child);
    return { id, ...defined({ callId: calls.get(id), session }) };
  });
}
