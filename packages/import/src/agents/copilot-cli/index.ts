/**
 * Copilot CLI: events as JSON lines in `~/.copilot/session-state/<session>/events.jsonl`, in the order in which they happened. Events
 * of subagents are among them and name their agent. Seen: 1.0.102.
 */
import type { JsonObject } from '@interlock/transcript';
import type { AgentReader, AgentRecord, AgentRecords, Machine } from '../../reading/agent-reader.ts';
import { defined } from '../../reading/defined.ts';
import { finishSession } from '../../reading/finish-session.ts';
import type { ImportedSession, Subagent } from '../../reading/imported-session.ts';
import { objectAt, textOf } from '../../reading/json.ts';
import { Notes } from '../../reading/notes.ts';
import { titleFrom } from '../../reading/title-from.ts';
import { readEvents } from './read-events.ts';

export const copilotCli: AgentReader = {
  name: 'copilot-cli',
  label: 'Copilot CLI',
  places: ({ home, environment }: Machine) => [
    {
      folder: `${environment['COPILOT_HOME'] || `${home}/.copilot`}/session-state`,
      files: /^[^/]+(?:\/events)?\.jsonl$/,
      depth: 1,
      form: 'lines',
    },
  ],
  recognises: ([first]) => first?.['type'] === 'session.start' && objectAt(first, 'data') !== undefined,
  slim: slimEvent,
  besides: () => [{ folder: '.', files: /^workspace\.yaml$/ }],
  read,
};

/** Prompts, metrics and the program's own bookkeeping are most of a file. */
function slimEvent(event: JsonObject): JsonObject {
  const type = textOf(event['type']);
  if (type === 'system.message' || type === 'session.shutdown' || type === 'subagent.selected')
    return { ...event, data: {} };
  if (type !== 'tool.execution_complete') return event;
  const { toolTelemetry: _, result, ...data } = objectAt(event, 'data') ?? {};
  const { detailedContent: __, ...needed } = objectAt(result) ?? {};
  return { ...event, data: { ...data, ...(result === undefined ? {} : { result: needed }) } };
}

const knownVersion = 1;

function read(source: AgentRecords): ImportedSession {
  const notes = new Notes(source.problems);
  const start = objectAt(source.records.find(({ value }) => value['type'] === 'session.start')?.value, 'data') ?? {};
  const format = start['version'];
  if (typeof format === 'number' && format > knownVersion) {
    notes.report('unknown-version', source.name, `Version ${format} of the format is newer than this reader.`);
  }
  const agentOf = ({ value }: AgentRecord): string => textOf(value['agentId']);
  const seen = new Set<string>();
  const records = source.records.filter(({ value }) => {
    const id = textOf(value['id']);
    if (id !== '' && seen.has(id)) notes.leaveOut('repeated records');
    return id === '' || (!seen.has(id) && seen.add(id) !== undefined);
  });
  const { log, reasons, firstWords } = readEvents(
    records.filter((record) => agentOf(record) === ''),
    records,
    source,
    notes,
  );
  const id = textOf(start['sessionId']) || source.name.replace(/\.jsonl$/, '');
  const workspace = textOf(source.beside.get('workspace.yaml')?.records[0]?.value['text']);
  const folder = textOf(objectAt(start, 'context')?.['cwd']) || /^cwd: (.+)$/m.exec(workspace)?.[1];
  return finishSession({
    agent: copilotCli.name,
    id,
    ...defined({
      version: textOf(start['copilotVersion']) || undefined,
      title: titleFrom(/^name: (.+)$/m.exec(workspace)?.[1] ?? firstWords),
      folder: folder || undefined,
    }),
    log,
    reasons,
    branches: [],
    subagents: subagentsOf(records, source, id, folder),
    problems: notes.problems(),
    leftOut: notes.leftOut(),
  });
}

function subagentsOf(
  records: readonly AgentRecord[],
  source: AgentRecords,
  parent: string,
  folder: string | undefined,
): readonly Subagent[] {
  return records.flatMap(({ value }): readonly Subagent[] => {
    if (value['type'] !== 'subagent.started') return [];
    const data = objectAt(value, 'data') ?? {};
    const id = textOf(value['agentId']);
    if (id === '') return [];
    const notes = new Notes();
    const own = records.filter((record) => textOf(record.value['agentId']) === id);
    const { log, reasons, firstWords } = readEvents(own, records, source, notes);
    const session = finishSession({
      agent: copilotCli.name,
      id,
      parent,
      ...defined({
        title: titleFrom(textOf(data['agentDescription'])) ?? titleFrom(firstWords),
        folder: folder || undefined,
      }),
      log,
      reasons,
      branches: [],
      subagents: [],
      problems: notes.problems(),
      leftOut: notes.leftOut(),
    });
    return [{ id, session, ...defined({ callId: textOf(data['toolCallId']) || undefined }) }];
  });
}
