/** A server's state, how often it has stopped in a row, and what the user is told about it. */
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

  /** Without a good answer in between. */
  get stops(): number {
    return this.#stops;
  }

  /** What is closed stays closed. */
  is(state: McpState, why?: string): void {
    if (this.#state !== 'closed') this.#state = state;
    this.#why = why;
  }

  close(): void {
    if (this.#state !== 'off') this.is('closed');
  }

  /** It has answered well, or is started afresh. */
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

  /** `words`: what comes after the name; a `:` without a space before it. */
  notice(words: string): void {
    const text = `The MCP server ${JSON.stringify(this.#server)}${words.startsWith(':') ? '' : ' '}${words}.`;
    quietly(() => this.#onNotice?.({ server: this.#server, text }));
  }
}

/** A fault in a listener is not ours, and must not become the server's. */
export function quietly(tell: () => void): void {
  try {
    tell();
  } catch {
    // There is no one left to notify.
  }
}
