/** Notifies open pages of changes, with server-sent events. Looks for changes only while a page listens. */
import type { ServerResponse } from 'node:http';
import type { LiveEvent } from '@interlock/inspector';
import { writeSse } from '@interlock/wire';
import type { Documents } from './documents.ts';

const minPauseMs = 400;
/** The pause is this many times as long as the check took, so that a long session is checked less often. */
const pausePerWork = 8;
const maxPages = 20;

export class LiveFeed {
  readonly #documents: Documents;
  readonly #pages = new Set<ServerResponse>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** False: too many pages are open. */
  add(response: ServerResponse): boolean {
    if (this.#pages.size >= maxPages) return false;
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write(': hello\n\n');
    this.#pages.add(response);
    response.once('close', () => this.#pages.delete(response));
    this.#schedule(0);
    return true;
  }

  send(event: LiveEvent): void {
    const text = writeSse({ event: event.type, data: JSON.stringify(event) });
    // Nothing is sent to a page that does not read: it reloads everything when it reconnects.
    for (const page of this.#pages) if (!page.writableNeedDrain) page.write(text);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const page of this.#pages) page.destroy();
  }

  #schedule(ms: number): void {
    if (this.#timer !== undefined || this.#closed) return;
    this.#timer = setTimeout(() => void this.#checkForChanges(), ms);
    this.#timer.unref();
  }

  async #checkForChanges(): Promise<void> {
    const from = performance.now();
    // If a session was deleted, or a file cannot be read for a moment, the page keeps what it has.
    const changed = await this.#documents.refresh().catch(() => []);
    for (const { id, version } of changed) this.send({ type: 'document', id, version });
    this.#timer = undefined;
    if (this.#pages.size > 0) this.#schedule(Math.max(minPauseMs, pausePerWork * (performance.now() - from)));
  }
}
