/** Every rule of DeepSeek is reported where it is broken, and not where it is kept. */
import { expect, test } from 'vitest';
import { deepseekProfile } from '../../../src/chat/profiles/deepseek.ts';
import { checkCases, handle } from '../case-checks.ts';
import { checkHostile } from '../hostile-checks.ts';
import { deepseekCases } from './cases.ts';

checkCases(deepseekProfile, deepseekCases);
checkHostile(deepseekProfile);

test('DSK-003 the model does not see its thinking from an exchange without calls', () => {
  const call = { id: 'call_a', type: 'function', function: { name: 'search', arguments: '{}' } };
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'One.' },
    { role: 'assistant', content: 'Yes.', reasoning_content: 'Forgotten.' },
    { role: 'user', content: 'Two.' },
    { role: 'assistant', content: '', reasoning_content: 'Kept.', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_a', content: 'found' },
    { role: 'assistant', content: 'Done.', reasoning_content: 'Kept too.' },
    { role: 'user', content: 'Three.' },
  ];
  const outcome = handle(deepseekProfile, { model: 'deepseek-v4-pro', messages });
  const turns = outcome.kind === 'asked' ? outcome.seen.turns : [];
  expect(turns.map(({ thinking }) => thinking)).toEqual(['', '', '', 'Kept.', '', 'Kept too.', '']);
});

test('call ids have DeepSeek’s form', () => {
  const outcome = handle(deepseekProfile, { model: 'deepseek-v4-pro', messages: [{ role: 'user', content: 'Go.' }] });
  const parts = [
    { call: 'search', args: {} },
    { call: 'search', args: {} },
  ];
  const body: unknown =
    outcome.kind === 'asked' ? JSON.parse(String(outcome.answer({ parts, stop: 'calls' }).body)) : undefined;
  expect(body).toMatchObject({
    choices: [
      {
        message: {
          tool_calls: [
            { id: expect.stringMatching(/^call_00_[a-zA-Z0-9]{24}$/) },
            { id: expect.stringMatching(/^call_01_[a-zA-Z0-9]{24}$/) },
          ],
        },
      },
    ],
  });
});
