/** The requests of a session in lines: where they went and how many failed; in full, each of them with its reasons. */
import type { RequestFacts } from '@interlock/runtime';
import { dateTimeText } from '../print/date-text.ts';

export function requestLines(requests: readonly RequestFacts[], full: boolean): readonly string[] {
  if (requests.length === 0) return [];
  const targets = Map.groupBy(requests, ({ target }) => target);
  const places = [...targets].map(([target, all]) => `${all.length} to ${target}${failuresIn(all)}`);
  return [`Requests: ${places.join(', ')}.`, ...(full ? requests.map(requestLine) : [])];
}

function failuresIn(requests: readonly RequestFacts[]): string {
  const failed = requests.filter(({ outcome }) => outcome === 'failed').length;
  return failed === 0 ? '' : ` (${failed} failed)`;
}

function requestLine(request: RequestFacts): string {
  const { number, repeats, turnId, step, sentAt, target, account, form, waits = [], because } = request;
  const parts = [
    [...(turnId === undefined ? [] : [turnId]), ...(step === undefined ? [] : [`request ${step}`])].join(', '),
    servedText(request),
    `${target} (${account})${form === 'whole' ? '' : `, ${form}`}`,
    repeats === undefined ? '' : `repeats ${repeats}`,
    waits.length === 0 ? '' : `waited ${seconds(waits.reduce((sum, { ms }) => sum + ms, 0))}`,
    endText(request),
    countsText('repaired', request.repaired),
    countsText('left out', request.leftOut),
    because.join('; '),
  ];
  return `  ${number}. ${dateTimeText(sentAt)}: ${parts.filter((part) => part !== '').join(' · ')}`;
}

function servedText({ for: purpose, by, serves }: RequestFacts): string {
  const what = purpose === 'summary' ? 'summary' : by === undefined ? '' : `subagent ${by}`;
  return what === '' || serves === undefined ? what : `${what} for ${serves.turnId}, request ${serves.step}`;
}

function endText({ outcome, endMs, usage, failure, fault }: RequestFacts): string {
  const why =
    failure === undefined
      ? (fault?.message ?? '')
      : [failure.status, failure.reason, failure.requestId].join(' ').trim();
  const tokens = usage === undefined ? '' : `, ${usage.input} tokens in, ${usage.output} out`;
  return `${outcome}${why === '' ? '' : ` (${why})`} after ${seconds(endMs)}${tokens}`;
}

function countsText(what: string, counts: Readonly<Record<string, number>> = {}): string {
  const all = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  return all.length === 0 ? '' : `${what}: ${all.join(', ')}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
