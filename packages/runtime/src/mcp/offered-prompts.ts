/** The prompts of one server, loaded at its start. In a file of its own because callers outside see only the plain data of a prompt. */
import { anyResult } from './any-result.ts';
import { noLimit } from './line.ts';
import type { ListSource } from './offered-tools.ts';
import { listPrompts, type ServerPrompt } from './server-prompts.ts';

/** Not what a server was started for: without them it is of use all the same. */
export class OfferedPrompts {
  readonly #failed: (error: unknown) => void;
  #prompts: readonly ServerPrompt[] = [];

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  get prompts(): readonly ServerPrompt[] {
    return this.#prompts;
  }

  async load({ client }: Pick<ListSource, 'client'>, signal: AbortSignal): Promise<void> {
    if (client.getServerCapabilities()?.prompts === undefined) return;
    try {
      this.#prompts = await listPrompts((cursor) => {
        const request = { method: 'prompts/list', params: cursor === undefined ? {} : { cursor } };
        return client.request(request, anyResult, { ...noLimit, signal });
      });
    } catch (error) {
      signal.throwIfAborted();
      this.#failed(error);
    }
  }
}
