/** Applies a record to the facts of a session. Live and resumed sessions use the same function, so they cannot differ (REQ-915-033). */
import { isDeepStrictEqual } from 'node:util';
import {
  type Block,
  type Content,
  isSummary,
  Ledger,
  rebuildLedger,
  type ToolCallBlock,
  type ToolResponseBlock,
} from '@interlock/transcript';
import type { Usage } from '@interlock/wire';
import type { Outcome } from '../scheduler/outcome.ts';
import type { SessionRecord } from '../store/session-record.ts';
import type { OpenCall, SessionFacts } from './session-facts.ts';
import { lastTurnNumber, userTurn } from './turn-names.ts';

export function applyRecord(facts: SessionFacts, record: SessionRecord): void {
  switch (record.kind) {
    case 'setup':
      facts.setup = { system: record.system, tools: record.tools };
      break;
    case 'turn-start':
      facts.turns += 1;
      facts.turnId = record.turnId;
      if (record.continues === undefined) facts.askedTurn = record.turnId;
      else facts.continuing.set(record.turnId, facts.askedTurn ?? record.continues);
      facts.turnCalls = 0;
      break;
    case 'turn-end':
      facts.turnId = undefined;
      break;
    case 'content':
      addContent(facts, record.content);
      if (record.delivers !== undefined) takeOff(facts, record.delivers);
      break;
    case 'text-queued':
      facts.queued = [...facts.queued, { number: record.number, text: record.text }];
      facts.lastQueued = Math.max(facts.lastQueued, record.number);
      break;
    case 'text-withdrawn':
      takeOff(facts, record.number);
      break;
    case 'todos':
      facts.todos = record.items;
      break;
    case 'instructions-given':
      for (const path of record.paths) facts.givenInstructions.add(path);
      break;
    case 'job-start': {
      const { number, command, callId, at } = record;
      facts.jobs.set(number, { number, command, callId, startedAt: at });
      break;
    }
    case 'job-end':
      endJob(facts, record);
      break;
    case 'files-kept':
      facts.kept.push(record);
      break;
    case 'call-start':
      startCall(facts, record);
      break;
    case 'call-end':
      endCall(facts, record);
      break;
    case 'usage':
      if (record.contents !== undefined)
        facts.usage = { usage: record.usage, target: record.target, contents: record.contents };
      facts.totals = addUsage(facts.totals, record.usage);
      break;
    case 'request':
      countRequest(facts, record);
      break;
    case 'switch':
      facts.target = record.to;
      break;
    case 'effort':
      facts.effort = record.effort ?? undefined;
      break;
    case 'approval':
      facts.rules.push(record.rule);
      break;
    case 'approval-revoked':
      facts.rules.splice(
        0,
        Number.POSITIVE_INFINITY,
        ...facts.rules.filter((rule) => !isDeepStrictEqual(rule, record.rule)),
      );
      break;
    case 'compaction':
      facts.contents = [...record.contents];
      markGone(facts);
      for (const { id, ...shown } of record.shortened ?? []) facts.ledger.shorten(id, shown);
      facts.begunAtCut = facts.begun.size;
      // The results that contained them may be gone.
      facts.givenInstructions.clear();
      // It counted contents that are gone.
      facts.usage = undefined;
      break;
    case 'snapshot':
      takeSnapshot(facts, record);
      break;
    case 'imported':
      takeImported(facts, record);
      break;
    case 'hook':
      break;
    default:
      record satisfies never;
  }
}

/** Requests of subagents count in their own sessions. */
function countRequest(facts: SessionFacts, record: Extract<SessionRecord, { kind: 'request' }>): void {
  const { number, by, turnId, step, target, usage, contents } = record;
  if (by !== undefined) return;
  facts.requests = Math.max(facts.requests, number);
  if (turnId !== undefined && step !== undefined) facts.lastRequest = { turnId, step };
  if (usage === undefined) return;
  if (contents !== undefined) facts.usage = { usage, target, contents };
  facts.totals = addUsage(facts.totals, usage);
}

