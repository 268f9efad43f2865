/**
 * Gemini CLI: JSON lines in `~/.gemini/tmp/<project>/chats` (one JSON document until about 0.39), and saved checkpoints. Seen: 0.61.
 * Files have no version. Thought signatures are not in them.
 */
import type { Content, JsonObject } from '@interlock/transcript';
import {
  type AgentReader,
  type AgentRecords,
  type Machine,
  placeOf,
  type ReadOptions,
} from '../../reading/agent-reader.ts';
import { defined } from '../../reading/defined.ts';
import { finishSession } from '../../reading/finish-session.ts';
import type { ImportedSession, Subagent } from '../../reading/imported-session.ts';
import { listOf, objectAt, objectsOf, textOf, timeOf } from '../../reading/json.ts';
import { Notes } from '../../reading/notes.ts';
import { SessionLog } from '../../reading/session-log.ts';
import { titleFrom } from '../../reading/title-from.ts';
import { usageFrom } from '../../reading/usage-from.ts';
import { callsOf, isResultsOnly, noteKindOf, plainTextOf } from './gemini-message.ts';
import { MessageContents } from './message-contents.ts';
import { type Message, type Replay, replay } from './replay.ts';

export const geminiCli: AgentReader = {
  name: 'gemini-cli',
  label: 'Gemini CLI',
  places: ({ home, environment }: Machine) => {
    const folder = `${environment['GEMINI_CLI_HOME'] || home}/.gemini/tmp`;
    return [
      { folder, files: /^[^/]+\/chats\/(?:[^/]+\/)?[^/]+\.jsonl$/, depth: 3, form: 'lines' },
      { folder, files: /^[^/]+\/(?:chats\/session-|checkpoint-)[^/]+\.json$/, depth: 2, form: 'document' },
    ];
  },
  recognises: ([first]) => first !== undefined && isOwn(first),
  besides: () => [{ folder: '..', files: /^\.project_root$/ }],
  relatives: (records) =>
    [...new Set(records.flatMap(({ value }) => callsOf(value).map(({ agentId }) => textOf(agentId))))].filter(
      (id) => id !== '',
    ),
  read,
};

/** The first line of a session, the whole of an older one, or contents of a checkpoint. */
function isOwn(value: JsonObject): boolean {
  if (typeof value['sessionId'] === 'string' && typeof value['projectHash'] === 'string') return true;
  const [content] = Array.isArray(value['history']) ? objectsOf(value['history']) : [value];
  return Array.isArray(content?.['parts']) && (content['role'] === 'user' || content['role'] === 'model');
}

function read(source: AgentRecords, options: ReadOptions = {}): ImportedSession {
  const notes = new Notes(source.problems);
  const history = replay(source.records, options.branch, (record) => {
    notes.unknown(`fields ${Object.keys(record.value).slice(0, 4).join(', ')}`, placeOf(source, record));
  });
  if (!history.found) notes.report('missing-branch', source.name, `There is no branch ${options.branch}.`);
  const { entries, reasons } = buildLog(history, source, notes);
  const id = textOf(history.header['sessionId']) || source.name.replace(/\.jsonl?$/, '');
  const messages = [...history.messages.values()];
  return finishSession({
    agent: geminiCli.name,
    id,
    ...defined({ title: titleOf(history, messages), folder: folderOf(history, messages, source) }),
    log: entries,
    reasons,
    branches: history.branches,
    subagents: readSubagents(messages, source, id),
    problems: notes.problems(),
    leftOut: notes.leftOut(),
  });
}

function buildLog(
  history: Replay,
  source: AgentRecords,
  notes: Notes,
): Pick<SessionLog, 'entries'> & Pick<MessageContents, 'reasons'> {
  const log = new SessionLog(source);
  const report = (message: JsonObject, problem: string): void => {
    const at = history.messages.get(textOf(message['id']))?.at ?? 1;
    notes.report('unreadable-part', placeOf(source, { at }), problem);
  };
  const contents = new MessageContents(report);
  const written = new Map<string, readonly Content[]>();
  const contentsOf = (id: string, next: string | undefined): readonly Content[] => {
    const known = written.get(id);
    const message = history.messages.get(id);
    if (known !== undefined || message === undefined) return known ?? [];
    const note = noteKindOf(message.value) ?? commandKindOf(message.value, next, history);
    if (note === 'local commands') notes.leaveOut(note);
    const own = note === undefined ? contents.of(message.value) : [];
    if (own.length === 0 && isResultsOnly(message.value)) notes.leaveOut('repeated results');
    written.set(id, own);
    return own;
  };
  for (const { value } of history.messages.values()) {
    const note = noteKindOf(value);
    if (note !== undefined) notes.leaveOut(note);
  }
  const { steps } = history;
  steps.forEach((step, index) => {
    if (step.kind === 'message') {
      const next = steps.slice(index + 1, index + 2).flatMap((each) => (each.kind === 'message' ? each.id : []))[0];
      const message = history.messages.get(step.id);
      if (message !== undefined)
        log.add(contentsOf(step.id, next), {
          record: message,
          usage: usageOf(message),
          time: timeOf(message.value['timestamp']),
        });
      return;
    }
    const compacted = step.ids.flatMap((id, at) => contentsOf(id, step.ids[at + 1]));
    log.compact(compacted, { record: step });
  });
  return { entries: log.entries, reasons: contents.reasons };
}

/** The program stores its own commands like questions, but they have no answer. */
function commandKindOf(message: JsonObject, next: string | undefined, { messages }: Replay): string | undefined {
  if (message['type'] !== 'user' || !/^\s*[/?]/.test(plainTextOf(message))) return undefined;
  const isAnswered = next !== undefined && messages.get(next)?.value['type'] === 'gemini';
  return isAnswered ? undefined : 'local commands';
}

function usageOf({ value }: Message): ReturnType<typeof usageFrom> {
  const tokens = objectAt(value['tokens']);
  const { input, output, cached, thoughts } = tokens ?? {};
  return usageFrom({ input, output, cacheRead: cached, reasoning: thoughts });
}

function titleOf({ header }: Replay, messages: readonly Message[]): string | undefined {
  const summary = titleFrom(textOf(header['summary']));
  if (summary !== undefined) return summary;
  const first = messages.find(
    ({ value }) => value['type'] === 'user' && noteKindOf(value) === undefined && plainTextOf(value) !== '',
  );
  return first === undefined ? undefined : titleFrom(plainTextOf(first.value));
}

/** The session itself has it only in its first note, the folder above in a file. */
function folderOf({ header }: Replay, messages: readonly Message[], { beside }: AgentRecords): string | undefined {
  const root = textOf(beside.get('../.project_root')?.records[0]?.value['text']).trim();
  const [directory] = listOf(header['directories']);
  if (root !== '') return root;
  if (textOf(directory) !== '') return textOf(directory);
  const note = messages.find(({ value }) => noteKindOf(value) === 'notes about the environment');
  return /Workspace Directories:\**\s*\n\s*- ([^\n]+)/.exec(plainTextOf(note?.value ?? {}))?.[1];
}

function readSubagents(messages: readonly Message[], source: AgentRecords, parent: string): readonly Subagent[] {
  return messages.flatMap(({ value }) =>
    callsOf(value).flatMap((call): readonly Subagent[] => {
      const id = textOf(call['agentId']);
      const records = source.related.get(id);
      if (id === '') return [];
      return [
        { id, callId: textOf(call['id']), ...(records === undefined ? {} : { session: { ...read(records), parent } }) },
      ];
    }),
  );
}
