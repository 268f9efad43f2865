/** What an appended turn costs, counted: in fields of the history that are read, and in bytes that are written. */
import type { Content } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { createPreparer, type Tool } from '../../src/index.ts';
import { targets } from '../targets.ts';

const tools: readonly Tool[] = [{ name: 'read', description: 'Reads.', parameters: { type: 'object' } }];

/** A question, calls with their results, an answer. All turns have the same length. */
function turn(number: number, output = ''): readonly Content[] {
  const id = String(number).padStart(6, '0');
  const metadata = { turnId: `t${id}` };
  const calls = [0, 1].map((at) => `hist_tool_${id}_${at}`);
  return [
    { speaker: 'human', blocks: [{ type: 'text', text: `question ${id}` }], metadata },
    {
      speaker: 'ai',
      blocks: calls.map((call) => ({ type: 'tool_call', id: call, name: 'read', parameters: { path: { of: [id] } } })),
      metadata,
    },
    {
      speaker: 'tool',
      blocks: calls.map((call) => ({
        type: 'tool_response',
        callId: call,
        toolName: 'read',
        result: { lines: [id, output] },
      })),
      metadata,
    },
    { speaker: 'ai', blocks: [{ type: 'text', text: `answer ${id}` }], metadata },
  ];
}

/** The same data, which counts every read at any depth. */
function counted<T extends object>(value: T, count: () => void): T {
  const seen = new WeakMap<object, object>();
  const wrap = <U>(inner: U): U => {
    if (typeof inner !== 'object' || inner === null) return inner;
    const known = seen.get(inner);
    if (known !== undefined) return known as U;
    const proxy = new Proxy(inner, {
      get: (target, key) => {
        count();
        return wrap(Reflect.get(target, key) as unknown);
      },
      ownKeys: (target) => {
        count();
        return Reflect.ownKeys(target);
      },
    });
    seen.set(inner, proxy);
    return proxy;
  };
  return wrap(value);
}

/** How much of the history, and of its part before the last turns, is read when one turn is appended to `turns` turns. */
function readsOf(target: (typeof targets)[number]['target'], turns: number): { all: number; early: number } {
  const reads = { all: 0, early: 0 };
  const contents: Content[] = [];
  for (let number = 0; number < turns + 2; number += 1) {
    const isEarly = number < turns - 1;
    const count = (): void => {
      reads.all += 1;
      if (isEarly) reads.early += 1;
    };
    contents.push(...turn(number).map((content) => counted(content, count)));
  }
  const preparer = createPreparer(target);
  for (const length of [turns, turns + 1]) {
    preparer.prepare({ contents: contents.slice(0, length * 4), tools, system: 'S' }).pieces();
  }
  reads.all = 0;
  reads.early = 0;
  preparer.prepare({ contents, tools, system: 'S' }).pieces();
  return reads;
}

describe.for(targets)('$name', ({ target }) => {
  test('an appended turn reads only what is new and its neighbours, however long the history is', () => {
    const short = readsOf(target, 5);
    expect(short.all).toBeGreaterThan(0);
    expect(short.early).toBe(0);
    expect(readsOf(target, 150)).toEqual(short);
  });

  test('an appended turn encodes only what it adds and reuses the rest', () => {
    const output = 'x'.repeat(2_000);
    const contents = Array.from({ length: 100 }, (_, number) => turn(number, output)).flat();
    const preparer = createPreparer(target);
    let before: ReadonlySet<Uint8Array> = new Set();
    const written: number[] = [];
    for (let number = 0; number < 3; number += 1) {
      const request = preparer.prepare({ contents: [...contents], tools, system: 'S' });
      const pieces = request.pieces();
      expect(Buffer.concat(pieces).toString()).toBe(JSON.stringify(request.body));
      written.push(sizeOf(pieces.filter((piece) => !before.has(piece))));
      before = new Set(pieces);
      contents.push(...turn(10_000 + number, output));
    }
    const [whole = 0, ...later] = written;
    expect(whole).toBeGreaterThan(400_000);
    // A last piece that is not full is joined with the next one.
    for (const size of later) expect(size).toBeLessThan(65_536 + 20_000);
  });
});

test('does not send a session of many short turns in tiny pieces', () => {
  const preparer = createPreparer({ provider: 'anthropic' });
  const contents: Content[] = [];
  for (let number = 0; number < 600; number += 1) {
    contents.push(...turn(number));
    preparer.prepare({ contents, tools }).pieces();
  }
  const request = preparer.prepare({ contents, tools });
  const pieces = request.pieces();
  expect(Buffer.concat(pieces).toString()).toBe(JSON.stringify(request.body));
  expect(sizeOf(pieces)).toBeGreaterThan(200_000);
  expect(pieces.length).toBeLessThan(12);
});

function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((size, { length }) => size + length, 0);
}
