/** The model of the interactive tests: the prompt tells it what to do. */
import { type Model, script } from '@interlock/simulators';

const hostile = 'before \u001b]0;owned\u0007\u001b[2J\u001b[31mred\u001b[0m\u009b5A\u202eafter';

const longText = Array.from({ length: 60 }, (_, at) => `line ${at + 1}\n`).join('');

export const testModel: Model = script([
  { when: { user: '^instead' }, say: 'So be it: {{user}}.' },
  { when: { of: 'hold' }, say: 'All tools have ended: {{results}}.' },
  { when: { of: 'change' }, say: 'The tool said: {{results}}' },
  { when: { of: 'shout' }, say: 'It shouted.' },
  { when: { of: 'list_files' }, say: 'Listed.' },
  { when: { of: 'write_file', failed: true }, say: 'Not written.' },
  { when: { of: 'write_file' }, say: 'Written.' },
  { when: { of: 'edit_file', failed: true }, say: 'Not edited.' },
  { when: { of: 'run_command', failed: true }, say: 'Not run.' },
  { when: { of: 'run_command' }, say: 'It ran.' },
  { when: { user: '^overwrite long' }, call: [{ tool: 'write_file', args: { path: 'notes.txt', content: longText } }] },
  { when: { user: '^overwrite' }, call: [{ tool: 'write_file', args: { path: 'notes.txt', content: 'one\ntwo!\n' } }] },
  {
    when: { user: '^impossible' },
    call: [{ tool: 'edit_file', args: { path: 'notes.txt', old_text: 'absent', new_text: 'x' } }],
  },
  { when: { user: '^deceive' }, call: [{ tool: 'run_command', args: { command: 'p\u0430nic \u202e--now' } }] },
  { when: { user: '^make a folder (.*)' }, call: [{ tool: 'run_command', args: { command: 'mkdir -p made' } }] },
  {
    when: { user: '^fan out' },
    say: 'Five at once.',
    call: ['a', 'b', 'c', 'd', 'e'].map((gate) => ({ tool: 'hold', args: { gate } })),
  },
  { when: { user: '^hold' }, call: [{ tool: 'hold', args: { gate: 'a' } }] },
  { when: { user: '^change (one|two)' }, call: [{ tool: 'change', args: { name: 'one' } }] },
  { when: { user: '^hostile item' }, say: `- ${'word\n'.repeat(16_000)}` },
  { when: { user: '^hostile address' }, say: `words ${'a+a.'.repeat(20_000)}@` },
  { when: { user: '^hostile tool' }, call: [{ tool: 'shout', args: { text: hostile } }] },
  { when: { user: '^hostile file' }, call: [{ tool: 'list_files', args: {} }] },
  { when: { user: '^hostile' }, say: `${hostile} end` },
  { when: { user: '^think' }, think: 'First I ponder the question.', say: 'Thought about it.' },
  { when: { user: '^code' }, say: 'Look:\n\n```js\nconst x = 1;\n```\n\n- one\n- **two**\n' },
  { when: { user: '^long' }, say: Array.from({ length: 60 }, (_, at) => `Paragraph ${at + 1}.`).join('\n\n') },
  { when: { user: '^lines' }, say: 'I got: {{user}}' },
  { say: 'You said: {{user}}' },
]);
