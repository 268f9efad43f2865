/**
 * Kimi Code: a journal of JSON lines for each agent in `~/.kimi-code/sessions`. It contains the conversation twice, as
 * operations on the context and as events; the operations are read. Seen: protocol 1.5, written by 2.1.0.
 */
import type { JsonObject, SyntheticReason } from '@interlock/transcript';
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
import { objectAt, textOf } from '../../reading/json.ts';
import { Notes } from '../../reading/notes.ts';
import { wordsOf } from '../../reading/timeline.ts';
import { titleFrom } from '../../reading/title-from.ts';
import { Journal } from './journal.ts';

export const kimiCode: AgentReader = {
  name: 'kimi-code',
  label: 'Kimi Code',
  places: ({ home, environment }: Machine) => [
    {
      folder: `${environment['KIMI_CODE_HOME'] || `${home}/.kimi-code`}/sessions`,
      files: /^[^/]+\/[^/]+\/agents\/main\/wire\.jsonl$/,
      depth: 4,
      form: 'lines',
    },
  ],
  recognises: ([first]) => first?.['type'] === 'metadata' && typeof first['protocol_version'] === 'string',
  slim: slimRecord,
  // Subagents are numbered from 0, each in its own folder.
  besides: () => [
    { folder: '../..', files: /^state\.json$/ },
    ...Array.from({ length: 64 }, (_, number) => ({ folder: `../agent-${number}`, files: /^wire\.jsonl$/ })),
  ],
  read,
};

/** Prompts, tool descriptions, and everything that occurs here a second time. */
function slimRecord(record: JsonObject): JsonObject {
  const { type, time } = record;
  if (type === 'llm.tools_snapshot' || type === 'agent.message.appended')
    return { type, ...(time === undefined ? {} : { time }) };
  if (type !== 'profile.bind') return record;
  const { systemPrompt: _, ...needed } = record;
  return needed;
}

const knownVersions = /^1\./;

function read(source: AgentRecords, options: ReadOptions = {}): ImportedSession {
  const notes = new Notes(source.problems);
  const reasons = new Map<string, SyntheticReason>();
  const journal = new Journal(options.branch, notes, reasons);
  for (const record of source.records) {
    if (!journal.take(record))
      notes.unknown(`type ${JSON.stringify(textOf(record.value['type']))}`, placeOf(source, record));
  }
  const timeline = journal.timeline();
  if (timeline.isMissing) notes.report('missing-branch', source.name, `There is no branch ${options.branch}.`);
  const version =
    textOf(source.records.find(({ value }) => value['type'] === 'metadata')?.value['protocol_version']) || undefined;
  if (version !== undefined && !knownVersions.test(version)) {
    notes.report('unknown-version', source.name, `Version ${version} of the protocol is newer than this reader.`);
  }
  const state = source.beside.get('../../state.json')?.records[0]?.value ?? {};
  const bound = source.records.find(({ value }) => value['type'] === 'profile.bind')?.value;
  const id = textOf(state['id']) || textOf(bound?.['agentId']) || source.name.replace(/\.jsonl$/, '');
  const first = timeline.steps.find(({ contents }) => contents[0]?.speaker === 'human');
  return finishSession({
    agent: kimiCode.name,
    id,
    ...defined({
      version,
      title: titleFrom(textOf(state['title'])) ?? titleFrom(wordsOf(first?.contents ?? [])),
      folder: textOf(state['cwd']) || textOf(objectAt(bound, 'environmentDisclosure')?.['cwd']) || undefined,
    }),
    log: timeline.log(source).entries,
    reasons,
    branches: timeline.branches,
    subagents: subagentsOf(source, id),
    problems: notes.problems(),
    leftOut: notes.leftOut(),
  });
}

function subagentsOf(source: AgentRecords, parent: string): readonly Subagent[] {
  return source.records.flatMap(({ value }): readonly Subagent[] => {
    if (value['type'] !== 'subagent.spawned') return [];
    const id = textOf(value['subagentId']);
    const records = source.beside.get(`../${id}/wire.jsonl`);
    const session = records === undefined ? undefined : { ...read(records), id, parent };
    return [{ id, ...defined({ callId: textOf(value['parentToolCallId']) || undefined, session }) }];
  });
}
