/** The model of the interactive tests: what it does is said to it. */
import { type Model, script } from '@interlock/simulators';

const hostile = 'before \u001b]0;owned\u0007\u001b[2J\u001b[31mred\u001b[0m\u009b5A\u202eafter';

export const testModel: Model = script([
  { when: { user: '^instead' }, say: 'So be it: {{user}}.' },
  { when: { of: 'hold' }, say: 'All tools have ended: {{results}}.' },
  { when: { of: 'change' }, say: 'The tool said: {{results}}' },
  { when: { of: 'shout' }, say: 'It shouted.' },
  { when: { of: 'list_files' }, say: 'Listed.' },
  {
    when: { user: '^fan out' },
    say: 'Five at once.',
    call: ['a', 'b', 'c', 'd', 'e'].map((gate) => ({ tool: 'hold', args: { gate } })),
  },
  { when: { user: '^hold' }, call: [{ tool: 'hold', args: { gate: 'a' } }] },
  { when: { user: '^change (one|two)' }, call: [{ tool: 'change', args: { name: 'one' } }] },
  { when: { user: '^hostile tool' }, call: [{ tool: 'shout', args: { text: hostile } }] },
  { when: { user: '^hostile file' }, call: [{ tool: 'list_files', args: {} }] },
  { when: { user: '^hostile' }, say: `${hostile} end` },
  { when: { user: '^think' }, think: 'First I ponder the question.', say: 'Thought about it.' },
  { when: { user: '^code' }, say: 'Look:\n\n```js\nconst x = 1;\n```\n\n- one\n- **two**\n' },
  { when: { user: '^long' }, say: Array.from({ length: 60 }, (_, at) => `Paragraph ${at + 1}.`).join('\n\n') },
  { when: { user: '^lines' }, say: 'I got: {{user}}' },
  { say: 'You said: {{user}}' },
]);
