/** Free-form tools between OpenAI's two APIs: native wherever the target has them, and their text is never touched. */
import type { RouteTarget } from '@interlock/runtime';
import { script } from '@interlock/simulators';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { openRefusing, sentFor, type Upstream } from './open-upstream.ts';
import { send } from './send.ts';

const grammar = { syntax: 'lark', definition: 'start: "*** Begin Patch"' };
const patch = '*** Begin Patch';

/** The same request in both APIs: tools, one of them chosen, and a history with a call. */
const chat = {
  path: '/v1/chat/completions',
  body: {
    tools: [{ type: 'custom', custom: { name: 'apply_patch', format: { type: 'grammar', grammar } } }],
    tool_choice: { type: 'custom', custom: { name: 'apply_patch' } },
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Patch a.' }] },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'call_1', type: 'custom', custom: { name: 'apply_patch', input: patch } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'ok' },
    ],
  },
};
const responses = {
  path: '/v1/responses',
  body: {
    tools: [{ type: 'custom', name: 'apply_patch', format: { type: 'grammar', ...grammar } }],
    tool_choice: { type: 'custom', name: 'apply_patch' },
    input: [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Patch a.' }] },
      { type: 'custom_tool_call', call_id: 'call_1', name: 'apply_patch', input: patch },
      { type: 'custom_tool_call_output', call_id: 'call_1', output: 'ok' },
    ],
  },
};

/** The ids of calls may differ. */
function withoutIds(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, given) => (/^(tool_)?(call_)?id$/.test(name) ? undefined : given)));
}

let upstream: Upstream | undefined;
afterEach(() => upstream?.close());

const onChat: RouteTarget = { provider: 'openai', protocol: 'openai-chat', model: 'gpt-5.1' };
const onResponses: RouteTarget = { provider: 'openai', protocol: 'openai-responses', model: 'gpt-5.6-terra' };

test.each([
  { from: chat, target: onChat, wanted: chat.body },
  { from: chat, target: onResponses, wanted: responses.body },
  { from: responses, target: onChat, wanted: chat.body },
  { from: responses, target: onResponses, wanted: responses.body },
])('$from.path to $target.protocol', async ({ from, target, wanted }) => {
  upstream = await openRefusing(target, '/v1');
  const { body, leftOut } = await sentFor(upstream, from.path, from.body);
  expect(withoutIds(body)).toMatchObject(Object(withoutIds(wanted)));
  expect(leftOut).toBeNull();
});

test.each([
  { provider: 'openai', protocol: 'openai-responses', model: 'gpt-4.1' },
  { provider: 'xai', protocol: 'openai-responses', model: 'grok-4.3' },
  { provider: 'openai-compatible', protocol: 'openai-responses', model: 'm' },
] as const)('a target of the Responses API without such tools gets functions: $provider', async (target) => {
  upstream = await openRefusing(target, '/v1');
  const { body } = await sentFor(upstream, responses.path, responses.body);
  expect(body).toMatchObject({
    tools: [{ type: 'function', name: 'apply_patch' }],
    tool_choice: { type: 'function', name: 'apply_patch' },
    input: [
      {},
      { type: 'function_call', arguments: JSON.stringify({ input: patch }) },
      { type: 'function_call_output' },
    ],
  });
  expect(JSON.stringify(body)).not.toContain('custom');
});

/** Text that looks like the arguments of the function that the tool is elsewhere. */
const text = '{"input":"only this?"}';
let opened: TestGateway;
beforeAll(async () => {
  opened = await openGateway({
    model: script([{ call: [{ tool: 'apply_patch', args: { input: text } }] }]),
    routes: (targetOf) => ({
      'native/chat': { policy: 'failover', targets: [{ ...targetOf('openai/gpt-4.1'), name: 'c', model: 'gpt-5.1' }] },
    }),
  });
});
afterAll(() => opened.close());

const models = ['native/chat', 'openai/gpt-5.6-terra', 'openai/gpt-4.1', 'anthropic/claude-opus-4-8'];

test.each(
  models.flatMap((model) =>
    [chat, responses].flatMap((api) => [false, true].map((stream) => ({ model, api, stream }))),
  ),
)(
  '$model, $api.path, streamed $stream: text that is JSON stays as it is',
  async ({ model, api: { path, body }, stream }) => {
    const { tool_choice: _, ...rest } = body;
    const start = 'input' in rest ? { ...rest, input: 'Patch a.' } : { ...rest, messages: rest.messages.slice(0, 1) };
    const told = await send(opened.gateway.url, path, { ...start, model, stream });
    expect([told.status, inputOf(told.body)]).toEqual([200, text]);
  },
);

/** The text of the only call in an answer. */
function inputOf(body: unknown): unknown {
  const events = typeof body === 'string' ? body.split('\n').filter((line) => line.startsWith('data: {')) : [];
  const parsed = events.map((line) => JSON.parse(line.slice(6)));
  const { output, choices } = Object(parsed.at(-1)?.response ?? (typeof body === 'string' ? {} : body));
  const [item] = (output ?? []).filter(({ type }: { type: string }) => type === 'custom_tool_call');
  if (output !== undefined) return item?.input;
  if (choices?.[0]?.message !== undefined) return choices[0].message.tool_calls[0].custom.input;
  return parsed.map((chunk) => chunk.choices?.[0]?.delta?.tool_calls?.[0]?.custom?.input ?? '').join('');
}