function addContent(facts: SessionFacts, content: Content): void {
  // In place: copying for each record would be quadratic when a long session is resumed.
  facts.contents.push(content);
  const turn = userTurn(content);
  if (turn !== undefined && !facts.continuing.has(turn)) facts.begun.add(turn);
  for (const block of content.blocks) {
    if (block.type === 'tool_call') facts.turnCalls += 1;
    if (block.type === 'tool_call' && block.executor !== 'provider') openCall(facts, block, turnOf(content));
    if (block.type === 'tool_response') facts.unplaced.delete(block.callId);
    if (block.type === 'tool_response' && !isOvertaken(facts, block)) facts.open.delete(block.callId);
  }
}

function takeOff(facts: SessionFacts, number: number): void {
  const at = facts.queued.findIndex((text) => text.number === number);
  if (at !== -1) facts.queued = facts.queued.toSpliced(at, 1);
  facts.lastQueued = Math.max(facts.lastQueued, number);
}

/** If the start is in a damaged record, only the end is known. */
function endJob(facts: SessionFacts, record: Extract<SessionRecord, { kind: 'job-end' }>): void {
  const { kind: _, number, at, ...end } = record;
  const job = facts.jobs.get(number) ?? { number, command: '', callId: '', startedAt: at };
  facts.jobs.set(number, { ...job, ...end, endedAt: at });
}

/** The call ended while its closure was being written: its real result is still to come. */
function isOvertaken({ open }: SessionFacts, { callId, synthetic }: ToolResponseBlock): boolean {
  return synthetic !== undefined && isReal(open.get(callId)?.outcome);
}

function openCall(facts: SessionFacts, call: ToolCallBlock, turnId: string): void {
  const ended = facts.unplaced.get(call.id);
  facts.unplaced.delete(call.id);
  facts.ledger.open(call);
  const outcome = ended?.outcome ?? facts.open.get(call.id)?.outcome;
  facts.open.set(call.id, { call, turnId, ...(outcome === undefined ? {} : { outcome }) });
}

/** A late result that has not reached the history may belong to a call that is now part of the summary. */
function markGone({ open, contents }: SessionFacts): void {
  if (open.size === 0) return;
  const here = callIds(contents);
  for (const [id, each] of open) if (!here.has(id)) open.set(id, { ...each, isGone: true });
}

export function callIds(contents: readonly Content[]): ReadonlySet<string> {
  return new Set(
    contents.flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === 'tool_call' ? [block.id] : []))),
  );
}

/** The record with the call was damaged: its start names it again. */
function startCall(
  facts: SessionFacts,
  { id, call, turnId = '' }: Extract<SessionRecord, { kind: 'call-start' }>,
): void {
  if (call !== undefined && !isNamed(facts.ledger, id)) openCall(facts, { type: 'tool_call', id, ...call }, turnId);
  facts.ledger.start(id);
}

function isNamed(ledger: Ledger, id: string): boolean {
  return (ledger.get(id)?.name ?? '') !== '';
}

/** In any order, as in the ledger: a tool's result is never replaced, and a closure applies only if there is nothing else. */
function endCall(facts: SessionFacts, record: Extract<SessionRecord, { kind: 'call-end' }>): void {
  const { id, outcome, name, turnId = '' } = record;
  const wasKnown = isReal(facts.ledger.get(id));
  if (!isNamed(facts.ledger, id) && !wasKnown && mayHaveRun(outcome))
    facts.unplaced.set(id, { turnId, outcome, ...(name === undefined ? {} : { name }) });
  settle(facts.ledger, id, outcome);
  const open = facts.open.get(id);
  if (open !== undefined && !isReal(open.outcome)) facts.open.set(id, { ...open, outcome });
  if (open !== undefined || wasKnown || !isReal(outcome)) return;
  const late = callIn(facts.contents, id) ?? goneCall(facts.ledger, id, turnId);
  if (late !== undefined) facts.open.set(id, { ...late, outcome });
}

/** The call has or may have taken effect. */
function mayHaveRun(outcome: Outcome): boolean {
  return isReal(outcome) || outcome.state === 'interrupted' || outcome.state === 'timeout';
}

function isReal(ended: { readonly state: string } | undefined): boolean {
  return ended?.state === 'complete' || ended?.state === 'error';
}

