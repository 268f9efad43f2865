/**
 * Publishes what passes through the gateway as server-sent events. Each subscriber has a bounded buffer: one that reads too slowly loses
 * events and is told how many. Publishing never waits.
 */
import type { ServerResponse } from 'node:http';
import { writeSse } from '@interlock/wire';
import type { GatewayEvent } from './gateway-event.ts';

const mostSubscribers = 16;

/** How much may wait for one subscriber, in addition to the buffer of its socket. */
const mostEvents = 1_000;
const mostCharacters = 4 * 1024 * 1024;

const aliveMs = 15_000;

export class EventFeed {
  readonly #subscribers = new Set<Subscriber>();
  #number = 0;

  /** Whether there are no subscribers, so that events need not be built. */
  get isIdle(): boolean {
    return this.#subscribers.size === 0;
  }

  publish(event: GatewayEvent): void {
    if (this.isIdle) return;
    this.#number += 1;
    const text = `id: ${this.#number}\n${writeSse({ event: event.type, data: JSON.stringify(event) })}`;
    for (const subscriber of this.#subscribers) subscriber.send(text);
  }

  /** False: there are too many already. */
  subscribe(response: ServerResponse, hello: object): boolean {
    if (this.#subscribers.size >= mostSubscribers) return false;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const subscriber = new Subscriber(response);
    this.#subscribers.add(subscriber);
    response.once('close', () => {
      subscriber.stop();
      this.#subscribers.delete(subscriber);
    });
    subscriber.send(writeSse({ event: 'hello', data: JSON.stringify(hello) }));
    return true;
  }

  close(): void {
    for (const subscriber of this.#subscribers) subscriber.end();
  }
}

class Subscriber {
  readonly #response: ServerResponse;
  readonly #alive: NodeJS.Timeout;
  readonly #waiting: string[] = [];
  #characters = 0;
  #lost = 0;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.on('drain', () => this.#flush());
    this.#alive = setInterval(() => this.send(': alive\n\n'), aliveMs);
    this.#alive.unref();
  }

  send(text: string): void {
    if (this.#waiting.length === 0 && !this.#response.writableNeedDrain) {
      this.#response.write(text);
      return;
    }
    if (this.#waiting.length >= mostEvents || this.#characters + text.length > mostCharacters) {
      this.#lost += 1;
      return;
    }
    this.#tellLost();
    this.#push(text);
  }

  stop(): void {
    clearInterval(this.#alive);
  }

  /** Destroyed, because a subscriber that does not read would delay a shutdown. */
  end(): void {
    this.#response.end();
    this.#response.destroy();
  }

  #flush(): void {
    while (!this.#response.writableNeedDrain) {
      const text = this.#waiting.shift();
      if (text === undefined) break;
      this.#characters -= text.length;
      this.#response.write(text);
    }
    if (this.#waiting.length === 0) this.#tellLost();
    if (this.#waiting.length > 0 && !this.#response.writableNeedDrain) this.#flush();
  }

  /** Reports lost events where they would have been. */
  #tellLost(): void {
    if (this.#lost === 0) return;
    this.#push(writeSse({ event: 'lost', data: JSON.stringify({ type: 'lost', events: this.#lost }) }));
    this.#lost = 0;
  }

  #push(text: string): void {
    this.#waiting.push(text);
    this.#characters += text.length;
  }
}
