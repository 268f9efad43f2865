/** Every rule of OpenAI’s Chat Completions is reported where it is broken, and not where it is kept. */
import { expect, test } from 'vitest';
import { openaiProfile } from '../../../src/chat/profiles/openai.ts';
import { calls, result, said, system, user } from '../bodies.ts';
import { ask, checkProvider } from '../check-provider.ts';
import { cases } from './cases.ts';

checkProvider(openaiProfile, cases);

test.each([
  ['two users in a row', [user, user]],
  ['two assistants in a row', [user, said, said, user]],
  ['a user message directly after a result', [user, calls('c1'), result('c1'), user]],
  ['a system message in the middle', [user, said, system, user]],
  ['an assistant at the end', [user, said]],
])('OAC-024 accepts %s', (_, messages) => {
  expect(ask(openaiProfile, { model: 'gpt-4o', messages })).toMatchObject({ kind: 'asked', warnings: [] });
});
