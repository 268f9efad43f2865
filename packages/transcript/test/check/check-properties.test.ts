/** Properties of every input: no throw, one of two outcomes, and a single damage is found exactly where it was done. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkContents } from '../../src/check/check.ts';

type Step = string | number;
interface Entry {
  readonly speaker: string;
  readonly blocks: readonly object[];
}

const isError = ({ severity }: { readonly severity: string }) => severity === 'error';

function expectOneOfTwo(input: unknown): void {
  const { contents, problems } = checkContents(input);
  if (problems.some(isError)) expect(contents).toBeUndefined();
  else expect(contents).toBe(input);
}

/** Like `fc.anything`, but with the names a history has, so that the checks behind the first are reached too. */
const nearHistory = fc.array(
  fc.oneof(
    fc.anything(),
    fc.record(
      {
        speaker: fc.oneof(fc.constantFrom('human', 'ai', 'tool', 'system'), fc.anything()),
        metadata: fc.oneof(fc.record({ turnId: fc.anything(), prefixCut: fc.anything() }), fc.anything()),
        blocks: fc.oneof(
          fc.anything(),
          fc.array(
            fc.record(
              {
                type: fc.constantFrom('text', 'thinking', 'tool_call', 'tool_response', 'media', 'code', 'image'),
                text: fc.anything(),
                id: fc.anything(),
                callId: fc.anything(),
                parameters: fc.anything(),
                result: fc.anything(),
                error: fc.anything(),
                seal: fc.anything(),
              },
              { requiredKeys: [] },
            ),
          ),
        ),
      },
      { requiredKeys: [] },
    ),
  ),
);

test('returns the same reference or reports an error, for any value', () => {
  const wild = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSparseArray: true,
  });
  fc.assert(fc.property(fc.oneof(fc.anything(), wild, nearHistory), expectOneOfTwo), { numRuns: 1000 });
});

test('gives the same verdict after a JSON round trip', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (input) => {
      expect(checkContents(JSON.parse(JSON.stringify(input)))).toEqual(checkContents(input));
    }),
  );
});

/** A turn with one tool round trip; `texts` vary its length. */
const soundTurn = fc.tuple(fc.uuid(), fc.array(fc.string(), { maxLength: 3 })).map(([id, texts]): readonly Entry[] => {
  const call = { type: 'tool_call', id, name: 'ls', parameters: {} };
  const response = { type: 'tool_response', callId: id, toolName: 'ls', result: texts };
  return [
    { speaker: 'human', blocks: ['go', ...texts].map((text) => ({ type: 'text', text })) },
    { speaker: 'ai', blocks: [{ type: 'thinking', thought: '' }, call] },
    { speaker: 'tool', blocks: [response] },
  ];
});

const validHistory = fc.array(soundTurn, { minLength: 1, maxLength: 5 }).map((turns) => turns.flat());

const notObject = fc.constantFrom<unknown>(null, undefined, 1, 'text', true, [], [{ type: 'text', text: '' }]);
const notName = fc.constantFrom<unknown>(null, undefined, 1, '', 'user', 'toString', '__proto__', {}, []);
const notArray = fc.constantFrom<unknown>(null, 1, 'text', {}, { length: 1 });

/** Fields that can be broken, their paths in a history, and the values to put there. */
const damages = {
  entry: { at: (entry: number): readonly Step[] => [entry], by: notObject },
  speaker: { at: (entry: number): readonly Step[] => [entry, 'speaker'], by: notName },
  blocks: { at: (entry: number): readonly Step[] => [entry, 'blocks'], by: notArray },
  block: { at: (entry: number, block: number): readonly Step[] => [entry, 'blocks', block], by: notObject },
  type: { at: (entry: number, block: number): readonly Step[] => [entry, 'blocks', block, 'type'], by: notName },
};

function replaceAt(target: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown {
  if (step === undefined) return value;
  const child = replaceAt(Reflect.get(Object(target), step), rest, value);
  return Array.isArray(target) ? target.with(Number(step), child) : { ...Object(target), [step]: child };
}

const writePath = (steps: readonly Step[]) =>
  `$${steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')}`;

test('reports no problems for a valid history', () => {
  fc.assert(
    fc.property(validHistory, (history) => {
      expect(checkContents(history)).toEqual({ contents: history, problems: [] });
    }),
  );
});

test.each(Object.entries(damages))('a single broken %s causes exactly one error, at its own path', (_, { at, by }) => {
  fc.assert(
    fc.property(validHistory, fc.nat(), fc.nat(), by, (history, anyEntry, anyBlock, value) => {
      const entry = anyEntry % history.length;
      const steps = at(entry, anyBlock % (history[entry]?.blocks.length ?? 1));
      const { contents, problems } = checkContents(replaceAt(history, steps, value));
      expect(contents).toBeUndefined();
      expect(problems.map(({ severity, path }) => [severity, path])).toEqual([['error', writePath(steps)]]);
    }),
  );
});

test.each(['speaker', 'blocks', 'metadata'])('%s that throws causes exactly one error, at its own path', (field) => {
  const get = () => {
    throw new RangeError('no');
  };
  fc.assert(
    fc.property(validHistory, fc.nat(), (history, anyEntry) => {
      const index = anyEntry % history.length;
      const entry = Object.defineProperty({ ...history[index] }, field, { enumerable: true, get });
      const { problems } = checkContents(replaceAt(history, [index], entry));
      expect(problems.map(({ code, path }) => [code, path])).toEqual([['unreadable', `$[${index}].${field}`]]);
    }),
  );
});
