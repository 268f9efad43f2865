/** Reads what Google's servers ran during one reply: calls and, later, their results. */
import { type JsonObject, jsonText } from '@interlock/transcript';
import type { ReplyEvent, SealToken } from '../../../reply/events.ts';
import { joinResults, readServerCall, readServerResult, type ServerResult, serverSeal } from '../server-tool.ts';

interface Run {
  readonly index: number;
  /** The call's part, and those of its results. */
  readonly parts: JsonObject[];
  /** What was reported so far: a run may report more than once, and the same block then has all of it. */
  told: { readonly index: number; readonly result: ServerResult } | undefined;
}

export class ServerRuns {
  /** By id; the last one also by the id ''. */
  readonly #runs = new Map<string, Run>();

  /** What a part of such a tool says. */
  read(part: JsonObject, seal: SealToken | undefined, next: () => number): readonly ReplyEvent[] {
    const call = readServerCall(part);
    if (call === undefined) return this.#result(part, next);
    const run: Run = { index: next(), parts: [part], told: undefined };
    for (const id of [call.id, '']) this.#runs.set(id, run);
    const text = jsonText(call.args);
    return callEvents({ index: run.index, rawId: call.id, name: call.name, executor: 'provider' }, text, seal);
  }

  #result(part: JsonObject, next: () => number): readonly ReplyEvent[] {
    const read = readServerResult(part);
    const run = this.#runs.get(read?.id ?? '');
    // The result of an unknown call is ignored.
    if (run === undefined || read === undefined) return [];
    const result = run.told === undefined ? read : joinResults(run.told.result, read);
    const index = run.told?.index ?? next();
    run.told = { index, result };
    run.parts.push(part);
    const seal = serverSeal(result, run.parts);
    const about = { index, call: run.index, result: result.result, ...(result.isError ? { isError: true } : {}) };
    return [{ type: 'provider-result', ...about, ...(seal === undefined ? {} : { seal }) }];
  }
}

export interface CallHead {
  readonly index: number;
  readonly rawId: string;
  readonly name: string;
  readonly executor?: 'provider';
}

/** The events of a call with complete arguments. */
export function callEvents(head: CallHead, text: string, seal: SealToken | undefined): readonly ReplyEvent[] {
  return [{ type: 'call-start', ...head }, ...callEnd(head, text, seal)];
}

export function callEnd(head: CallHead, text: string, seal: SealToken | undefined): readonly ReplyEvent[] {
  return [
    { type: 'call-delta', index: head.index, text },
    { type: 'call-end', ...head, arguments: text, ...(seal === undefined ? {} : { seal }) },
  ];
}
