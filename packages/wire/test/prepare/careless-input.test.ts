/** Invalid input: values of the wrong type are reported or left out, and only a `ConfigError` is thrown. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { ConfigError, prepareRequest } from '../../src/index.ts';
import { textOf } from '../oracle/text-of.ts';
import { targets } from '../targets.ts';

type Input = Parameters<typeof prepareRequest>[0];

const contents = [{ speaker: 'human', blocks: [{ type: 'text', text: 'hi' }] }];
const target = { provider: 'anthropic' };

/** As JavaScript would call it. */
const prepare = (input: object) => prepareRequest({ contents, target, ...input } as unknown as Input);

const settings: readonly (readonly [name: string, value: unknown])[] = [
  ['temperature', '1'],
  ['temperature', Number.NaN],
  ['topP', {}],
  ['maxOutputTokens', -5],
  ['stop', 'END'],
  ['stop', [1, null]],
  ['toolChoice', {}],
  ['toolChoice', 'sometimes'],
  ['reasoning', { tokens: -1 }],
  ['reasoning', 'very'],
  ['responseFormat', {}],
  ['parallelToolCalls', 'yes'],
  ['stream', 1],
  ['cache', 'on'],
];

describe('drops settings of the wrong type and reports it', () => {
  test.each(settings)('%s: %j', (name, value) => {
    for (const { target: other } of targets) {
      const { body, diagnostics } = prepare({ target: other, settings: { [name]: value } });
      expect(diagnostics.settings.map(({ setting }) => setting)).toContain(name);
      expect(body).toEqual(prepare({ target: other }).body);
    }
  });
});

test.each([
  { name: 'contents that are not a list', input: { contents: 'hi' }, code: 'invalid-contents' },
  { name: 'invalid content', input: { contents: [7] }, code: 'invalid-contents' },
  { name: 'nothing to send', input: { contents: [] }, code: 'nothing-to-send' },
  { name: 'a tool without a name', input: { tools: [{ name: '' }] }, code: 'invalid-tool' },
  { name: 'a hole among the tools', input: { tools: new Array(1) }, code: 'invalid-tool' },
  { name: 'two tools with the same name', input: { tools: [{ name: 'a' }, { name: 'a' }] }, code: 'duplicate-tool' },
  { name: 'an unknown provider', input: { target: { provider: 'antropic' } }, code: 'unknown-provider' },
  { name: 'an invalid system text', input: { system: 7 }, code: 'invalid-input' },
])('$name: throws a ConfigError with a fix', ({ input, code }) => {
  expect(() => prepare(input)).toThrow(
    expect.objectContaining({ name: 'ConfigError', code, fix: expect.stringMatching(/./) }),
  );
});

test(
  'any input gives a request that JSON can represent, or a ConfigError',
  () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSparseArray: true,
      maxDepth: 3,
    });
    const input = fc.record(
      { tools: anything, system: anything, settings: anything, policy: anything },
      { requiredKeys: [] },
    );
    holds(fc.tuple(input, fc.constantFrom(...targets)), 500, ([given, { target: other }]) => {
      try {
        const request = prepare({ ...given, target: other });
        expect(textOf(request)).toBe(JSON.stringify(request.body));
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
      }
    });
  },
  patience,
);
