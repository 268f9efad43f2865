/**
 * What Google's servers ran, read from one content of a request: calls in their place, results after the content, as our
 * histories have them. Google pairs the two by neighbourhood, so they get ids where they have none.
 */
import type { Block, JsonObject } from '@interlock/transcript';
import { readServerCall, readServerResult, serverSeal } from '../reply/server-tool.ts';

export class ServerHistory {
  readonly #content: number;
  /** By id; the last one also by the id ''. */
  readonly #runs = new Map<string, { readonly callId: string; readonly part: JsonObject }>();
  readonly #results: Block[] = [];
  #calls = 0;

  constructor(content: number) {
    this.#content = content;
  }

  get results(): readonly Block[] {
    return this.#results;
  }

  /** The call a part makes, if it makes one. */
  read(part: JsonObject): readonly Block[] {
    const call = readServerCall(part);
    if (call === undefined) {
      this.#result(part);
      return [];
    }
    const callId = call.id || `server_${this.#content}_${this.#calls}`;
    this.#calls += 1;
    for (const id of [call.id, '']) this.#runs.set(id, { callId, part });
    return [{ type: 'tool_call', id: callId, name: call.name, parameters: call.args, executor: 'provider' }];
  }

  #result(part: JsonObject): void {
    const read = readServerResult(part);
    const run = this.#runs.get(read?.id ?? '');
    if (read === undefined || run === undefined) return;
    const seal = serverSeal(read, [run.part, part]);
    this.#results.push({
      type: 'tool_response',
      callId: run.callId,
      toolName: read.name,
      result: read.result,
      isComplete: true,
      ...(seal === undefined ? {} : { seal: { provider: '', protocol: 'gemini', ...seal } }),
    });
  }
}
