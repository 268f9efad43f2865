/** `prepareRequest` with any JavaScript values: it returns a body that JSON can represent, or throws a `ConfigError`. */

import { inspect } from 'node:util';
import type { Content } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { share } from '../../../../test/property/runs.ts';
import {
  ConfigError,
  createAccess,
  createPreparer,
  type PreparedRequest,
  prepareRequest,
  resolveTarget,
  type Target,
} from '../../src/index.ts';
import { textOf } from '../oracle/text-of.ts';
import { targets } from '../targets.ts';
import { frozen, nested, oddValues } from './odd-values.ts';

type Input = Parameters<typeof prepareRequest>[0];

const hello: Content = { speaker: 'human', blocks: [{ type: 'text', text: 'hi' }] };
const call: Content = { speaker: 'ai', blocks: [{ type: 'tool_call', id: 'c1', name: 'look', parameters: {} }] };

/** One target for each protocol and each way to send thinking back. */
const kinds: readonly Target[] = [
  { provider: 'openai' },
  { provider: 'openai', model: 'gpt-4.1', protocol: 'openai-chat' },
  { provider: 'anthropic' },
  { provider: 'anthropic', model: 'claude-fable-5-1' },
  { provider: 'google' },
  { provider: 'mistral' },
  { provider: 'openrouter' },
  { provider: 'ollama', model: 'llama3' },
];

/** The code of the error, or nothing if a valid request was made. */
function outcomeOf(input: object): string | undefined {
  let request: PreparedRequest;
  try {
    request = prepareRequest(input as unknown as Input);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).code;
  }
  const text = textOf(request);
  expect(text).toBe(JSON.stringify(request.body));
  expect(JSON.parse(text)).toEqual(request.body);
  expect(text.isWellFormed()).toBe(true);
  JSON.stringify(request.diagnostics);
  return undefined;
}

