/** A stored session as it was recorded, while it may still be written: nothing is locked, and nothing is changed. */
import type { CallState } from '@interlock/inspector';
import { type Outcome, type SessionRecord, type SessionStore, writeRule } from '@interlock/runtime';
import type { Content } from '@interlock/transcript';
import { isSummary } from '../commands/sessions/is-summary.ts';
import { readSession } from '../commands/sessions/read-session.ts';
import type { CallFacts, InspectedDocument, LogItem, RecordedUsage } from './document.ts';

export async function sessionDocument(store: SessionStore, id: string, name: string): Promise<InspectedDocument> {
  const { records, warnings } = await store.read(id);
  const gathered = new Gathered();
  for await (const { at, record } of records) gathered.add(record, at);
  const { log, calls, usages, outcomes, system, tools } = gathered;
  return {
    name,
    kind: 'session',
    log,
    calls,
    usages,
    outcomes,
    system,
    tools: tools.map((each) => ({ name: each })),
    settings: {},
    current: async () => (await readSession(store, id)).contents,
    problems: warnings.map(({ message, place }) => ({ place: place === undefined ? '' : `record ${place}`, message })),
  };
}

class Gathered {
  readonly log: LogItem[] = [];
  readonly calls = new Map<string, CallFacts>();
  readonly usages: RecordedUsage[] = [];
  readonly outcomes = new Map<number, string>();
  system = '';
  tools: readonly string[] = [];
  #turns = 0;

  add(record: SessionRecord, at: number): void {
    switch (record.kind) {
      case 'setup':
        this.system = record.system;
        this.tools = record.tools;
        return;
      case 'turn-start':
        this.#turns += 1;
        return;
      case 'turn-end':
        this.outcomes.set(this.#turns, record.outcome);
        if (record.outcome !== 'done') this.#note(`The turn ended: ${record.outcome}.`, at);
        return;
      case 'content':
        this.log.push({ kind: 'content', content: record.content, at });
        return;
      case 'snapshot':
        this.#contents(record.contents);
        return;
      case 'imported':
        this.#note(`Imported from ${record.from.label}: session ${record.from.id}.`, at);
        this.#contents(record.contents);
        return;
      case 'usage':
        this.#usage(record, at);
        return;
      default:
        this.#aside(record, at);
    }
  }

  #aside(record: SessionRecord, at: number): void {
    switch (record.kind) {
      case 'call-start':
        this.calls.set(record.id, { ...waited(record), state: 'running', startedAt: at });
        return;
      case 'call-end':
        this.#ended(record, at);
        return;
      case 'switch':
        this.#note(`Switch to ${record.to}.`, at);
        return;
      case 'effort':
        this.#note(`Effort: ${record.effort ?? 'default'}.`, at);
        return;
      case 'approval':
        this.#note(`Remembered: ${record.rule.verdict} ${writeRule(record.rule)}.`, at);
        return;
      case 'compaction':
        this.#note(compactionText(record.contents), at);
        return;
      default:
    }
  }

  #note(text: string, at: number): void {
    this.log.push({ kind: 'note', text, at });
  }

  #contents(contents: readonly Content[]): void {
    for (const content of contents) {
      const time = content.metadata?.timestamp;
      this.log.push({ kind: 'content', content, ...(typeof time === 'number' ? { at: time } : {}) });
      if (content.speaker === 'human') this.#turns += 1;
    }
  }

  #ended({ id, outcome, late }: Extract<SessionRecord, { kind: 'call-end' }>, at: number): void {
    const begun = this.calls.get(id);
    // A late result takes the place of a closure; when the call was given up stays known.
    const endedAt = late === true ? (begun?.endedAt ?? at) : at;
    this.calls.set(id, { ...begun, state: stateOf(outcome), endedAt, ...(late === true ? { late } : {}) });
  }

  #usage(record: Extract<SessionRecord, { kind: 'usage' }>, at: number): void {
    const { usage, target } = record;
    const summary = record.for === 'summary' ? { isSummary: true } : {};
    this.usages.push({ after: this.log.length, at, target, usage, ...summary });
  }
}

function waited({ approvalMs }: { readonly approvalMs?: number }): Pick<CallFacts, 'approvalMs'> {
  return approvalMs === undefined ? {} : { approvalMs };
}

function stateOf({ state }: Outcome): CallState {
  return state;
}

function compactionText(contents: readonly Content[]): string {
  const summary = contents.find(isSummary);
  const texts = summary?.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])) ?? [];
  const head = `Compacted: from here on the history is ${contents.length} contents.`;
  return texts.length === 0 ? head : `${head}\n\n${texts.join('\n')}`;
}
