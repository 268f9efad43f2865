/** An open connection to a server: the link, the library's client, and whether the server still answers. */
import type { Client } from '@modelcontextprotocol/client';
import type { Clock } from '../time/clock.ts';
import { anyResult } from './any-result.ts';
import { withDeadline } from './deadline.ts';
import { describeError, systemCode } from './describe-error.ts';
import type { McpServerConfig } from './mcp-config.ts';
import { noLimit, type ServerLink } from './server-link.ts';

export class Connection {
  readonly link: ServerLink;
  readonly client: Client;
  readonly #over = new AbortController();
  #running = 0;
  /** A call had to be stopped: the server may hang. */
  #isSuspect = false;
  #check: Promise<boolean> | undefined;
  readonly #atRest: (() => void)[] = [];

  constructor(link: ServerLink, client: Client) {
    this.link = link;
    this.client = client;
    void link.ended.then(() => this.#over.abort(new Error('the server has ended')));
  }

  /** Aborted when the connection has ended. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Counts running work; if it is stopped, the connection is suspect. */
  async during<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#isSuspect ||= signal.aborted;
      if (this.#running === 0) for (const leave of this.#atRest) leave();
    }
  }

  /** Closes the connection when its running calls have ended. Never rejects; if there are running calls, it resolves immediately. */
  async retire(why: string): Promise<void> {
    if (this.#running === 0) return this.link.close(why);
    this.#atRest.push(() => void this.link.close(why));
  }

  /** After a call had to be stopped, the next one is sent only if the server responds. */
  async answers(clock: Clock, pingMs: number): Promise<boolean> {
    if (!this.#isSuspect || this.#running > 0) return !this.over.aborted;
    // The 2026-07-28 revision has no ping; all its servers answer this request.
    const method = this.client.getProtocolEra() === 'modern' ? 'server/discover' : 'ping';
    const ping = (signal: AbortSignal): Promise<unknown> =>
      this.client.request({ method }, anyResult, { ...noLimit, signal });
    this.#check ??= withDeadline(clock, pingMs, this.over, ping).then(
      () => true,
      () => false,
    );
    const isAlive = await this.#check;
    this.#check = undefined;
    if (isAlive) this.#isSuspect = false;
    // Waits for the end: two processes of one server could conflict.
    else await this.link.close('it did not respond after a call was stopped');
    return isAlive;
  }
}

/** Why the server could not be started. May still contain secrets. */
export async function explainStart(link: ServerLink, error: unknown, config: McpServerConfig): Promise<string> {
  const how = await Promise.race([link.ended, Promise.resolve(undefined)]);
  const isOfSystem = systemCode(error) !== undefined;
  const hasEnded = how !== undefined && !isOfSystem;
  const why = hasEnded ? `it ended before it was ready (${how})` : describeError(error, config);
  return withLastOutput(why, link);
}

export function withLastOutput(how: string, link: ServerLink): string {
  const words = link.lastOutput();
  return words === '' ? how : `${how}; its last output: ${words}`;
}