function settle(ledger: Ledger, id: string, outcome: Outcome): void {
  if (outcome.state === 'complete') ledger.complete(id, outcome.result);
  else if (outcome.state === 'error') ledger.fail(id, outcome.error, outcome.result);
  else ledger.close(id, outcome.state, outcome.partial);
}

/** Finds the call of a late result, searching from the end. Rare. */
function callIn(contents: readonly Content[], id: string): OpenCall | undefined {
  for (const content of contents.toReversed()) {
    const call = content.blocks.find((block): block is ToolCallBlock => block.type === 'tool_call' && block.id === id);
    if (call !== undefined) return { call, turnId: turnOf(content) };
  }
  return undefined;
}

/** A call that is now part of a summary. */
function goneCall(ledger: Ledger, id: string, turnId: string): OpenCall | undefined {
  const { name = '', parameters } = ledger.get(id) ?? {};
  return name === '' ? undefined : { call: { type: 'tool_call', id, name, parameters }, turnId, isGone: true };
}

function turnOf({ metadata }: Content): string {
  return metadata?.turnId ?? '';
}

type Snapshot = Extract<SessionRecord, { kind: 'snapshot' }>;

function takeSnapshot(facts: SessionFacts, { contents, ledger, turns, begun }: Snapshot): void {
  facts.contents = [...contents];
  facts.turns = Math.max(turns, lastTurnNumber(contents));
  for (const turn of begun ?? contents.map(userTurn)) if (turn !== undefined) facts.begun.add(turn);
  // Only the session that made a summary knows what it replaced.
  facts.begunAtCut = contents.some(isSummary) ? facts.begun.size : 0;
  facts.ledger = Ledger.from(ledger);
  reopen(facts);
}

/** The outcome of calls follows from the contents and from the known reasons for missing results. */
function takeImported(facts: SessionFacts, record: Extract<SessionRecord, { kind: 'imported' }>): void {
  const { from, contents, closed = [], current } = record;
  facts.importedFrom = from.label;
  // Not as arguments: an imported session may have more contents than fit on the stack.
  for (const content of contents) facts.contents.push(content);
  facts.turns = Math.max(facts.turns + contents.length, lastTurnNumber(contents));
  for (const turn of contents.map(userTurn)) if (turn !== undefined) facts.begun.add(turn);
  const told = rebuildLedger(facts.contents);
  const earlier = facts.ledger.toJSON().entries.filter(({ id }) => told.get(id) === undefined);
  facts.ledger = Ledger.from({ version: 1, entries: [...earlier, ...told.toJSON().entries] });
  for (const { callId, reason } of closed)
    if (reason !== 'lost') facts.ledger.close(callId, reason, undefined, 'history');
  facts.usage = undefined;
  if (current === undefined) return;
  facts.contents = [...current];
  facts.begunAtCut = facts.begun.size;
}

/**
 * Calls that we ran or would have run, and that have no completion in the contents. Calls of imported histories are not reopened: the
 * renderer closes them as lost.
 */
function reopen(facts: SessionFacts): void {
  const answered = new Set(
    facts.contents.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'tool_response' ? [block.callId] : [])),
    ),
  );
  for (const content of facts.contents)
    for (const block of content.blocks)
      if (isOurs(block, facts.ledger) && !answered.has(block.id))
        facts.open.set(block.id, { call: block, turnId: turnOf(content) });
}

function isOurs(block: Block, ledger: Ledger): block is ToolCallBlock {
  return block.type === 'tool_call' && block.executor !== 'provider' && ledger.get(block.id)?.observedBy === 'runtime';
}

export function addUsage(some: Usage, more: Usage): Usage {
  const sum = (name: 'cacheRead' | 'cacheWrite' | 'reasoning'): { [name: string]: number } =>
    some[name] === undefined && more[name] === undefined ? {} : { [name]: (some[name] ?? 0) + (more[name] ?? 0) };
  return {
    input: some.input + more.input,
    output: some.output + more.output,
    ...sum('cacheRead'),
    ...sum('cacheWrite'),
    ...sum('reasoning'),
  };
}
