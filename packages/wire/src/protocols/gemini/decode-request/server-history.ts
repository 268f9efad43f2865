/**
 * Reads the tools that Google's servers ran from the contents of a request: calls where they are, results after the content, as in our
 * histories. Google pairs the two by position, so they get ids where they have none. Stores that keep every part as a separate
 * content separate a call from its result; and one call may have several results, which become one.
 */
import type { Block, JsonObject } from '@interlock/transcript';
import { joinResults, readServerCall, readServerResult, type ServerResult, serverSeal } from '../server-tool.ts';

interface Run {
  readonly callId: string;
  /** The parts of the call and of its results. */
  readonly parts: JsonObject[];
  result: ServerResult | undefined;
}

export class ServerHistory {
  /** Runs by id. The last one is also stored under ''. */
  readonly #runs = new Map<string, Run>();
  #results = new Set<Run>();
  #content = -1;
  #calls = 0;

  /** The results since the previous call of this function. */
  takeResults(): readonly Block[] {
    const runs = [...this.#results];
    this.#results = new Set();
    return runs.map(responseOf);
  }

  /** The call in a part, if there is one. Undefined for the result of an unknown call. */
  read(part: JsonObject, content: number): readonly Block[] | undefined {
    const call = readServerCall(part);
    if (call === undefined) return this.#result(part) ? [] : undefined;
    const callId = call.id || this.#nextId(content);
    const run = { callId, parts: [part], result: undefined };
    for (const id of [call.id, '']) this.#runs.set(id, run);
    return [{ type: 'tool_call', id: callId, name: call.name, parameters: call.args, executor: 'provider' }];
  }

  #nextId(content: number): string {
    if (this.#content !== content) this.#calls = 0;
    this.#content = content;
    this.#calls += 1;
    return `server_${content}_${this.#calls - 1}`;
  }

  #result(part: JsonObject): boolean {
    const read = readServerResult(part);
    const run = this.#runs.get(read?.id ?? '');
    if (read === undefined || run === undefined) return false;
    // A result that was emitted with an earlier content is not changed anymore.
    if (run.result !== undefined && !this.#results.has(run)) return false;
    run.result = run.result === undefined ? read : joinResults(run.result, read);
    run.parts.push(part);
    this.#results.add(run);
    return true;
  }
}

function responseOf({ callId, parts, result }: Run): Block {
  const seal = result === undefined ? undefined : serverSeal(result, parts);
  return {
    type: 'tool_response',
    callId,
    toolName: result?.name ?? '',
    result: result?.result ?? null,
    isComplete: true,
    ...(seal === undefined ? {} : { seal: { provider: '', protocol: 'gemini', ...seal } }),
  };
}
