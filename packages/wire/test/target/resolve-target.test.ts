/** Resolves a caller's target to everything known about it. */
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/failure/errors.ts';
import { protocolNames } from '../../src/protocols/index.ts';
import { protocolOf } from '../../src/protocols/whole-protocols.ts';
import { providers } from '../../src/providers/index.ts';
import { openaiCompatible } from '../../src/providers/openai-compatible.ts';
import { resolveTarget } from '../../src/target/resolve-target.ts';
import type { Destination, Target } from '../../src/target/target.ts';

type Address = Omit<Destination, 'traits'>;

const addresses: readonly { readonly title: string; readonly target: Target; readonly expected: Address }[] = [
  {
    title: 'a provider alone: default model, protocol and URL',
    target: { provider: 'mistral' },
    expected: {
      provider: 'mistral',
      model: 'mistral-medium-latest',
      protocol: 'openai-chat',
      endpoint: 'https://api.mistral.ai/v1',
      origin: { provider: 'mistral', model: 'mistral-medium-latest' },
    },
  },
  {
    title: 'an alias in upper case',
    target: { provider: 'Gemini', model: 'models/gemini-2.5-pro' },
    expected: {
      provider: 'google',
      model: 'models/gemini-2.5-pro',
      protocol: 'gemini',
      endpoint: 'https://generativelanguage.googleapis.com/v1beta',
      origin: { provider: 'google', model: 'models/gemini-2.5-pro' },
    },
  },
  {
    title: 'OAC-017 the best protocol for its model',
    target: { provider: 'openai', model: 'gpt-5.6-terra' },
    expected: {
      provider: 'openai',
      model: 'gpt-5.6-terra',
      protocol: 'openai-responses',
      endpoint: 'https://api.openai.com/v1',
      origin: { provider: 'openai', model: 'gpt-5.6-terra' },
    },
  },
  {
    title: 'a protocol the caller chose, and its URL',
    target: { provider: 'deepseek', model: 'deepseek-v4-pro', protocol: 'anthropic-messages' },
    expected: {
      provider: 'deepseek',
      model: 'deepseek-v4-pro',
      protocol: 'anthropic-messages',
      endpoint: 'https://api.deepseek.com/anthropic/v1',
      origin: { provider: 'deepseek', model: 'deepseek-v4-pro' },
    },
  },
  {
    title: 'a custom URL, account and key; drops the trailing slash, and the key appears nowhere',
    target: {
      provider: 'anthropic',
      model: 'claude-opus-5',
      endpoint: 'https://proxy.test/a/v1//',
      account: 'team',
      key: 'k',
    },
    expected: {
      provider: 'anthropic',
      model: 'claude-opus-5',
      protocol: 'anthropic-messages',
      endpoint: 'https://proxy.test/a/v1',
      origin: { provider: 'anthropic', model: 'claude-opus-5', endpoint: 'https://proxy.test/a/v1', account: 'team' },
    },
  },
  {
    title: 'the provider’s own URL, given explicitly: seals stay valid',
    target: { provider: 'anthropic', model: 'claude-opus-5', endpoint: 'https://API.anthropic.com/v1/' },
    expected: {
      provider: 'anthropic',
      model: 'claude-opus-5',
      protocol: 'anthropic-messages',
      endpoint: 'https://api.anthropic.com/v1',
      origin: { provider: 'anthropic', model: 'claude-opus-5' },
    },
  },
  {
    title: 'a protocol without a default URL, at a custom URL',
    target: { provider: 'google', model: 'gemini-3-pro', protocol: 'openai-chat', endpoint: 'http://localhost:4000' },
    expected: {
      provider: 'google',
      model: 'gemini-3-pro',
      protocol: 'openai-chat',
      endpoint: 'http://localhost:4000',
      origin: { provider: 'google', model: 'gemini-3-pro', endpoint: 'http://localhost:4000' },
    },
  },
];

const compatible = { provider: 'openai-compatible', model: 'local', endpoint: 'http://127.0.0.1:8000/v1' } as const;

const names = providers.map(({ name }) => name).join(', ');
const address =
  'The `endpoint` is not a base URL. It must begin with http:// or https:// and have no user, no "?" and no "#".';

