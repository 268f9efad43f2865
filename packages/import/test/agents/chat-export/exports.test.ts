/** Chats of programs no one has described: their texts. */
import { readSession } from '@interlock/import';
import { expect, test } from 'vitest';
import { sketch } from '../../samples.ts';

const user = { role: 'user', content: 'How many?' };
const answer = {
  role: 'assistant',
  content: [
    { type: 'text', text: 'Two.' },
    { type: 'tool_use', id: 't', name: 'x', input: {} },
  ],
};

test.each([
  ['a list', JSON.stringify([user, { role: 'system', content: 'Be brief.' }, answer])],
  ['lines', [user, answer].map((message) => JSON.stringify(message)).join('\n')],
  ['a document', JSON.stringify({ title: 'T', messages: [user, answer] })],
  [
    'other field names',
    JSON.stringify({
      name: 'T',
      chat_messages: [
        { sender: 'human', text: 'How many?' },
        { sender: 'assistant', text: 'Two.' },
      ],
    }),
  ],
])('%s', async (_, text) => {
  const session = await readSession({ bytes: [Buffer.from(text)], name: 'chat.json' });
  expect([session.agent, ...sketch(session)]).toEqual(['chat-export', 'human: How many?', 'ai: Two.']);
  expect(session.problems.map(({ code }) => code)).toEqual(['text-only']);
});
