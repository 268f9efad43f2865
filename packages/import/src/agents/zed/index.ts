/**
 * Zed: threads of its own agent in a SQLite database, each one JSON, most of them compressed. Seen: version 0.3.0 of the
 * format. Of the tables only `threads` is read.
 */
import type { Block, Content, JsonObject, JsonValue, Origin } from '@interlock/transcript';
import type { AgentReader, AgentRecords, DatabaseForm, Machine } from '../../reading/agent-reader.ts';
import { authorOf, contentOf, resultBlock, textBlocks } from '../../reading/content-of.ts';
import { defined } from '../../reading/defined.ts';
import { finishSession } from '../../reading/finish-session.ts';
import type { ImportedSession } from '../../reading/imported-session.ts';
import { isObject, listOf, numberOf, objectAt, objectsOf, parseJson, textOf } from '../../reading/json.ts';
import { Notes } from '../../reading/notes.ts';
import { originOf } from '../../reading/origin-of.ts';
import { sealed } from '../../reading/sealed.ts';
import { SessionLog } from '../../reading/session-log.ts';
import { wordsOf } from '../../reading/timeline.ts';
import { titleFrom } from '../../reading/title-from.ts';
import { usageFrom } from '../../reading/usage-from.ts';

const database: DatabaseForm = {
  sessions: 'SELECT id, summary AS title, updated_at AS time FROM threads ORDER BY updated_at DESC',
  rows: [{ table: 'threads', query: 'SELECT * FROM threads WHERE id = :id' }],
};

export const zed: AgentReader = {
  name: 'zed',
  label: 'Zed',
  places: ({ platform, home, environment }: Machine) => {
    const folder =
      platform === 'darwin'
        ? `${home}/Library/Application Support/Zed`
        : platform === 'win32'
          ? `${environment['LOCALAPPDATA'] ?? `${home}/AppData/Local`}/Zed`
          : `${environment['XDG_DATA_HOME'] || `${home}/.local/share`}/zed`;
    return [{ folder: `${folder}/threads`, files: /^threads\.db$/, form: database }];
  },
  recognises: ([first]) =>
    first?.['table'] === 'threads' ||
    (typeof first?.['version'] === 'string' && objectsOf(first['messages']).some(isOwn)),
  read,
};

function isOwn(message: JsonObject): boolean {
  return isObject(message['User']) || isObject(message['Agent']);
}

const knownVersions = /^0\.3\./;

function read(source: AgentRecords): ImportedSession {
  const notes = new Notes(source.problems);
  const row = source.records[0]?.value ?? {};
  const parsed = typeof row['data'] === 'string' ? parseJson(row['data']) : row;
  const thread = isObject(parsed) ? parsed : {};
  const version = textOf(thread['version']) || undefined;
  if (version === undefined || !knownVersions.test(version)) {
    notes.report('unknown-version', source.name, `Threads of version ${version ?? 'unknown'} are not supported yet.`);
  }
  const model = objectAt(thread, 'model') ?? {};
  const origin = originOf(textOf(model['model']), textOf(model['provider']));
  const log = new SessionLog(source);
  const usages = usagesIn(thread);
  listOf(thread['messages']).forEach((message, index) => {
    const where = { record: { at: 1 }, path: `messages.${index}` };
    const value = objectAt(message) ?? {};
    const user = objectAt(value, 'User');
    const agent = objectAt(value, 'Agent');
    if (user !== undefined) log.add(contentOf('human', listOf(user['content']).flatMap(userBlocks), {}), where);
    else if (agent !== undefined) log.add(agentContents(agent, origin), { ...where, usage: usages.get(index) });
    else if ('Compaction' in value) compact(value['Compaction'], log, where, notes);
    else if (message !== 'Resume') notes.unknown(`message ${Object.keys(value).join(', ')}`, log.placeOf(where));
  });
  const first = log.entries.find((entry) => entry.kind === 'content');
  const [listed] = textOf(row['folder_paths']).split('\n');
  const [worktree] = objectsOf(objectAt(thread, 'initial_project_snapshot')?.['worktree_snapshots']);
  const folder = listed || textOf(worktree?.['worktree_path']);
  return finishSession({
    agent: zed.name,
    id: textOf(row['id']) || source.name.replace(/\.\w+$/, ''),
    ...defined({
      version,
      title:
        titleFrom(textOf(thread['title']) || textOf(row['summary'])) ??
        titleFrom(first === undefined ? '' : wordsOf([first.content])),
      folder: folder || undefined,
      parent: textOf(row['parent_id']) || undefined,
    }),
    log: log.entries,
    branches: [],
    subagents: [],
    problems: notes.problems(),
    leftOut: notes.leftOut(),
  });
}

