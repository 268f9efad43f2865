/** A stored session as a document, even while it is being written: nothing is locked or changed. */
import type { Activity, CallState } from '@interlock/inspector';
import {
  builtInTools,
  type Outcome,
  type RequestFacts,
  type SessionRecord,
  type SessionStore,
} from '@interlock/runtime';
import type { Content } from '@interlock/transcript';
import type { Tool, Usage } from '@interlock/wire';
import { answererName } from '../sessions/answerer-name.ts';
import { readSession } from '../sessions/read-session.ts';
import type { CallFacts, InspectedDocument, LogItem, RecordedUsage } from './document.ts';
import { recordNote } from './record-note.ts';

export async function sessionDocument(store: SessionStore, id: string, name: string): Promise<InspectedDocument> {
  const { records, warnings } = await store.read(id);
  const gatherer = new RecordGatherer();
  for await (const { at, record } of records) gatherer.add(record, at);
  const { log, calls, usages, outcomes, system, activity } = gatherer;
  const { tools, bare } = sessionTools(gatherer.tools);
  return {
    name,
    kind: 'session',
    log,
    calls,
    usages,
    outcomes,
    system,
    tools,
    bareTools: bare,
    ...(activity === undefined ? {} : { activity }),
    settings: {},
    current: async () => (await readSession(store, id)).contents,
    problems: warnings.map(({ message, place }) => ({ place: place === undefined ? '' : `record ${place}`, message })),
  };
}

class RecordGatherer {
  readonly log: LogItem[] = [];
  readonly calls = new Map<string, CallFacts>();
  readonly usages: RecordedUsage[] = [];
  readonly outcomes = new Map<number, string>();
  system = '';
  tools: readonly string[] = [];
  readonly #queued = new Map<number, string>();
  #turns = 0;
  #running: { readonly turn: number; readonly since: number } | undefined;
  #lastAt = 0;
  /** The target of the running turn, or the one chosen since. A session that is opened with another model does not record it. */
  #target: string | undefined;

  add(record: SessionRecord, at: number): void {
    this.#lastAt = at;
    const note = recordNote(record, this.#queued);
    if (note !== undefined) this.log.push({ kind: 'note', text: note, at });
    switch (record.kind) {
      case 'setup':
        this.system = record.system;
        this.tools = record.tools;
        return;
      case 'turn-start':
        if (record.continues === undefined) this.#turns += 1;
        // The turn before it was killed: the current target may differ.
        if (this.#running !== undefined) this.#target = undefined;
        this.#running = { turn: this.#turns, since: at };
        return;
      case 'turn-end':
        this.#running = undefined;
        this.#target = undefined;
        if (record.outcome !== 'moved') this.outcomes.set(this.#turns, record.outcome);
        return;
      case 'content':
        this.log.push({ kind: 'content', content: record.content, at });
        if (record.content.speaker === 'ai') this.#target = answererName(record.content) ?? this.#target;
        return;
      case 'text-queued':
        this.#queued.set(record.number, record.text);
        return;
      case 'switch':
        this.#target = record.to;
        return;
      default:
        this.#more(record, at);
    }
  }

  #more(record: SessionRecord, at: number): void {
    switch (record.kind) {
      case 'call-start':
        this.calls.set(record.id, { ...approvalTime(record), state: 'running', startedAt: at });
        return;
      case 'call-end':
        this.#endCall(record, at);
        return;
      case 'usage':
        this.#usage(record, record.usage, at);
        return;
      case 'request':
        // Those of subagents count in their own sessions.
        if (record.usage !== undefined && record.by === undefined) this.#usage(record, record.usage, at);
        return;
      case 'snapshot':
        this.#contents(record.contents);
        return;
      case 'imported':
        this.#contents(record.contents);
        for (const { callId, reason } of record.closed ?? []) this.calls.set(callId, { state: reason });
        return;
      default:
    }
  }

  /** The turn that has not ended. Whether its process is alive is not recorded, only when it last wrote. */
  get activity(): Activity | undefined {
    if (this.#running === undefined) return undefined;
    const { turn, since } = this.#running;
    const names = new Map(
      this.log.flatMap((item) =>
        item.kind === 'content'
          ? item.content.blocks.flatMap((block) =>
              block.type === 'tool_call' ? [[block.id, block.name] as const] : [],
            )
          : [],
      ),
    );
    const calls = [...this.calls].flatMap(([id, { state, startedAt }]) =>
      state === 'running' && startedAt !== undefined ? [{ name: names.get(id) ?? '', startedAt }] : [],
    );
    return { turn, since, lastAt: this.#lastAt, calls, ...(this.#target === undefined ? {} : { who: this.#target }) };
  }

  #contents(contents: readonly Content[]): void {
    for (const content of contents) {
      const time = content.metadata?.timestamp;
      this.log.push({ kind: 'content', content, ...(typeof time === 'number' ? { at: time } : {}) });
      if (content.speaker === 'human') this.#turns += 1;
    }
  }

  #endCall({ id, outcome, late }: Extract<SessionRecord, { kind: 'call-end' }>, at: number): void {
    const call = this.calls.get(id);
    // A late result replaces a closure; when the call was closed remains known.
    const endedAt = late === true ? (call?.endedAt ?? at) : at;
    this.calls.set(id, { ...call, state: stateOf(outcome), endedAt, ...(late === true ? { late } : {}) });
  }

  #usage(
    { target, for: purpose }: Pick<RequestFacts, 'target'> & { readonly for?: 'summary' },
    usage: Usage,
    at: number,
  ): void {
    const summary = purpose === 'summary' ? { isSummary: true } : {};
    this.usages.push({ after: this.log.length, at, target, usage, ...summary });
  }
}

function approvalTime({ approvalMs }: { readonly approvalMs?: number }): Pick<CallFacts, 'approvalMs'> {
  return approvalMs === undefined ? {} : { approvalMs };
}

function stateOf({ state }: Outcome): CallState {
  return state;
}

/** The tools of a stored session. Only names are recorded: built-in tools get their current description, all others have none. */
interface SessionTools {
  readonly tools: readonly Tool[];
  /** Without description and parameters: requests and token counts lack them. */
  readonly bare: readonly string[];
}

function sessionTools(names: readonly string[]): SessionTools {
  const known = new Map(builtInTools({ network: true }).map((tool) => [tool.name, tool]));
  const tools = names.map((name): Tool => {
    const tool = known.get(name);
    return tool === undefined ? { name } : { name, description: tool.description, parameters: tool.parameters };
  });
  return { tools, bare: names.filter((name) => !known.has(name)) };
}
