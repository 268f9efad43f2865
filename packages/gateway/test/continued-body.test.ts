/** A request that continues a known one is parsed from where it differs, and is what a parser makes of all of it. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asObject, parseJson } from '@interlock/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../test/property/runs.ts';
import { layoutOf } from '../src/memory/body-layout.ts';
import { continueBody } from '../src/memory/continued-body.ts';

/** What becomes of `next` after `first`; undefined: it is parsed whole. */
function continued(first: Buffer, next: Buffer): JsonObject | undefined {
  const body = asObject(parseJson(first.toString()));
  const layout = layoutOf(first, 'messages');
  if (body === undefined || layout === undefined) return undefined;
  return continueBody({ bytes: first, body, layout }, next, 'messages')?.body;
}

/** The same fields in the same order, or undefined where it is not taken for certain. */
function expectExact(first: Buffer, next: Buffer): boolean {
  const made = continued(first, next);
  if (made !== undefined) expect(JSON.stringify(made)).toBe(JSON.stringify(parseJson(next.toString())));
  return made !== undefined;
}

const said = (role: string, content: JsonValue): JsonObject => ({ role, content });
const messages = [
  said('user', 'Look "here": \\ {[ü'),
  said('assistant', [{ type: 'text', text: 'Ω\n' }]),
  said('user', 'b'),
];
const more = [...messages, said('assistant', 'c'), said('user', [{ type: 'text', text: 'd', cache_control: {} }])];
const head = { model: 'm', stream: true };
const tail = { tools: [{ name: 'a' }], temperature: 1, metadata: { user: 'x' } };
const write = (body: JsonObject, space?: number): Buffer => Buffer.from(JSON.stringify(body, null, space));
const first = { ...head, messages, ...tail };

test.each<[string, Buffer, Buffer, boolean]>([
  ['more messages', write(first), write({ ...first, messages: more }), true],
  ['white space', write(first, 2), write({ ...first, messages: more }, 2), true],
  ['the list is the first field', write({ messages, ...tail }), write({ messages: more, ...tail }), true],
  ['the list is the last field', write({ ...head, messages }), write({ ...head, messages: more }), true],
  ['the list alone', write({ messages }), write({ messages: more }), true],
  ['fewer messages', write({ ...first, messages: more }), write(first), true],
  [
    'a message is edited',
    write({ ...first, messages: more }),
    write({ ...first, messages: more.with(3, said('user', 'x')) }),
    true,
  ],
  [
    'an early message is edited',
    write({ ...first, messages: more }),
    write({ ...first, messages: more.with(1, said('user', 'x')) }),
    false,
  ],
  ['the last field changed', write(first), write({ ...first, messages: more, metadata: { user: 'y' } }), true],
  ['an added field', write(first), write({ ...first, messages: more, seed: 4 }), true],
  ['a removed field', write(first), write({ ...head, messages: more, tools: [], temperature: 1 }), true],
  ['the first field after the list changed', write(first), write({ ...head, messages: more, tools: [] }), true],
  ['the first message is edited', write(first), write({ ...first, messages: more.with(0, said('user', 'x')) }), false],
  ['a field before the list changed', write(first), write({ ...first, model: 'n', messages: more }), false],
  ['the fields reordered', write(first), write({ messages: more, ...head, ...tail }), false],
  ['a list of numbers that continues', write({ messages: [1, 2] }), write({ messages: [1, 25] }), false],
  ['no list', write({ messages: 'a' }), write({ messages: 'ab' }), false],
])('%s', (_, one, other, isContinued) => {
  expect(expectExact(one, other)).toBe(isContinued);
});

const start = '{"messages":[{"a":1},{"b":2}],"x":1,"y":2';
test.each<[string, string]>([
  ['a repeated list', '{"messages":[{"a":1},{"b":2}],"x":1,"messages":[]}'],
  ['a repeated list, with an escape', '{"messages":[{"a":1},{"b":2}],"x":1,"mess\\u0061ges":[]}'],
  ['a repeated field', '{"messages":[{"a":1},{"b":2}],"x":1,"x":2}'],
  ['an extra comma after the list', '{"messages":[{"a":1},{"b":2}],"x":1,}'],
  ['an extra comma in the list', '{"messages":[{"a":1},{"b":2},],"x":1,"y":2}'],
  ['no comma between entries', '{"messages":[{"a":1}{"b":2}],"x":1,"y":2}'],
  ['text after an entry', '{"messages":[{"a":1}x,{"b":2}],"x":1,"y":2}'],
  ['brackets that do not match', '{"messages":[{"a":1},{"b":[2}]],"x":1,"y":2}'],
  ['an unclosed list', '{"messages":[{"a":1},{"b":2}'],
  ['an unclosed body', start],
  ['text after the body', `${start}}}`],
  ['a prototype', '{"messages":[{"a":1},{"b":2}],"x":1,"__proto__":{"z":1}}'],
])('parsed whole: %s', (_, text) => {
  expect(continued(Buffer.from(`${start}}`), Buffer.from(text))).toBeUndefined();
});

test('parsed whole: fields of the known request that only look equal', () => {
  for (const odd of ['"x":2', '"mess\\u0061ges":[]', '"messages":[]', '"__proto__":{}']) {
    const one = `${start},${odd}}`;
    expect([odd, continued(Buffer.from(one), Buffer.from(one.replace('{"b":2}', '{"b":2},{"c":3}')))]).toEqual([
      odd,
      undefined,
    ]);
  }
});

const json = fc.jsonValue({ maxDepth: 2 });
const fields = fc.dictionary(fc.oneof(fc.constantFrom('a', 'b', 'tools', '__proto__', '"', '1'), fc.string()), json, {
  maxKeys: 4,
});
const entries = fc.array(
  fc.oneof({ weight: 6, arbitrary: fc.dictionary(fc.string(), json, { maxKeys: 3 }) }, { weight: 1, arbitrary: json }),
  {
    minLength: 2,
    maxLength: 6,
  },
);
/** Bytes that are put in place of others. */
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat({ max: 3 }),
  by: fc.oneof(
    fc.constantFrom('', ',', '"', '\\', ']', '}', '{', '[', ' ', '{},', ',"messages":[]', '\\u0061'),
    fc.string({ maxLength: 3 }),
  ),
});

test(
  'random bodies, continuations and bytes: exactly what a parser returns, or nothing',
  () => {
    let count = 0;
    const bodies = fc.tuple(fields, fields, entries, entries, fc.array(edit, { maxLength: 2 }), fc.constantFrom(0, 1));
    holds(
      bodies,
      1_500,
      ([before, after, list, added, edits, space]) => {
        const text = (messages: readonly unknown[]): Buffer =>
          Buffer.from(JSON.stringify({ ...before, messages, ...after }, null, space));
        const one = text(list);
        let other = text([...list, ...added]);
        for (const { at, length, by } of edits) {
          const from = Math.floor(at * other.length);
          other = Buffer.concat([other.subarray(0, from), Buffer.from(by), other.subarray(from + length)]);
        }
        if (expectExact(one, other)) count += 1;
      },
      'all',
    );
    expect(count).toBeGreaterThan(150);
  },
  patience,
);
