/**
 * A list of messages with roles, as many programs export chats. Only texts are read: everything else differs between
 * programs.
 */
import type { JsonObject } from '@interlock/transcript';
import type { AgentReader, AgentRecords } from '../../reading/agent-reader.ts';
import { contentOf, textBlocks } from '../../reading/content-of.ts';
import { defined } from '../../reading/defined.ts';
import { finishSession } from '../../reading/finish-session.ts';
import type { ImportedSession } from '../../reading/imported-session.ts';
import { listOf, objectAt, objectsOf, textOf, timeOf } from '../../reading/json.ts';
import { Notes } from '../../reading/notes.ts';
import { originOf } from '../../reading/origin-of.ts';
import { SessionLog } from '../../reading/session-log.ts';
import { titleFrom } from '../../reading/title-from.ts';
import { isTask } from '../cline/index.ts';

export const chatExport: AgentReader = {
  name: 'chat-export',
  label: 'a chat',
  places: () => [],
  recognises: (first) => {
    const messages = first[0] === undefined ? [] : messagesIn(first);
    return messages.length > 0 && messages.every(isMessage) && !isTask(first);
  },
  read,
};

const speakers: ReadonlyMap<string, 'human' | 'ai'> = new Map([
  ...['user', 'human', 'User', 'Human'].map((role) => [role, 'human'] as const),
  ...['assistant', 'ai', 'model', 'bot', 'Assistant'].map((role) => [role, 'ai'] as const),
]);

function roleOf(message: JsonObject): string {
  return textOf(message['role']) || textOf(message['sender']) || textOf(objectAt(message, 'author')?.['role']);
}

function isMessage(message: JsonObject): boolean {
  return roleOf(message) !== '' && ('content' in message || 'text' in message) && !('parts' in message);
}

/** The file is a document with a list of messages, or the list itself. */
function messagesIn(records: readonly JsonObject[]): readonly JsonObject[] {
  const [first] = records;
  if (first === undefined || isMessage(first)) return records;
  if ('sessionId' in first || 'info' in first) return [];
  return objectsOf(first['messages'] ?? first['chat_messages']);
}

function wordsIn(message: JsonObject): string {
  const content = message['content'] ?? message['text'];
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? listOf(content) : listOf(objectAt(content)?.['parts']);
  return parts
    .map((part) => (typeof part === 'string' ? part : textOf(objectAt(part)?.['text'])))
    .filter((text) => text !== '')
    .join('\n');
}

function read(source: AgentRecords): ImportedSession {
  const notes = new Notes(source.problems);
  const about = source.records[0]?.value ?? {};
  const isList = isMessage(about);
  const log = new SessionLog(source);
  messagesIn(source.records.map(({ value }) => value)).forEach((message, index) => {
    const speaker = speakers.get(roleOf(message));
    const where = isList
      ? { record: { at: source.records[index]?.at ?? 1 } }
      : { record: { at: 1 }, path: `messages.${index}` };
    if (speaker === undefined) {
      notes.leaveOut('messages that are neither the user’s nor the model’s');
      return;
    }
    const time = timeOf(message['timestamp'] ?? message['created_at'] ?? message['create_time']);
    const { provider, ...model } = originOf(textOf(message['model']));
    const author = speaker === 'ai' ? { ...(provider === '' ? {} : { provider }), ...model } : {};
    log.add(contentOf(speaker, textBlocks(wordsIn(message)), { ...author, ...defined({ timestamp: time }) }), {
      ...where,
      time,
    });
  });
  notes.report(
    'text-only',
    source.name,
    'Only the texts of this chat are read: calls, results, pictures and thinking are not.',
  );
  const first = log.entries.find((entry) => entry.kind === 'content');
  const block = first?.content.blocks[0];
  return finishSession({
    agent: chatExport.name,
    id: textOf(about['id']) || textOf(about['uuid']) || source.name.replace(/\.\w+$/, ''),
    ...defined({
      title:
        titleFrom(isList ? '' : textOf(about['title']) || textOf(about['name'])) ??
        titleFrom(block?.type === 'text' ? block.text : ''),
    }),
    log: log.entries,
    branches: [],
    subagents: [],
    problems: notes.problems(),
    leftOut: notes.leftOut(),
  });
}
