/**
 * Qwen Code: JSON lines in `~/.qwen/projects/<project>/chats`, a tree of records whose messages are Gemini contents,
 * whatever the provider was. Seen: 0.24.4.
 */
import type { JsonObject } from '@interlock/transcript';
import {
  type AgentReader,
  type AgentRecords,
  type Machine,
  placeOf,
  type ReadOptions,
} from '../../reading/agent-reader.ts';
import { chooseChain } from '../../reading/choose-chain.ts';
import { defined } from '../../reading/defined.ts';
import { finishSession } from '../../reading/finish-session.ts';
import type { ImportedSession, Subagent } from '../../reading/imported-session.ts';
import { objectAt, textOf } from '../../reading/json.ts';
import { Notes } from '../../reading/notes.ts';
import { titleFrom } from '../../reading/title-from.ts';
import { buildLog } from './build-log.ts';
import { type QwenRecord, qwenRecords, qwenScene, slimRecord, wordsOf } from './qwen-record.ts';

export const qwenCode: AgentReader = {
  name: 'qwen-code',
  label: 'Qwen Code',
  places: ({ home, environment }: Machine) => [
    {
      folder: `${environment['QWEN_HOME'] || `${home}/.qwen`}/projects`,
      files: /^[^/]+\/chats\/[^/]+\.jsonl$/,
      depth: 2,
      form: 'lines',
    },
  ],
  recognises: (first) => first.some(isOwn),
  slim: slimRecord,
  besides: (file) => [
    { folder: `../subagents/${file.replace(/\.jsonl$/, '')}`, files: /^agent-[^/]+\.(?:jsonl|meta\.json)$/ },
  ],
  read,
};

/** Claude Code has a similar tree, with messages in another format. */
function isOwn(record: JsonObject): boolean {
  if (textOf(record['uuid']) === '' || !('parentUuid' in record)) return false;
  if (Array.isArray(objectAt(record, 'message')?.['parts']) || typeof record['provenance'] === 'string') return true;
  return record['type'] === 'system' && objectAt(record, 'systemPayload') !== undefined;
}

const knownVersions = /^0\./;

function read(source: AgentRecords, options: ReadOptions = {}): ImportedSession {
  const notes = new Notes(source.problems);
  const records = qwenRecords(source, notes);
  const chosen = chooseChain(records, qwenScene, options.branch);
  if (!chosen.found) notes.report('missing-branch', source.name, `There is no branch ${options.branch}.`);
  for (const record of chosen.torn) {
    notes.report('missing-parent', placeOf(source, record), 'The record before this one is not in the file.');
  }
  const version = lastText(records, 'version');
  if (version !== undefined && !knownVersions.test(version)) {
    notes.report('unknown-version', source.name, `Version ${version} is newer than this reader.`);
  }
  const { id, parent } = namesOf(records, source);
  return finishSession({
    agent: qwenCode.name,
    id,
    ...defined({ parent, version, title: titleOf(records, chosen.records), folder: lastText(records, 'cwd') }),
    ...buildLog(chosen.records, source, notes),
    branches: chosen.branches,
    subagents: readSubagents(source, id),
    problems: notes.problems(),
    leftOut: notes.leftOut(),
  });
}

function lastText(records: readonly QwenRecord[], field: string): string | undefined {
  return textOf(records.findLast(({ value }) => textOf(value[field]) !== '')?.value[field]) || undefined;
}

/** A subagent's file has the session that started it in `sessionId`; a fork names where it comes from. */
function namesOf(records: readonly QwenRecord[], { name }: AgentRecords): { id: string; parent: string | undefined } {
  const [first] = records;
  const session = textOf(first?.value['sessionId']) || name.replace(/\.jsonl$/, '');
  const agent = first?.value['isSidechain'] === true ? textOf(first.value['agentId']) : '';
  const forked = textOf(objectAt(first?.value, 'forkedFrom')?.['sessionId']) || undefined;
  return agent === '' ? { id: session, parent: forked } : { id: agent, parent: session };
}

function titleOf(records: readonly QwenRecord[], chosen: readonly QwenRecord[]): string | undefined {
  const named = records.findLast(({ subtype }) => subtype === 'custom_title');
  const custom = titleFrom(textOf(objectAt(named?.value, 'systemPayload')?.['customTitle']));
  if (custom !== undefined) return custom;
  const first = chosen.find((record) => record.type === 'user' && wordsOf(record) !== '');
  return first === undefined ? undefined : titleFrom(wordsOf(first));
}

function readSubagents({ beside }: AgentRecords, parent: string): readonly Subagent[] {
  return [...beside].flatMap(([path, records]): readonly Subagent[] => {
    const id = /agent-([^/]+)\.jsonl$/.exec(path)?.[1];
    if (id === undefined) return [];
    const meta = beside.get(path.replace(/\.jsonl$/, '.meta.json'))?.records[0]?.value;
    const callId = textOf(meta?.['toolUseId']) || undefined;
    return [{ id, session: { ...read(records), id, parent }, ...defined({ callId }) }];
  });
}
