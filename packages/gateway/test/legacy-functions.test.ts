/** Clients of Chat from before it had tools: they offer `functions`, and know no other call than `function_call`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { send } from './send.ts';

interface Choice {
  readonly delta?: Readonly<Record<string, unknown>>;
  readonly message?: Readonly<Record<string, unknown>>;
  readonly finish_reason: string | null;
}

let opened: TestGateway;
beforeAll(async () => {
  opened = await openGateway();
});
afterAll(() => opened.close());

const functions = [{ name: 'read', parameters: { type: 'object', properties: { path: { type: 'string' } } } }];
const question = { role: 'user', content: 'Read both.' };

/** `lost`: the calls that the report says the client did not get. In a stream only the log can say so. */
async function ask(
  model: string,
  messages: readonly object[],
  stream: boolean,
  lost: string | null,
): Promise<readonly Choice[]> {
  const body = { model, stream, messages, functions, function_call: 'auto' };
  const told = await send(opened.gateway.url, '/v1/chat/completions', body);
  expect([told.status, told.headers.get('x-interlock-left-out')]).toEqual([200, stream ? null : lost]);
  const line = opened.lines.find(({ requestId }) => requestId === told.headers.get('x-interlock-request-id'));
  const why = 'The client knows only one call in an answer: it got the first.';
  expect(line?.['leftOut'] ?? []).toEqual(lost === null ? [] : [{ what: lost, why }]);
  const pieces = stream
    ? String(told.body)
        .split('\n\n')
        .filter((frame) => frame.startsWith('data: {'))
    : [];
  const answers = stream ? pieces.map((frame) => JSON.parse(frame.slice('data: '.length))) : [told.body];
  return answers.flatMap(({ choices }) => choices);
}

/** The text of a field of the function call, from all pieces. */
function called(choices: readonly Choice[], field: string): string {
  const calls = choices.map(({ delta, message }) => (delta ?? message)?.['function_call']);
  return calls.map((call) => (call as Record<string, string> | undefined)?.[field] ?? '').join('');
}

const models = ['anthropic/claude-opus-4-8', 'openai/gpt-4.1', 'openai/gpt-5.6-terra', 'mistral/mistral-large-latest'];

test.each(models.flatMap((model) => [true, false].map((stream) => ({ model, stream }))))(
  '$model, streamed: $stream',
  async ({ model, stream }) => {
    const first = await ask(model, [question], stream, 'calls of the answer (1)');
    expect(JSON.stringify(first)).not.toContain('tool_calls');
    expect([called(first, 'name'), JSON.parse(called(first, 'arguments'))]).toEqual(['read', { path: 'a' }]);
    expect(first.at(-1)?.finish_reason).toBe('function_call');
    const call = { name: 'read', arguments: called(first, 'arguments') };
    const answered = { role: 'assistant', content: null, function_call: call };
    const last = await ask(
      model,
      [question, answered, { role: 'function', name: 'read', content: '[[a]]' }],
      stream,
      null,
    );
    const said = last.map(({ delta, message }) => (delta ?? message)?.['content'] ?? '').join('');
    expect([said, last.at(-1)?.finish_reason]).toEqual([expect.stringContaining('They say [[a]]'), 'stop']);
  },
);
