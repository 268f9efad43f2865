/** Ids with more digits than a number holds, in the arguments of earlier calls: the model must not see another id. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openUpstream, sayYes, type Upstream } from './open-upstream.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await openUpstream({
    answer: sayYes,
  });
});
afterAll(() => upstream.close());

const id = '12345678901234567890';
const schema = '{"type":"object","properties":{"user":{"type":"integer","maximum":9223372036854775807}}}';

interface Client {
  readonly api: string;
  readonly path: string;
  /** `round`: how often the call is in the conversation. */
  readonly body: (round: number) => string;
}

const repeat = (times: number, entry: (at: number) => string): string =>
  Array.from({ length: times }, (_, at) => entry(at)).join(',');

const clients: readonly Client[] = [
  {
    api: 'Chat',
    path: '/v1/chat/completions',
    body: (rounds) =>
      `{"model":"m","messages":[{"role":"user","content":"hello"},${repeat(
        rounds,
        (at) =>
          `{"role":"assistant","tool_calls":[{"id":"c${at}","type":"function","function":{"name":"ban","arguments":"{\\"user\\": ${id}}"}}]},` +
          `{"role":"tool","tool_call_id":"c${at}","content":"done"}`,
      )}],"tools":[{"type":"function","function":{"name":"ban","parameters":${schema}}}]}`,
  },
  {
    api: 'Messages',
    path: '/v1/messages',
    body: (rounds) =>
      `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hello"},${repeat(
        rounds,
        (at) =>
          `{"role":"assistant","content":[{"type":"tool_use","id":"c${at}","name":"ban","input":{"user":${id}}}]},` +
          `{"role":"user","content":[{"type":"tool_result","tool_use_id":"c${at}","content":"done"}]}`,
      )}],"tools":[{"name":"ban","input_schema":${schema}}]}`,
  },
  {
    api: 'Responses',
    path: '/v1/responses',
    body: (rounds) =>
      `{"model":"m","input":[{"role":"user","content":"hello"},${repeat(
        rounds,
        (at) =>
          `{"type":"function_call","call_id":"c${at}","name":"ban","arguments":"{\\"user\\":${id}}"},` +
          `{"type":"function_call_output","call_id":"c${at}","output":"done"}`,
      )}],"tools":[{"type":"function","name":"ban","parameters":${schema}}]}`,
  },
  {
    api: 'generateContent',
    path: '/v1beta/models/m:generateContent',
    body: (rounds) =>
      `{"contents":[{"role":"user","parts":[{"text":"hello"}]},${repeat(
        rounds,
        () =>
          `{"role":"model","parts":[{"functionCall":{"name":"ban","args":{"user":${id}}}}]},` +
          `{"role":"user","parts":[{"functionResponse":{"name":"ban","response":{"output":"done"}}}]}`,
      )}],"tools":[{"functionDeclarations":[{"name":"ban","parameters":${schema}}]}]}`,
  },
  {
    api: 'Ollama',
    path: '/api/chat',
    body: (rounds) =>
      `{"model":"m","stream":false,"messages":[{"role":"user","content":"hello"},${repeat(
        rounds,
        () =>
          `{"role":"assistant","content":"","tool_calls":[{"function":{"name":"ban","arguments":{"user":${id}}}}]},` +
          `{"role":"tool","tool_name":"ban","content":"done"}`,
      )}],"tools":[{"type":"function","function":{"name":"ban","parameters":${schema}}}]}`,
  },
];

test.each(clients)('$api: all digits arrive, in new and in continued conversations', async ({ path, body }) => {
  for (const rounds of [1, 2, 3, 3]) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(upstream.gateway.url + path, { method: 'POST', headers, body: body(rounds) });
    expect(answer.status, await answer.text()).toBe(200);
    const sent = upstream.sent.at(-1)?.body ?? '';
    expect(sent.split(id)).toHaveLength(rounds + 1);
    // A bound must stay a number.
    expect(JSON.parse(sent).tools[0].function.parameters.properties.user.maximum).toBe(2 ** 63);
  }
});
