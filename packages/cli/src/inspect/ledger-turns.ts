/** The outcome of every call, turn by turn, with recorded times. */
import type { LedgerCall, LedgerTurn } from '@interlock/inspector';
import type { InspectedDocument } from './document.ts';
import { excerptOf } from './excerpt.ts';
import { callState, type RowSource, textOf, toolOf } from './rows.ts';

/** Calls of one turn that are listed; the rest is only counted. */
const maxCalls = 200;

export function ledgerTurns({ outcomes }: InspectedDocument, rows: readonly RowSource[]): readonly LedgerTurn[] {
  const turns = Map.groupBy(rows, ({ turn }) => turn);
  // Before the first turn there can only be calls of a history that starts in the middle.
  return [...turns]
    .filter(([turn, own]) => turn > 0 || own.some(({ kind }) => kind === 'call'))
    .map(([turn, own]) => ledgerTurn(turn, own, outcomes.get(turn)));
}

function ledgerTurn(turn: number, rows: readonly RowSource[], outcome: string | undefined): LedgerTurn {
  const calls = rows.filter(({ kind }) => kind === 'call').map(ledgerCall);
  const message = rows.find(({ kind }) => kind === 'user');
  const who = rows.findLast((row) => row.who !== undefined)?.who;
  const times = rows.flatMap(({ at }) => at ?? []);
  const ends = calls.flatMap(({ endedAt }) => endedAt ?? []);
  const all = [...times, ...ends];
  return {
    turn,
    text: excerptOf(message === undefined ? '' : textOf(message), 200).text,
    ...(who === undefined ? {} : { who }),
    ...(all.length === 0 ? {} : { from: minimum(all), to: -minimum(all.map((time) => -time)) }),
    ...(outcome === undefined ? {} : { outcome }),
    calls: calls.slice(0, maxCalls),
    left: Math.max(0, calls.length - maxCalls),
  };
}

/** `Math.min(...times)` would fail: a turn may have more rows than a function may have arguments. */
function minimum(times: readonly number[]): number {
  return times.reduce((low, time) => Math.min(low, time), Number.POSITIVE_INFINITY);
}

function ledgerCall(row: RowSource): LedgerCall {
  const { facts, askedAt, number, block } = row;
  const { startedAt, endedAt, approvalMs, late } = facts ?? {};
  return {
    id: block?.type === 'tool_call' ? excerptOf(String(block.id), 100).text : '',
    name: toolOf(row) ?? '',
    row: number,
    state: callState(row) ?? 'lost',
    ...(askedAt === undefined ? {} : { askedAt }),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(approvalMs === undefined ? {} : { approvalMs }),
    ...(late === undefined ? {} : { late }),
  };
}
