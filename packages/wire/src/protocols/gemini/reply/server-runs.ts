/** Reads what Google's servers ran during one reply: calls and, later, the results that belong to them. */
import { type JsonObject, jsonText } from '@interlock/transcript';
import type { ReplyEvent, SealToken } from '../../../events.ts';
import { callEvents } from './call-events.ts';
import { readServerCall, readServerResult, serverSeal } from './server-tool.ts';

export class ServerRuns {
  /** By id; the last one also by the id ''. */
  readonly #runs = new Map<string, { readonly index: number; readonly part: JsonObject }>();

  /** What a part of such a tool says. */
  read(part: JsonObject, seal: SealToken | undefined, next: () => number): readonly ReplyEvent[] {
    const call = readServerCall(part);
    if (call === undefined) return this.#result(part, next);
    const index = next();
    for (const id of [call.id, '']) this.#runs.set(id, { index, part });
    const text = jsonText(call.args);
    return callEvents({ index, rawId: call.id, name: call.name, executor: 'provider' }, text, seal);
  }

  #result(part: JsonObject, next: () => number): readonly ReplyEvent[] {
    const read = readServerResult(part);
    const run = this.#runs.get(read?.id ?? '');
    // The result of a call nobody saw is no answer to anything.
    if (run === undefined || read === undefined) return [];
    const seal = serverSeal(read, [run.part, part]);
    const about = { index: next(), call: run.index, result: read.result, ...(read.isError ? { isError: true } : {}) };
    return [{ type: 'provider-result', ...about, ...(seal === undefined ? {} : { seal }) }];
  }
}
