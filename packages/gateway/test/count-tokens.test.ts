/** Tokens are counted by the target's provider where it does that, and here where it does not or cannot. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameOf, openGateway, type TestGateway } from './open-gateway.ts';
import { openUpstream } from './open-upstream.ts';
import { send } from './send.ts';

let opened: TestGateway;
beforeAll(async () => {
  opened = await openGateway({
    routes: (targetOf) => ({
      round: {
        policy: 'round-robin',
        name: 'round',
        targets: ['anthropic/claude-opus-4-8', 'google/gemini-3.1-pro'].map(targetOf),
      },
    }),
  });
});
afterAll(() => opened.close());

const schema = { type: 'object', properties: { path: { type: 'string' } } };
const messages = {
  max_tokens: 100,
  system: 'You read files.',
  tools: [{ name: 'read', description: 'Reads a file.', input_schema: schema }],
  thinking: { type: 'enabled', budget_tokens: 1_024 },
  messages: [
    { role: 'user', content: 'Read a.' },
    // No one has answered it: without a repair every provider refuses this.
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a' } }] },
    { role: 'user', content: 'And b.' },
  ],
};
const generate = {
  systemInstruction: { parts: [{ text: 'You read files.' }] },
  tools: [{ functionDeclarations: [{ name: 'read', description: 'Reads a file.', parameters: schema }] }],
  contents: [{ role: 'user', parts: [{ text: 'Read a.' }] }],
};

const fronts = [
  {
    api: 'Messages',
    path: () => '/v1/messages/count_tokens',
    body: (model: string) => ({ model, ...messages }),
    field: 'input_tokens',
  },
  {
    api: 'Gemini',
    path: (model: string) => `/v1beta/models/${encodeURIComponent(model)}:countTokens`,
    body: () => generate,
    field: 'totalTokens',
  },
  {
    api: 'Gemini, wrapped',
    path: (model: string) => `/v1beta/models/${encodeURIComponent(model)}:countTokens`,
    body: () => ({ generateContentRequest: { model: 'models/x', ...generate } }),
    field: 'totalTokens',
  },
  {
    api: 'Gemini, wrapped, in snake_case',
    path: (model: string) => `/v1beta/models/${encodeURIComponent(model)}:countTokens`,
    body: () => ({ generate_content_request: { model: 'models/x', ...generate } }),
    field: 'totalTokens',
  },
];

function simulator(name: string): TestGateway['stations'][number]['simulator'] {
  const found = opened.stations.find((each) => nameOf(each) === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found.simulator;
}

const counters: Readonly<Record<string, RegExp>> = {
  'anthropic/claude-opus-4-8': /\/v1\/messages\/count_tokens$/,
  'google/gemini-3.1-pro': /gemini-3\.1-pro:countTokens$/,
};

test.each(
  fronts.flatMap((front) =>
    [...Object.keys(counters), 'openai/gpt-4.1', 'zai/glm-5'].map((target) => ({ ...front, target })),
  ),
)('$api, $target', async ({ path, body, field, target }) => {
  const { log } = simulator(target);
  const before = log.length;
  const told = await send(opened.gateway.url, path(target), body(target));
  expect([told.status, told.body]).toEqual([200, { [field]: expect.any(Number) }]);
  const asked = log.slice(before).map(({ path: at, verdict }) => [at, verdict]);
  const counts = counters[target];
  expect([told.headers.get('x-interlock-target'), asked]).toEqual(
    counts === undefined
      ? [null, []]
      : [target, [[expect.stringMatching(counts), expect.not.stringMatching('refused')]]],
  );
});

test.each([404, 429, 200])(
  'a provider that cannot count (%i) is neither a failure nor avoided later',
  async (status) => {
    const upstream = await openUpstream({
      target: { provider: 'anthropic', model: 'claude-opus-4-8', credentials: [{ key: 'k' }] },
      answer: (response, { path }) => {
        const counting = path.endsWith('/count_tokens');
        response.writeHead(counting ? status : 200, { 'content-type': 'application/json', 'retry-after': '600' });
        const usage = { input_tokens: 1, output_tokens: 1 };
        const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn', usage };
        response.end(JSON.stringify(counting ? {} : { ...message, content: [{ type: 'text', text: 'yes' }] }));
      },
    });
    try {
      const { url } = upstream.gateway;
      const told = await send(url, '/v1/messages/count_tokens', { model: 'm', ...messages });
      const target = told.headers.get('x-interlock-target');
      expect([told.status, target, told.body]).toEqual([200, null, { input_tokens: expect.any(Number) }]);
      const answered = await send(url, '/v1/messages', { ...messages, max_tokens: 4_000, model: 'm' });
      expect([answered.status, upstream.sent.map(({ path }) => path)]).toEqual([
        200,
        ['/v1/messages/count_tokens', '/v1/messages'],
      ]);
      expect(JSON.parse(upstream.sent[0]?.body ?? '')).not.toHaveProperty('max_tokens');
    } finally {
      await upstream.close();
    }
  },
);

test('counting does not advance a round-robin', async () => {
  const ask = async (): Promise<string | null> => {
    const body = { model: 'round', max_tokens: 100, messages: [{ role: 'user', content: 'hello' }] };
    return (await send(opened.gateway.url, '/v1/messages', body)).headers.get('x-interlock-target');
  };
  const first = await ask();
  const counted = await send(opened.gateway.url, '/v1/messages/count_tokens', { model: 'round', ...messages });
  expect(counted.headers.get('x-interlock-target')).toBe('anthropic/claude-opus-4-8');
  expect([first, await ask()]).toEqual(Object.keys(counters));
});
