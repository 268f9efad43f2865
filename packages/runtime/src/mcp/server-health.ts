/** A server's state, how often it has stopped in a row, and notices for the user. */
import type { McpOptions, McpState } from './mcp-config.ts';

const mostRestarts = 3;

export class ServerHealth {
  readonly #server: string;
  readonly #onNotice: McpOptions['onNotice'];
  #state: McpState;
  #why: string | undefined;
  #stops = 0;

  constructor(server: string, state: McpState, onNotice: McpOptions['onNotice']) {
    this.#server = server;
    this.#state = state;
    this.#onNotice = onNotice;
  }

  get state(): McpState {
    return this.#state;
  }

  get why(): string | undefined {
    return this.#why;
  }

  /** How often the server has stopped without a successful response in between. */
  get stops(): number {
    return this.#stops;
  }

  /** `closed` is final. */
  is(state: McpState, why?: string): void {
    if (this.#state !== 'closed') this.#state = state;
    this.#why = why;
  }

  close(): void {
    if (this.#state !== 'off') this.is('closed');
  }

  /** Called when the server has responded or is restarted. */
  forgetStops(): void {
    this.#stops = 0;
  }

  stopped(why: string): void {
    if (this.#state === 'closed') return;
    this.#stops += 1;
    if (this.#stops <= mostRestarts) {
      this.is('stopped', why);
      this.notice(`has stopped (${why}); the next call restarts it`);
    } else {
      this.is('failed', `it has stopped ${this.#stops} times in a row, most recently: ${why}`);
      this.notice(`has stopped ${this.#stops} times in a row and is not restarted (${why})`);
    }
  }

  /** `words`: the text after the name; no space is added before a `:`. */
  notice(words: string): void {
    const text = `The MCP server ${JSON.stringify(this.#server)}${words.startsWith(':') ? '' : ' '}${words}.`;
    quietly(() => this.#onNotice?.({ server: this.#server, text }));
  }
}

/** An error in a listener must not affect the server. */
export function quietly(tell: () => void): void {
  try {
    tell();
  } catch {
    // There is nobody to report the error to.
  }
}
