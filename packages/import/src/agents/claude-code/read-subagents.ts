/** Subagents: separate files below or next to the session, or, in older versions, side chains in the session's own file. */
import type { AgentRecord, AgentRecords } from '../../reading/agent-reader.ts';
import { Tree } from '../../reading/chain.ts';
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

function readFiles({ source, read }: SubagentScene, starters: ReadonlyMap<string, string>): readonly Subagent[] {
  return [...source.beside].flatMap(([path, records]): readonly Subagent[] => {
    const id = /agent-([^/]+)\.jsonl$/.exec(path)?.[1];
    if (id === undefined) return [];
    const meta = source.beside.get(path.replace(/\.jsonl$/, '.meta.json'))?.records[0]?.value;
    const callId = textOf(meta?.['toolUseId']) || starters.get(id);
    return [{ id, session: { ...read(records), id }, ...(callId === undefined ? {} : { callId }) }];
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