describe.each(share(oddValues, 4).map(([what, value], at) => [what, value, at] as const))('%s', (_, value, at) => {
  const some = share(kinds, 2, at); // the next value goes to the others
  test.each(['contents', 'tools', 'system', 'settings', 'ledger', 'policy', 'target'])('as %s', (name) => {
    for (const target of some) outcomeOf({ contents: [hello], target, [name]: value });
  });

  test('as the request', () => {
    if (typeof value !== 'object' || value === null) return void expect(outcomeOf(value as object)).toMatch(/./);
    expect(outcomeOf(value)).toMatch(/./);
  });

  test.each(['name', 'description', 'parameters'])('as the %s of a tool', (name) => {
    for (const target of some) outcomeOf({ contents: [hello], target, tools: [{ name: 'a', [name]: value }] });
  });

  test.each(['schema', 'name'])('as the %s of a response format', (name) => {
    const responseFormat = { name: 'a', schema: {}, [name]: value };
    for (const target of some) outcomeOf({ contents: [hello], target, settings: { responseFormat } });
  });

  test.each(['provider', 'model', 'protocol', 'endpoint', 'account', 'key', 'compat', 'traits'])(
    'as the %s of a target',
    (name) => {
      for (const target of some) outcomeOf({ contents: [hello], target: { ...target, [name]: value } });
    },
  );

  const traits = Object.keys(resolveTarget({ provider: 'anthropic' }).traits);
  test.each(share(traits, 8))('as the trait %s', (name) => {
    const settings = { maxOutputTokens: 9, temperature: 1, reasoning: 'high', stop: ['a'], toolChoice: 'required' };
    for (const target of some) {
      outcomeOf({
        contents: [hello, call],
        tools: [{ name: 'a b' }],
        settings,
        target: { ...target, traits: { [name]: value } },
      });
    }
  });

  const blocks = [
    { type: 'text', text: 'a' },
    { type: 'thinking', thought: 'a' },
    { type: 'tool_call', id: 'c2', name: 'look', parameters: {}, rawId: 'r', executor: undefined },
    { type: 'tool_response', callId: 'c1', toolName: 'look', result: 'r', error: undefined, isComplete: true },
    { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64', filename: 'f', caption: 'c' },
    { type: 'code', code: 'a', language: 'b' },
  ];
  test.each(blocks)('in a $type block', (block) => {
    // Each field goes to every target, in one protocol or another.
    for (const [field, name] of [...Object.keys(block), 'seal', 'signature', 'providerMetadata'].entries()) {
      for (const [turn, speaker] of ['human', 'ai', 'tool', 'system'].entries()) {
        const odd = { speaker, blocks: [{ ...block, [name]: value }] };
        const targetsOfTurn = some.filter((_, at) => (at + field + turn) % 4 === 0);
        for (const target of targetsOfTurn) outcomeOf({ contents: [hello, call, odd], target });
      }
    }
  });

  test('in a seal, and in metadata', () => {
    for (const target of some) {
      const { origin, protocol } = resolveTarget(target);
      const seal = {
        ...origin,
        value: 'v',
        field: 'signature',
        protocol,
        endpoint: undefined,
        item: 'i',
        prefix: undefined,
      };
      for (const name of Object.keys(seal)) {
        const block = { type: 'thinking', thought: 'a', seal: { ...seal, [name]: value } };
        outcomeOf({ contents: [hello, { speaker: 'ai', blocks: [block, { type: 'text', text: 'a' }] }], target });
      }
      for (const name of ['turnId', 'provider', 'model', 'endpoint', 'account']) {
        outcomeOf({ contents: [hello, { ...call, metadata: { [name]: value } }], target });
      }
      outcomeOf({ contents: [hello, { ...call, metadata: value }], target });
    }
  });
});

test.each([
  [
    'a tool that is a library’s schema object',
    { tools: [{ name: 'a', parameters: { parse: () => 1 } }] },
    'invalid-tool',
  ],
  [
    'a tool that contains itself',
    { tools: [{ name: 'a', parameters: oddValues.find(([name]) => name === 'a cycle')?.[1] }] },
    'invalid-tool',
  ],
  ['a tool too deep to serialize', { tools: [{ name: 'a', parameters: nested(20_000, 'items') }] }, 'invalid-tool'],
  ['two tools with the same name, one in long form', { tools: [{ name: '💥' }, { name: '💥' }] }, 'duplicate-tool'],
  ['an invalid ledger', { ledger: {} }, 'invalid-input'],
  ['an unknown policy', { policy: { reasoning: 'some' } }, 'invalid-input'],
  [
    'a history that throws',
    {
      contents: [
        {
          speaker: 'human',
          get blocks() {
            throw new Error('no');
          },
        },
      ],
    },
    'invalid-contents',
  ],
  [
    'names without space for a hash',
    { target: { provider: 'openai', traits: { toolNames: { first: '[a-z_]', rest: '[a-z0-9_]', max: 1 } } } },
    'invalid-target',
  ],
  [
    'a name pattern that is not a character class',
    { target: { provider: 'openai', traits: { toolNames: { first: '(a+)+', rest: '[a-z0-9_]', max: 64 } } } },
    'invalid-target',
  ],
  [
    'ids disabled for a protocol that requires them',
    { contents: [hello, call], target: { provider: 'openai', traits: { toolIds: 'none' } } },
    'invalid-target',
  ],
  ['a key with a line break', { target: { provider: 'openai', key: 'sk-\n1' } }, 'invalid-target'],
  [
    'an endpoint with a query',
    { target: { provider: 'openai', endpoint: 'https://a.example/v1?key=1' } },
    'invalid-endpoint',
  ],
  [
    'an endpoint with a user name',
    { target: { provider: 'openai', endpoint: 'https://a:b@a.example/v1' } },
    'invalid-endpoint',
  ],
  ['a file URL as endpoint', { target: { provider: 'openai', endpoint: 'file:///etc/passwd' } }, 'invalid-endpoint'],
])('rejects %s', (_, input, code) => {
  expect(outcomeOf({ contents: [hello], target: { provider: 'openai' }, ...input })).toBe(code);
});

test.each([
  ['https://bücher.example/v1/', 'https://xn--bcher-kva.example/v1/responses'],
  ['http://[::1]:8000', 'http://[::1]:8000/responses'],
  ['HTTPS://A.example/a/../b//', 'https://a.example/b/responses'],
])('normalizes the endpoint %s to %s', (endpoint, url) => {
  expect(prepareRequest({ contents: [hello], target: { provider: 'openai', endpoint } }).url).toBe(url);
});

test('a model name cannot escape from the models path', () => {
  const { url } = prepareRequest({ contents: [hello], target: { provider: 'google', model: '../../files/x' } });
  expect(new URL(url).pathname).toBe('/v1beta/models/files/x:generateContent');
});

test('two thousand tools with invalid names keep distinct names', () => {
  const tools = Array.from({ length: 2000 }, (_, index) => ({ name: `${'💥'.repeat(2000)}${index}` }));
  const { body } = prepareRequest({ contents: [hello], target: { provider: 'anthropic' }, tools });
  const names = (body['tools'] as readonly { readonly name: string }[]).map(({ name }) => name);
  expect(new Set(names).size).toBe(2000);
  expect(names.filter((name) => !/^[\w-]{1,128}$/.test(name))).toEqual([]);
});

test('does not force a tool that was dropped because the target takes fewer tools', () => {
  const tools = Array.from({ length: 200 }, (_, index) => ({ name: `tool${index}` }));
  for (const target of kinds) {
    const limited = { ...target, traits: { maxTools: 3 } };
    expect(
      outcomeOf({ contents: [hello], tools, target: limited, settings: { toolChoice: { tool: 'tool150' } } }),
    ).toBe(undefined);
  }
});

test.each(targets)('$name: does not change its input and is deterministic', ({ target }) => {
  const input = frozen({
    contents: [
      hello,
      call,
      { speaker: 'tool', blocks: [{ type: 'tool_response', callId: 'c1', toolName: 'look', result: { a: [1] } }] },
    ],
    tools: [
      {
        name: 'look at',
        description: 'd',
        parameters: { properties: { a: { anyOf: [{ type: 'string' }, { $ref: '#' }] } } },
      },
    ],
    system: 's',
    settings: {
      stop: ['a'],
      toolChoice: { tool: 'look at' },
      responseFormat: { name: 'a', schema: { type: 'object' } },
      reasoning: { tokens: 9 },
    },
    policy: { reasoning: 'all', syntheticTexts: { lost: 'gone' } },
    target,
  }) as unknown as Input;
  const request = prepareRequest(input);
  frozen(request.body);
  expect(textOf(prepareRequest(input))).toBe(textOf(request));
});

describe('a key', () => {
  const key = 'qx7-not-a-known-shape-41';
  const shown = (value: unknown): string => inspect(value, { depth: 20, showHidden: true, getters: true });

  test.each(targets)('$name: authenticates the request and appears nowhere else in it', async ({ target }) => {
    const preparer = createPreparer({ ...target, key });
    const request = preparer.prepare({ contents: [hello, call] });
    expect(shown(await request.authenticate(createAccess()))).toContain(key);
    for (const value of [request, preparer, request.diagnostics.toJSON()]) expect(shown(value)).not.toContain(key);
    expect(JSON.stringify([request, preparer])).not.toContain(key);
  });

  test.each<readonly [string, object]>([
    ['a provider', { provider: 'sk-test-1234567890abcdef' }],
    ['a protocol', { provider: 'openai', protocol: 'sk-test-1234567890abcdef' }],
    ['an endpoint', { provider: 'openai', endpoint: 'sk-test-1234567890abcdef' }],
    ['an invalid key', { provider: 'openai', key: 'sk-test-1234567890abcdef\u0000' }],
    ['flags', { provider: 'openai', compat: { noToolUse: 'sk-test-1234567890abcdef' } }],
  ])('pasted as %s is not in the error', (_, target) => {
    const attempt = (): unknown => prepareRequest({ contents: [hello], target: target as Target });
    expect(attempt).toThrow(ConfigError);
    expect(attempt).not.toThrow(/sk-test/);
  });

  test.each([
    ['  sk-1\n', { authorization: 'Bearer sk-1' }],
    ['', {}],
    [' ', {}],
  ])('%j is sent as %j', async (given, headers) => {
    const request = prepareRequest({ contents: [hello], target: { provider: 'openai', key: given } });
    expect(request.headers).toEqual({ 'content-type': 'application/json' });
    expect(await request.authenticate(createAccess())).toEqual(headers);
  });
});
