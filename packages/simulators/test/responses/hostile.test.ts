/** Any input is judged: nothing throws, nothing is a server error, and accepted requests can be answered. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import type { Outcome } from '../../src/api/api.ts';
import { models } from '../../src/responses/models.ts';
import {
  assistant,
  call,
  create,
  createProvider,
  encrypted,
  output,
  request,
  thinkAndCall,
  tool,
  user,
} from './provider.ts';

const any = fc.jsonValue({ maxDepth: 4 });
const model = fc.constantFrom(...models.map(({ id }) => id));

function stands(outcome: Outcome): void {
  if (outcome.kind === 'asked') {
    expect(outcome.answer(thinkAndCall).status).toBe(200);
    return;
  }
  if (outcome.kind === 'refused') expect(outcome.violation.message).not.toBe('');
  expect(outcome.response.status).toBeLessThan(500);
}

test('any body', () => holds(any, 500, (body) => stands(createProvider().handle(create(body)))), patience);

test(
  'any value in any field',
  () => {
    const field = fc.constantFrom(
      ...[
        'input',
        'instructions',
        'tools',
        'tool_choice',
        'reasoning',
        'include',
        'store',
        'stream',
        'previous_response_id',
      ],
      ...[
        'max_output_tokens',
        'temperature',
        'top_p',
        'text',
        'metadata',
        'stream_options',
        'truncation',
        'prompt',
        'model',
      ],
    );
    holds(fc.tuple(model, field, any, fc.boolean()), 1000, ([name, key, value, stream]) =>
      stands(createProvider().handle(create({ model: name, input: 'Hi', stream, [key]: value }))),
    );
  },
  patience,
);

test(
  'any value in any field of any item, among valid items',
  () => {
    const { ask } = createProvider();
    const items = [
      user('Hi'),
      assistant('Hello', { id: 'msg_1', phase: 'commentary' }),
      call('call_1', { id: 'fc_1', status: 'completed', namespace: 'files' }),
      output('call_1'),
      { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_2', name: 'run', input: 'ls' },
      {
        type: 'custom_tool_call_output',
        call_id: 'call_2',
        output: [{ type: 'input_file', filename: 'a', file_data: 'AA==' }],
      },
      { type: 'tool_search_output', tools: [{ type: 'namespace', name: 'files', tools: [tool('read')] }] },
      { type: 'item_reference', id: 'rs_1' },
      ...ask({ model: 'gpt-5', input: 'Hi', ...encrypted }, thinkAndCall).output,
    ];
    const keys = [...new Set(items.flatMap((item) => Object.keys(item)))];
    const place = fc.record({ at: fc.nat({ max: items.length - 1 }), key: fc.constantFrom(...keys), value: any });
    holds(fc.tuple(model, fc.array(place, { minLength: 1, maxLength: 3 })), 1000, ([name, places]) => {
      const input = places.reduce(
        (all, { at, key, value }) => all.map((item, index) => (index === at ? { ...item, [key]: value } : item)),
        items,
      );
      stands(createProvider().handle(create({ model: name, input })));
      for (const item of input) stands(createProvider().handle(create({ model: name, input: [item] })));
    });
  },
  patience,
);

test(
  'any value inside a tool, a part, a token',
  () =>
    holds(fc.tuple(model, any, fc.string()), 500, ([name, value, text]) => {
      const reasoning = { type: 'reasoning', summary: [], encrypted_content: text };
      for (const body of [
        { input: 'Hi', tools: [value] },
        { input: 'Hi', tools: [tool('read', { strict: true, parameters: value })] },
        { input: 'Hi', tools: [{ type: 'namespace', tools: value }] },
        { input: [{ role: 'user', content: [value] }] },
        { input: [{ role: 'assistant', content: value }] },
        { input: [call('c'), output('c', [value])] },
        { input: [value, value] },
        { input: [reasoning, assistant(text)] },
        { input: [{ ...reasoning, encrypted_content: `gAAAAAB${text}` }, assistant(text)] },
        { input: [{ ...reasoning, encrypted_content: `rsn_${text}` }, call(text), output(text)] },
      ]) {
        stands(createProvider().handle(create({ model: name, ...body })));
      }
    }),
  patience,
);

test(
  'any path, method, query and header',
  () =>
    holds(
      fc.tuple(fc.string(), fc.constantFrom('GET', 'POST', 'PUT', ''), fc.string(), fc.string(), any),
      500,
      ([path, method, query, header, body]) => {
        const { handle } = createProvider();
        for (const place of [path, `/${path}`, `/v1/${path}`, `/v1/responses/${path}`, `/v1/models/${path}`]) {
          stands(handle({ ...request(method, place, body, query), headers: { authorization: header } }));
          stands(handle(request(method, place, body, query)));
        }
      },
    ),
  patience,
);

test('a value of any depth', () => {
  const text = '['.repeat(50_000) + ']'.repeat(50_000);
  const value: unknown = JSON.parse(text);
  const { handle } = createProvider();
  const judged = [
    { input: 'Hi', metadata: { value } },
    { input: [value] },
    { input: 'Hi', tools: [tool('read', { strict: true, parameters: { properties: { value } } })] },
  ].map((body) => handle({ ...create({}), body: { model: 'gpt-5', ...body } }));
  expect(judged.map((outcome) => (outcome.kind === 'refused' ? outcome.violation.rule : outcome.kind))).toEqual(
    judged.map(() => 'gate-json'),
  );
  // As text, the provider does not read it.
  stands(handle(create({ model: 'gpt-5', input: [call('c', { arguments: text }), output('c')] })));
});
