/** The reader stops, or the network breaks off: the reply has everything that had arrived. */
import { expect, test } from 'vitest';
import { prepareRequest, readStream, type Target } from '../../src/index.ts';

const frames = (...bodies: readonly object[]): string =>
  bodies.map((body) => `data: ${JSON.stringify(body)}\n\n`).join('');
const delta = (content: string) => ({ id: 'c', choices: [{ index: 0, delta: { content } }] });
const message = { type: 'message', id: 'msg_1', role: 'assistant', phase: 'commentary', content: [] };
const target = (provider: string, model: string): Target => ({ provider, model, key: 'k' });

const phased = {
  title: 'OAR-024: the phase is known from the start; the id belongs to the whole message',
  target: target('openai', 'gpt-5.6-terra'),
  text: frames(
    { type: 'response.created', response: { id: 'resp_1' } },
    { type: 'response.output_item.added', output_index: 0, item: message },
    { type: 'response.output_text.delta', output_index: 0, content_index: 0, item_id: 'msg_1', delta: 'I go on,' },
  ),
  blocks: [{ type: 'text', text: 'I go on,', seal: { field: 'message', value: 'commentary' } }],
};
const rows = [
  phased,
  {
    title: 'text held back until it is clear whether it is thinking',
    target: { ...target('openai-compatible', 'deepseek-r1'), endpoint: 'http://localhost:1/v1' },
    text: frames(delta('Let me see'), delta(' …')),
    blocks: [{ type: 'text', text: 'Let me see …' }],
  },
];

const requestTo = (to: Target) =>
  prepareRequest({
    target: to,
    contents: [{ speaker: 'human', blocks: [{ type: 'text', text: 'Hello.' }] }],
    settings: { stream: true },
  });

test.each(rows)('an error; $title', async ({ target: to, text, blocks }) => {
  async function* broken(): AsyncGenerator<string> {
    yield text;
    throw new Error('socket hang up');
  }
  const stream = readStream(requestTo(to), broken());
  await expect(stream.reply()).rejects.toThrow('socket hang up');
  expect((await stream.reply()).content.blocks).toMatchObject(blocks);
});

test('the reader stops after the first word', async () => {
  const stream = readStream(requestTo(phased.target), [phased.text, frames({ type: 'response.completed' })]);
  for await (const { type } of stream) if (type === 'text-delta') break;
  expect((await stream.reply()).content.blocks).toMatchObject(phased.blocks);
});
