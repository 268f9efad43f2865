/** `/v1/responses/compact`: its answer is the next input. */
import { expect, test } from 'vitest';
import { call, create, createProvider, eventsOf, output, request, textOf, tool, user } from './provider.ts';

const tools = [tool('read')];

test('keeps the user’s messages and encrypts the rest into one item; both are accepted back unchanged', () => {
  const provider = createProvider();
  const input = [user('Read a.'), call('call_1'), output('call_1')];
  const outcome = provider.handle(request('POST', '/v1/responses/compact', { model: 'gpt-5.4', input }));
  const answer = JSON.parse(outcome.kind === 'served' ? textOf(outcome.response) : '{}');
  expect(answer).toEqual({
    id: expect.stringMatching(/^resp_/),
    object: 'response.compaction',
    created_at: expect.any(Number),
    output: [
      user('Read a.'),
      { id: expect.stringMatching(/^cmp_/), type: 'compaction', encrypted_content: expect.any(String) },
    ],
    usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number), total_tokens: expect.any(Number) },
  });
  const next = { model: 'gpt-5.4', input: [...answer.output, user('And b?')], tools };
  expect(provider.handle(request('POST', '/v1/responses', next))).toMatchObject({ kind: 'asked', warnings: [] });
});

test('OAR-001 does not compact an invalid conversation', () => {
  const outcome = createProvider().handle(
    request('POST', '/v1/responses/compact', { model: 'gpt-5.4', input: [user('Read a.'), call('call_1')] }),
  );
  expect(outcome).toMatchObject({ kind: 'refused', violation: { rule: 'OAR-001' } });
});

test('a trigger at the end of an ordinary request returns only the item, streamed too', () => {
  const provider = createProvider();
  const input = [user('Read a.'), call('call_1'), output('call_1'), { type: 'compaction_trigger' }];
  const item = { id: expect.stringMatching(/^cmp_/), type: 'compaction', encrypted_content: expect.any(String) };
  const answered = [false, true].map((stream) => {
    const outcome = provider.handle(create({ model: 'gpt-5.4', input, tools, store: false, stream }));
    if (outcome.kind !== 'served') throw new Error(JSON.stringify(outcome));
    return stream ? eventsOf(outcome.response) : JSON.parse(textOf(outcome.response)).output;
  });
  expect(answered[0]).toEqual([item]);
  expect(answered[1]).toMatchObject([
    { type: 'response.created' },
    { type: 'response.in_progress' },
    { type: 'response.output_item.added', item },
    { type: 'response.output_item.done', item },
    { type: 'response.completed', response: { status: 'completed', output: [item] } },
  ]);
  const next = { model: 'gpt-5.4', input: [user('Read a.'), ...answered[0], user('And b?')], tools };
  expect(provider.handle(create(next))).toMatchObject({ kind: 'asked', warnings: [] });
});