/** The usage of the last answer to each question, by the answer's index: Zed stores it by question. */
function usagesIn(thread: JsonObject): ReadonlyMap<number, ReturnType<typeof usageFrom>> {
  const last = new Map<string, number>();
  let asked = '';
  listOf(thread['messages']).forEach((message, index) => {
    asked = textOf(objectAt(message, 'User')?.['id']) || asked;
    if (objectAt(message, 'Agent') !== undefined) last.set(asked, index);
  });
  const kept = objectAt(thread, 'request_token_usage') ?? {};
  return new Map([...last].map(([id, index]) => [index, usageOf(objectAt(kept, id) ?? {})]));
}

function usageOf(usage: JsonObject): ReturnType<typeof usageFrom> {
  const { input_tokens, cache_read_input_tokens: cacheRead, cache_creation_input_tokens: cacheWrite } = usage;
  const numbers = [input_tokens, cacheRead, cacheWrite].map((each) => numberOf(each) ?? 0);
  const input = numbers.reduce((sum, each) => sum + each, 0);
  return usageFrom({ input, output: usage['output_tokens'], cacheRead, cacheWrite });
}

function userBlocks(part: JsonValue): readonly Block[] {
  const value = objectAt(part) ?? {};
  const mention = objectAt(value, 'Mention');
  if (mention !== undefined) return textBlocks(textOf(mention['content']));
  return imageBlocks(value['Image']) ?? textBlocks(textOf(value['Text']));
}

function imageBlocks(value: JsonValue | undefined): readonly Block[] | undefined {
  const data = textOf(objectAt(value)?.['source']);
  return data === '' ? undefined : [{ type: 'media', mimeType: 'image/png', data, encoding: 'base64' }];
}

function agentContents(agent: JsonObject, origin: Origin): readonly Content[] {
  const blocks = listOf(agent['content']).flatMap((part) => answerBlocks(objectAt(part) ?? {}, origin));
  const results = Object.entries(objectAt(agent, 'tool_results') ?? {}).flatMap(([id, result]) =>
    resultBlocks(id, objectAt(result) ?? {}),
  );
  return [...contentOf('ai', blocks, authorOf(origin, undefined)), ...contentOf('tool', results, {})];
}

function answerBlocks(part: JsonObject, origin: Origin): readonly Block[] {
  const thinking = objectAt(part, 'Thinking');
  const call = objectAt(part, 'ToolUse');
  if (thinking !== undefined) {
    const token = { protocol: 'anthropic-messages', field: 'signature', value: textOf(thinking['signature']) } as const;
    return [{ type: 'thinking', thought: textOf(thinking['text']), ...sealed(token, origin) }];
  }
  if (call !== undefined) {
    const token = { protocol: 'gemini', field: 'thoughtSignature', value: textOf(call['thought_signature']) } as const;
    return [
      {
        type: 'tool_call',
        id: textOf(call['id']),
        name: textOf(call['name']),
        parameters: call['input'] ?? {},
        ...sealed(token, origin),
      },
    ];
  }
  const redacted = textOf(part['RedactedThinking']);
  if (redacted !== '') {
    return [
      {
        type: 'thinking',
        thought: '',
        ...sealed({ protocol: 'anthropic-messages', field: 'redacted_thinking', value: redacted }, origin),
      },
    ];
  }
  return textBlocks(textOf(part['Text']));
}

function resultBlocks(id: string, result: JsonObject): readonly Block[] {
  const parts = Array.isArray(result['content']) ? listOf(result['content']) : [result['content'] ?? null];
  const text = parts.map((part) => (typeof part === 'string' ? part : textOf(objectAt(part)?.['Text']))).join('\n');
  const media = parts.flatMap((part) => imageBlocks(objectAt(part)?.['Image']) ?? []);
  return [
    resultBlock({ callId: id, toolName: textOf(result['tool_name']), text, failed: result['is_error'] === true }),
    ...media,
  ];
}

/**
 * A summary replaces what is before it. One that only the provider can read is useless elsewhere, and the messages are
 * still there.
 */
function compact(
  value: JsonValue | undefined,
  log: SessionLog,
  where: { record: { at: number }; path: string },
  notes: Notes,
): void {
  const summary = textOf(value) || textOf(objectAt(value)?.['Summary']) || textOf(objectAt(value, 'Summary')?.['text']);
  if (summary !== '') log.compact(contentOf('human', textBlocks(summary), {}), where);
  else
    notes.report(
      'unreadable-compaction',
      log.placeOf(where),
      'Only the provider can read this compaction; the full history is kept.',
    );
}
