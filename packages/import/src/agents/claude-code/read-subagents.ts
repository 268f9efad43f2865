/** Subagents: separate files below or next to the session, or, in older versions, side chains in the session's own file. */
import type { JsonObject } from '@interlock/transcript';
import type { AgentRecord, AgentRecords, BesidePlace } from '../../reading/agent-reader.ts';
import { Tree } from '../../reading/chain.ts';
import { defined } from '../../reading/defined.ts';
import type { ImportedSession, Subagent } from '../../reading/imported-session.ts';
import { objectAt, objectsOf, textOf } from '../../reading/json.ts';
import { type ClaudeRecord, resultIdsIn } from './claude-record.ts';
import { plainTextOf } from './conversation-parts.ts';

type Read = (source: AgentRecords) => ImportedSession;

export interface SubagentScene {
  readonly source: AgentRecords;
  readonly main: readonly ClaudeRecord[];
  readonly sidechains: readonly ClaudeRecord[];
  readonly read: Read;
}

export function readSubagents(scene: SubagentScene): readonly Subagent[] {
  const starters = startersIn(scene.main);
  return [...readFiles(scene, starters), ...readSidechains(scene, starters)];
}

/** The agents that results name. */
export function agentsNamedIn(records: readonly AgentRecord[]): readonly string[] {
  const ids = records.map(({ value }) => textOf(objectAt(value, 'toolUseResult')?.['agentId']));
  return [...new Set(ids)].filter((id) => /^[\w-]+$/.test(id));
}

/** The call that started each agent, as its result says. */
function startersIn(records: readonly ClaudeRecord[]): ReadonlyMap<string, string> {
  return new Map(
    records.flatMap((record): readonly (readonly [string, string])[] => {
      const agent = textOf(objectAt(record.value, 'toolUseResult')?.['agentId']);
      const call = resultIdsIn(record)[0];
      return agent === '' || call === undefined ? [] : [[agent, call]];
    }),
  );
}

/** Next to the session, with those of all others, are also agents that were killed before a result could name them. Only their prompts do. */
export function killedBeside(records: readonly AgentRecord[]): readonly BesidePlace[] {
  const tasks = unnamedTasksIn(records);
  const sessionId = records.map(({ value }) => textOf(value['sessionId'])).findLast((id) => id !== '');
  const belongs = (first: JsonObject): boolean =>
    first['isSidechain'] === true && textOf(first['sessionId']) === sessionId && tasks.has(promptIn(first));
  return tasks.size === 0 ? [] : [{ folder: '.', files: /^agent-(?!acompact-)[^/]+\.jsonl$/, belongs }];
}

/** The calls that started an agent which no result names, by their prompts. */
function unnamedTasksIn(records: readonly Pick<AgentRecord, 'value'>[]): ReadonlyMap<string, ReadonlySet<string>> {
  const blocksOf = (value: JsonObject): readonly JsonObject[] => objectsOf(objectAt(value, 'message')?.['content']);
  const named = new Set(
    records.flatMap(({ value }) =>
      objectAt(value, 'toolUseResult')?.['agentId'] === undefined
        ? []
        : blocksOf(value).map((block) => textOf(block['tool_use_id'])),
    ),
  );
  const tasks = new Map<string, Set<string>>();
  for (const block of records.flatMap(({ value }) => (value['type'] === 'assistant' ? blocksOf(value) : []))) {
    const prompt = /^(?:Task|Agent)$/.test(textOf(block['name'])) ? textOf(objectAt(block, 'input')?.['prompt']) : '';
    const id = textOf(block['id']);
    if (prompt !== '' && !named.has(id)) tasks.set(prompt, (tasks.get(prompt) ?? new Set()).add(id));
  }
  return tasks;
}

function promptIn(value: JsonObject): string {
  return plainTextOf({ type: textOf(value['type']), value, message: objectAt(value, 'message') ?? {} });
}

function readFiles({ source, main, read }: SubagentScene, starters: ReadonlyMap<string, string>): readonly Subagent[] {
  const files = [...source.beside].flatMap(([path, records]) => {
    const id = /agent-([^/]+)\.jsonl$/.exec(path)?.[1];
    if (id === undefined) return [];
    const meta = source.beside.get(path.replace(/\.jsonl$/, '.meta.json'))?.records[0]?.value;
    const callId = textOf(meta?.['toolUseId']) || starters.get(id);
    return [{ id, records, callId, prompt: promptIn(records.records[0]?.value ?? {}) }];
  });
  const tasks = unnamedTasksIn(main);
  const unnamed = Map.groupBy(
    files.filter(({ callId }) => callId === undefined),
    ({ prompt }) => prompt,
  );
  return files.map(({ id, records, callId, prompt }): Subagent => {
    const calls = [...(tasks.get(prompt) ?? [])];
    // Of several with the same prompt none is known to be the one of a call.
    const only = calls.length === 1 && unnamed.get(prompt)?.length === 1 ? calls[0] : undefined;
    return { id, session: { ...read(records), id }, ...defined({ callId: callId ?? only }) };
  });
}

function readSidechains(scene: SubagentScene, starters: ReadonlyMap<string, string>): readonly Subagent[] {
  const { source, main, sidechains, read } = scene;
  if (sidechains.length === 0) return [];
  const tree = new Tree(sidechains);
  const groups = Map.groupBy(sidechains, (record) => textOf(record.value['agentId']) || rootOf(record, tree).id);
  const tasks = tasksIn(main);
  const bySource = new Map(source.records.map((record) => [record.at, record]));
  return [...groups].map(([id, records]): Subagent => {
    const own = records.flatMap(({ at }): readonly AgentRecord[] => {
      const record = bySource.get(at);
      return record === undefined ? [] : [record];
    });
    const session = { ...read({ ...source, records: own, problems: [], beside: new Map() }), id };
    const callId = starters.get(id) ?? tasks.get(records[0] === undefined ? '' : plainTextOf(records[0]));
    return { id, session, ...(callId === undefined ? {} : { callId }) };
  });
}

/** The calls that started a subagent, by its prompt: there is no other link without `agentId`. */
function tasksIn(records: readonly ClaudeRecord[]): ReadonlyMap<string, string> {
  const calls = records.flatMap(({ type, message }) => (type === 'assistant' ? objectsOf(message['content']) : []));
  return new Map(
    calls.flatMap((block): readonly (readonly [string, string])[] => {
      const prompt = textOf(objectAt(block, 'input')?.['prompt']);
      return block['type'] === 'tool_use' && prompt !== '' ? [[prompt, textOf(block['id'])]] : [];
    }),
  );
}

function rootOf(record: ClaudeRecord, tree: Tree<ClaudeRecord>): ClaudeRecord {
  return [...tree.chainTo(record)].at(-1) ?? record;
}
