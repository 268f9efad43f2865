/** Notifies open pages of changes, with server-sent events. Looks for changes only while a page listens. */
import type { ServerResponse } from 'node:http';
import type { LiveEvent } from '@interlock/inspector';
import { writeSse } from '@interlock/wire';
import type { Documents } from './documents.ts';

const leastPauseMs = 400;
/** The share of time that looking may take: a long session is checked less often. */
const pausePerWork = 8;
const mostPages = 20;

export class LiveFeed {
  readonly #documents: Documents;
  readonly #pages = new Set<ServerResponse>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** False: there are too many. */
  add(response: ServerResponse): boolean {
    if (this.#pages.size >= mostPages) return false;
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write(': hello\n\n');
    this.#pages.add(response);
    response.once('close', () => this.#pages.delete(response));
    this.#plan(0);
    return true;
  }

  tell(event: LiveEvent): void {
    const text = writeSse({ event: event.type, data: JSON.stringify(event) });
    // Nothing is sent to a page that does not read: it reloads everything when it reconnects.
    for (const page of this.#pages) if (!page.writableNeedDrain) page.write(text);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const page of this.#pages) page.destroy();
  }

  #plan(ms: number): void {
    if (this.#timer !== undefined || this.#closed) return;
    this.#timer = setTimeout(() => void this.#look(), ms);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const from = performance.now();
    // A deleted session, or a file that cannot be read for a moment: what was read is kept.
    const changed = await this.#documents.refresh().catch(() => []);
    for (const { id, version } of changed) this.tell({ type: 'document', id, version });
    this.#timer = undefined;
    if (this.#pages.size > 0) this.#plan(Math.max(leastPauseMs, pausePerWork * (performance.now() - from)));
  }
}
