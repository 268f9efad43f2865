/** Reads what Google's servers ran during one reply: calls and, later, their results. */
import { type JsonObject, jsonText } from '@interlock/transcript';
import type { ReplyEvent, SealToken } from '../../../reply/events.ts';
import { joinResults, readServerCall, readServerResult, type ServerResult, serverSeal } from '../server-tool.ts';

interface Run {
  readonly index: number;
  /** The parts of the call and of its results. */
  readonly parts: JsonObject[];
  /** The result so far, and its block. A run may report more than once; the block then gets everything. */
  reported: { readonly index: number; readonly result: ServerResult } | undefined;
}

export class ServerRuns {
  /** Runs by id. The last one is also stored under ''. */
  readonly #runs = new Map<string, Run>();

  /** The events for a part of such a tool. */
  read(part: JsonObject, seal: SealToken | undefined, next: () => number): readonly ReplyEvent[] {
    const call = readServerCall(part);
    if (call === undefined) return this.#result(part, next);
    const run: Run = { index: next(), parts: [part], reported: undefined };
    for (const id of [call.id, '']) this.#runs.set(id, run);
    const text = jsonText(call.args);
    return callEvents({ index: run.index, rawId: call.id, name: call.name, executor: 'provider' }, text, seal);
  }

  #result(part: JsonObject, next: () => number): readonly ReplyEvent[] {
    const read = readServerResult(part);
    const run = this.#runs.get(read?.id ?? '');
    // The result of an unknown call is ignored.
    if (run === undefined || read === undefined) return [];
    const result = run.reported === undefined ? read : joinResults(run.reported.result, read);
    const index = run.reported?.index ?? next();
    run.reported = { index, result };
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