const refusals: readonly { readonly target: object; readonly code: string; readonly message: string }[] = [
  {
    target: { provider: 'antropic' },
    code: 'unknown-provider',
    message: `Unknown provider "antropic". Did you mean "anthropic"? There are ${names}.`,
  },
  {
    target: { provider: 'cohere' },
    code: 'unknown-provider',
    message: `Unknown provider "cohere". Use ${names}.`,
  },
  { target: {}, code: 'unknown-provider', message: `Unknown provider "undefined". Use ${names}.` },
  {
    target: { provider: 'openai-compatible', endpoint: compatible.endpoint },
    code: 'missing-model',
    message: 'openai-compatible has no default model. Set `model`.',
  },
  {
    target: { provider: 'openai-compatible', model: 'local' },
    code: 'missing-endpoint',
    message:
      "openai-compatible has no default address. Give the server's base URL as `endpoint`, for example http://127.0.0.1:8000/v1.",
  },
  {
    target: { provider: 'anthropic', protocol: 'gemini' },
    code: 'unsupported-protocol',
    message:
      'anthropic has no endpoint for gemini. Use anthropic-messages, or give the `endpoint` of a server that speaks it.',
  },
  {
    target: { provider: 'anthropic', protocol: 'soap' },
    code: 'unknown-protocol',
    message: `Unknown protocol "soap". Use ${protocolNames.join(', ')}.`,
  },
  ...[
    '',
    'localhost:8000/v1',
    'ftp://x.test/v1',
    'https://user:secret@x.test',
    'https://x.test/v1?key=secret',
    'https://x.test/#a',
  ].map((endpoint) => ({ target: { ...compatible, endpoint }, code: 'invalid-endpoint', message: address })),
  ...[6000, 6666, 10080].map((port) => ({
    target: { ...compatible, endpoint: `http://127.0.0.1:${port}/v1` },
    code: 'invalid-endpoint',
    message: `The \`endpoint\` has port ${port}, which HTTP clients refuse to connect to. Use another port on the server, for example 8080.`,
  })),
];

describe('resolveTarget', () => {
  test.each(addresses)('$title', ({ target, expected }) => {
    const { traits: _, ...found } = resolveTarget(target);
    expect(found).toEqual(expected);
  });

  test.each(refusals)('$code: $message', ({ target, code, message }) => {
    const caught = failureOf(() => resolveTarget(target as Target));
    expect(caught).toBeInstanceOf(ConfigError);
    expect(caught).toMatchObject({ code, message });
  });

  test('an unknown server has its protocol’s default traits', () => {
    expect(resolveTarget(compatible).traits).toEqual(protocolOf('openai-chat').traits);
  });

  test('precedence: caller, flags, model, provider, protocol', () => {
    const { traits } = resolveTarget({
      provider: 'openai',
      model: 'gpt-4.1',
      compat: { noSystemRole: true, noTemperature: true },
      traits: { sampling: 'one', media: { urls: false }, thinking: { byDefault: true } },
    });
    expect(traits).toEqual({
      ...protocolOf('openai-chat').traits,
      contextWindow: 1_047_576, // the model
      furtherSettings: ['seed', 'frequencyPenalty', 'presencePenalty', 'serviceTier', 'user'],
      maxOutput: 32_768,
      price: { asOf: '2025-12-01', input: 2, output: 8, cacheRead: 0.5 },
      logprobs: true,
      stop: true,
      toolsNeedResponses: false,
      checkedBy: 'openai', // the provider
      maxTokensField: 'max_completion_tokens',
      parallelToolCalls: 'settable',
      allowedTools: true,
      strictSchemas: true,
      firstMessage: 'any',
      lastMessage: 'any',
      responseFormat: 'json-schema',
      cache: 'key',
      systemRole: 'user', // the flags
      laterSystem: 'user-text',
      sampling: 'one', // the caller
      media: { user: ['image', 'pdf'], results: [], urls: false, documents: 'file' },
      thinking: {
        replay: 'none',
        demanded: 'never',
        control: 'none',
        efforts: [],
        byDefault: true,
        canDisable: true,
        boundTo: 'origin',
        display: 'unsaid',
      },
    });
  });
});

function failureOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

const addressed = providers.flatMap(({ name, endpoints, defaultModel: model = 'some-model' }) =>
  Object.entries(endpoints).flatMap(([protocol, endpoint]) =>
    typeof endpoint === 'string' && openaiCompatible.protocols.some((own) => own === protocol)
      ? [{ name, protocol, endpoint, model }]
      : [],
  ),
);

test.for(addressed)(
  'MIS-017 a compatible server at the address of $name for $protocol has the traits of $name',
  ({ name, protocol, endpoint, model }) => {
    const { traits, origin } = resolveTarget({ provider: 'openai-compatible', protocol, endpoint, model });
    expect(traits).toEqual(resolveTarget({ provider: name, protocol, model }).traits);
    expect(origin.provider).toBe('openai-compatible');
  },
);
