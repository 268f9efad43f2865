/** Every rule of Ollama is reported where it is broken, and not where it is kept. */
import { expect, test } from 'vitest';
import { ollama } from '../../src/ollama/index.ts';
import { rulebook } from '../rulebook.ts';
import { ruleCases } from './cases.ts';
import { mustAsk, send, world } from './send.ts';

const fragmentOf = (rule: string): string => ollama.rules.find(({ id }) => id === rule)?.fragment ?? '?';

for (const { rule, what, door = '/api/chat', breaks, keeps, path, status = 400, says, silent } of ruleCases) {
  test(`${rule} ${what}`, () => {
    const broken = send(door, breaks);
    const found = broken.kind === 'asked' ? broken.warnings : broken.kind === 'refused' ? [broken.violation] : [];
    expect(found).toEqual([{ rule, status: silent ? 200 : status, message: expect.any(String), path }]);
    expect(broken.kind).toBe(silent ? 'asked' : 'refused');
    if (broken.kind === 'refused') {
      const { message } = broken.violation;
      expect(message).toContain(says ?? fragmentOf(rule));
      expect(broken.response.status).toBe(status);
      const { error } = JSON.parse(String(broken.response.body));
      expect(door === '/api/chat' ? error : error.message).toBe(message);
    }
    expect(mustAsk(send(door, keeps)).warnings).toEqual([]);
  });
}

test('every rule has a case', () => {
  const shown = new Set(ruleCases.map(({ rule }) => rule));
  expect([...shown].sort()).toEqual(ollama.rules.map(({ id }) => id).sort());
});

test('every fragment is in the rulebook', () => {
  for (const { id, fragment } of ollama.rules) {
    expect(rulebook.find((rule) => rule.id === id)?.error, id).toContain(fragment);
  }
});

test('OLL-004 results need no call and no id', () => {
  const messages = [
    { role: 'user', content: 'hello' },
    { role: 'tool', content: '11C', tool_name: 'get_weather' },
    { role: 'assistant', content: '', tool_calls: [{ function: { name: 'read', arguments: {} } }] },
    { role: 'tool', content: 'x', tool_call_id: 'nobody' },
  ];
  const asked = mustAsk(send('/api/chat', { model: 'qwen3', messages }));
  expect(asked.warnings).toEqual([]);
  expect(asked.seen.turns[1]?.results).toEqual([
    { id: '', name: 'get_weather', text: '11C', isError: false, media: [] },
  ]);
});

test('OLL-007 the model does not see what is cut: the oldest, but never the system message', () => {
  const messages = [
    { role: 'system', content: 's'.repeat(400) },
    { role: 'user', content: 'x'.repeat(400) },
    { role: 'assistant', content: 'y'.repeat(300) },
    { role: 'user', content: 'z'.repeat(300) },
  ];
  const { seen, warnings } = mustAsk(send('/api/chat', { model: 'tiny', messages }));
  expect(warnings.map(({ rule }) => rule)).toEqual(['OLL-007']);
  expect(seen.system).toBe('s'.repeat(400));
  expect(seen.turns.map(({ text }) => text[0])).toEqual(['y', 'z']);
});

test('OLL-007 num_ctx shrinks the window', () => {
  const body = { model: 'qwen3', messages: [{ role: 'user', content: 'x'.repeat(100) }], truncate: false };
  expect(send('/api/chat', body).kind).toBe('asked');
  expect(send('/api/chat', { ...body, options: { num_ctx: 24 } })).toMatchObject({ violation: { rule: 'OLL-007' } });
});

test('OLL-008 an error inside a stream is a line', () => {
  expect(ollama.failInside({ kind: 'server' }, world)).toBe(
    '{"error":"llama runner process has terminated: exit status 2"}\n',
  );
});

test('OLL-009 a model with a format answers with text instead of a call', () => {
  const body = { model: 'qwen3', messages: [{ role: 'user', content: 'hi' }], format: 'json', stream: false };
  const { body: text } = mustAsk(send('/api/chat', body)).answer({
    parts: [{ call: 'read', args: { a: 1 } }],
    stop: 'calls',
  });
  expect(JSON.parse(String(text)).message).toEqual({
    role: 'assistant',
    content: '{"name": "read", "parameters": {"a":1}}',
  });
});

const wrongTypes = [
  [{ model: 5 }, 'json: cannot unmarshal number into Go struct field ChatRequest.model of type string'],
  [{ messages: {} }, 'json: cannot unmarshal object into Go struct field ChatRequest.messages of type []api.Message'],
  [{ messages: ['hi'] }, 'json: cannot unmarshal string into Go struct field ChatRequest.messages of type api.Message'],
  [{ stream: 'no' }, 'json: cannot unmarshal string into Go struct field ChatRequest.stream of type bool'],
  [{ tools: {} }, 'json: cannot unmarshal object into Go struct field ChatRequest.tools of type api.Tools'],
  [
    { options: [] },
    'json: cannot unmarshal array into Go struct field ChatRequest.options of type map[string]interface {}',
  ],
  [{ think: 'hard' }, 'invalid think value: "hard" (must be "high", "medium", "low", "max", true, or false)'],
  [
    { top_logprobs: 1.5 },
    'json: cannot unmarshal number 1.5 into Go struct field ChatRequest.top_logprobs of type int',
  ],
  [
    { tools: [{ type: 'function', function: { name: 'a', parameters: { type: ['object', 'null'] } } }] },
    'json: cannot unmarshal array into Go struct field ChatRequest.tools.function.parameters.type of type string',
  ],
] as const;

test.each(wrongTypes)('Go’s messages for wrong types: %j', (changes, message) => {
  const outcome = send('/api/chat', { model: 'qwen3', messages: [], ...changes });
  expect(outcome).toMatchObject({ kind: 'refused', violation: { status: 400, message } });
});
