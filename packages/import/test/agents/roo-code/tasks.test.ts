/** Tasks as Roo Code's source writes them. */
import { readSession } from '@interlock/import';
import type { JsonObject } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { sketch } from '../../samples.ts';

function read(...messages: readonly JsonObject[]): ReturnType<typeof readSession> {
  return readSession({ bytes: [Buffer.from(JSON.stringify(messages))], name: 'api_conversation_history.json' });
}

const text = (role: string, words: string, more: JsonObject = {}): JsonObject => ({
  role,
  content: [{ type: 'text', text: words }],
  ...more,
});

test('messages hidden by a cut are still in the log', async () => {
  const session = await read(
    text('user', '<user_message>\nFix it.\n</user_message>'),
    text('assistant', 'Old.', { truncationParent: 't1' }),
    text('user', 'And?', { truncationParent: 't1' }),
    text('user', '[Sliding window]', { isTruncationMarker: true, truncationId: 't1' }),
    text('assistant', 'New.'),
  );
  expect([session.agent, ...sketch(session)]).toEqual(['roo-code', 'human: Fix it.', 'ai: New.']);
  expect(session.log.filter(({ kind }) => kind === 'content')).toHaveLength(4);
});

test('a Responses item is the thinking of the answer after it', async () => {
  const item = {
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: 'Hm.' }],
    encrypted_content: 'sealed',
  };
  const session = await read(text('user', '<task>\nFix it.\n</task>'), item, text('assistant', 'Done.'));
  expect(sketch(session)).toEqual(['human: Fix it.', 'ai: thinking Hm.(openai) | Done.']);
});
