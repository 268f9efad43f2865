/** What the model sees of a request. */
import { expect, test } from 'vitest';
import { assistant, call, createBench, request, result, type Sent, system, text, tool, user } from './bench.ts';

const hi = user('hi');

test('ANT-069: the model sees everything, including pictures in results', () => {
  const picture = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } };
  const outcome = createBench().send({
    body: request(
      [
        user([text('one'), text('two'), picture]),
        assistant([text('calling'), call('toolu_1'), call('toolu_2')]),
        user([
          result('toolu_1', {
            content: [text('done'), { ...picture, source: { type: 'base64', media_type: 'image/png', data: 'eA==' } }],
          }),
          result('toolu_2', { content: 'broken', is_error: true }),
          text('go on'),
        ]),
        system('be quick'),
      ],
      {
        model: 'claude-opus-5',
        system: [text('be'), text('good')],
        tools: [{ ...tool(), description: 'Reads.' }],
        tool_choice: { type: 'tool', name: 'read' },
      },
    ),
  });
  const blank = { thinking: '', calls: [], results: [], media: [] };
  expect(outcome.kind === 'asked' && outcome.seen).toEqual({
    system: 'be\ngood',
    tools: [{ name: 'read', description: 'Reads.', schema: { type: 'object' } }],
    turns: [
      { ...blank, role: 'user', text: 'one\ntwo', media: ['image/*'] },
      {
        ...blank,
        role: 'model',
        text: 'calling',
        calls: [
          { id: 'toolu_1', name: 'read', args: {} },
          { id: 'toolu_2', name: 'read', args: {} },
        ],
      },
      {
        ...blank,
        role: 'user',
        text: 'go on',
        results: [
          { id: 'toolu_1', name: 'read', text: 'done', isError: false, media: ['image/png'] },
          { id: 'toolu_2', name: 'read', text: 'broken', isError: true, media: [] },
        ],
      },
      { ...blank, role: 'system', text: 'be quick' },
    ],
    toolChoice: { tool: 'read' },
    maxTokens: 2048,
    thinks: true,
  });
});

test('the model reads documents and search results', () => {
  const page = {
    type: 'document',
    title: 'a.txt',
    source: { type: 'text', media_type: 'text/plain', data: 'written' },
  };
  const blocks = { type: 'document', context: 'old', source: { type: 'content', content: [text('in blocks')] } };
  const found = { type: 'search_result', title: 'A page', source: 'https://example.com', content: [text('found')] };
  const outcome = createBench().send({
    body: request(
      [user([page]), assistant([call('toolu_1')]), user([result('toolu_1', { content: [blocks, found] })])],
      {
        tools: [tool()],
      },
    ),
  });
  const turns = outcome.kind === 'asked' ? outcome.seen.turns : [];
  expect(turns.map((turn) => [turn.text, ...turn.results.map((each) => each.text)])).toEqual([
    ['a.txt\nwritten'],
    [''],
    ['', 'old\nin blocks\nA page\nhttps://example.com\nfound'],
  ]);
});

test('ANT-023, ANT-056, ANT-074: the model does not see what is ignored, dropped or compacted', () => {
  const bench = createBench();
  const turnsOf = (sent: Sent): unknown => {
    const outcome = bench.send(sent);
    return outcome.kind === 'asked' && outcome.seen.turns.map(({ role, text, thinking }) => [role, text, thinking]);
  };
  expect(turnsOf({ body: request([hi, system('be')], { model: 'claude-sonnet-5' }) })).toEqual([['user', 'hi', '']]);
  const content = bench.say({ body: request([hi], { model: 'claude-fable-5-1' }) }, [{ think: 'a' }, { say: 'b' }]);
  expect(turnsOf({ body: request([hi, assistant(content), hi], { model: 'claude-opus-5' }) })).toEqual([
    ['user', 'hi', ''],
    ['model', 'b', ''],
    ['user', 'hi', ''],
  ]);
  expect(
    turnsOf({ body: request([hi, assistant([{ type: 'compaction', content: 'So far.' }]), user('next')]) }),
  ).toEqual([
    ['model', 'So far.', ''],
    ['user', 'next', ''],
  ]);
  // One that failed hides nothing.
  const failed = assistant([
    { type: 'compaction', content: null },
    { type: 'text', text: 'Yes.' },
  ]);
  expect(turnsOf({ body: request([hi, failed, user('next')]) })).toHaveLength(3);
});
