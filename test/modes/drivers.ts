/**
 * The three ways to use a session, as small as possible: they differ only in who provides the text and who receives the answer. Each plays
 * one turn and returns the result.
 */

import { createInterface } from 'node:readline';
import { PassThrough, type Readable, Writable } from 'node:stream';
import {
  createMemoryStore,
  createSession,
  type Session,
  type SessionEvent,
  type SessionOptions,
  type SessionRecord,
} from '@interlock/runtime';
import { recordsOf } from '../../packages/runtime/test/agents.ts';

export interface Played {
  /** What the session recorded, in order. */
  readonly records: readonly SessionRecord[];
  readonly events: readonly SessionEvent[];
  /** What a user saw. */
  readonly shown: string;
}

export type Driver = (options: SessionOptions, text: string) => Promise<Played>;

/** Lines from a keyboard; the answer on a screen as it arrives. */
export const interactive: Driver = async (options, text) => {
  const keyboard = new PassThrough();
  const screen = createScreen();
  const store = createMemoryStore();
  const session = await createSession({ ...options, store });
  const events: SessionEvent[] = [];
  keyboard.write(`${text}\n`);
  for await (const line of linesOf(keyboard)) {
    for await (const event of session.send(line)) {
      events.push(event);
      if (event.type === 'text-delta') screen.stream.write(event.text);
    }
    keyboard.end();
  }
  return finish(session, store, events, screen.text());
};

/** Text from an argument; the answer on stdout at the end. */
export const print: Driver = async (options, text) => {
  const store = createMemoryStore();
  const session = await createSession({ ...options, store });
  const events: SessionEvent[] = [];
  for await (const event of session.send(text)) events.push(event);
  const end = events.at(-1);
  return finish(session, store, events, end?.type === 'turn-end' ? end.text : '');
};

/** A task from another agent; the answer is the result of its tool call. */
export const subagent: Driver = async (options, text) => {
  const store = createMemoryStore();
  const session = await createSession({ ...options, store });
  const events: SessionEvent[] = [];
  for await (const event of session.send(`delegate: ${text}`)) events.push(event);
  const result = events.find((event) => event.type === 'tool-result');
  const answer = result?.outcome.state === 'complete' ? String(result.outcome.result) : '';
  const child = (await store.list()).find(({ header }) => header.parent === session.id);
  if (child === undefined) throw new Error('No subagent was started.');
  const played = await finish(session, store, events, answer);
  return { ...played, records: await recordsOf(store, child.header.id) };
};

async function finish(
  session: Session,
  store: ReturnType<typeof createMemoryStore>,
  events: readonly SessionEvent[],
  shown: string,
): Promise<Played> {
  await session.close();
  return { records: await recordsOf(store, session.id), events, shown };
}

function linesOf(input: Readable): AsyncIterable<string> {
  return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}

function createScreen(): { readonly stream: Writable; text(): string } {
  const pieces: string[] = [];
  const stream = new Writable({
    write: (chunk, _, done) => {
      pieces.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => pieces.join('') };
}
