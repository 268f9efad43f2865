/** Notices when a model repeats exactly the same calls. */
import { jsonText, type ToolCallBlock, toJson } from '@interlock/transcript';

export class RepeatWatch {
  readonly #limit: number;
  #last = '';
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether these calls were repeated more often than allowed. */
  isTooMuch(calls: readonly ToolCallBlock[]): boolean {
    const asked = JSON.stringify(calls.map(({ name, parameters }) => [name, jsonText(toJson(parameters).value)]));
    this.#count = asked === this.#last ? this.#count + 1 : 1;
    this.#last = asked;
    return this.#count > this.#limit;
  }
}
