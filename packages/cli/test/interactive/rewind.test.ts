/** `/rewind` with files: what is shown, what each answer does, and how to undo it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInTools } from '@interlock/runtime';
import { script } from '@interlock/simulators';
import { afterEach, expect, test } from 'vitest';
import { Conversation, type Ui } from '../../src/interactive/conversation.ts';
import { openPrintAgent, type PrintAgent } from '../headless/print-agent.ts';

let opened: PrintAgent | undefined;
let conversation: Conversation | undefined;
afterEach(async () => {
  await conversation?.close();
  await opened?.close();
});

const model = script([
  { when: { of: 'write_file' }, say: 'Written.' },
  { when: { user: '^write' }, call: [{ tool: 'write_file', args: { path: 'a.txt', content: 'new\n' } }] },
]);

test.each<[part: number | undefined, file: string, isCopy: boolean, filled: readonly unknown[]]>([
  [0, 'old\n', true, ['write it']],
  [1, 'new\n', true, ['write it']],
  [2, 'old\n', false, []],
  [undefined, 'new\n', false, []],
])('answer %s', async (part, file, isCopy, filled) => {
  opened = await openPrintAgent(model, { tools: builtInTools(), keepsFiles: true, mode: 'accept-edits' });
  const path = join(opened.workspace, 'a.txt');
  await writeFile(path, 'old\n');
  const lists: (readonly string[])[] = [];
  const put: unknown[] = [];
  const answers = [0, part, 0];
  const ui: Ui = {
    changed: () => {},
    choose: async (title, items) => {
      lists.push([title, ...items.map(({ name }) => name)]);
      return answers.shift();
    },
    fill: (what) => put.push(what),
    exit: () => {},
  };
  const shown = (): readonly string[] =>
    (conversation?.screen.blocks ?? []).flatMap((block) => ('text' in block ? [block.text] : []));
  const until = async (isSo: () => boolean): Promise<void> => {
    for (let left = 300_000; left > 0 && !isSo(); left -= 1) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(isSo(), shown().join('\n')).toBe(true);
  };
  conversation = new Conversation({ ui, now: () => 0 });
  await conversation.open(opened.agent);
  const submit = (text: string): void => conversation?.submit({ text, attachments: [] });
  submit('write it');
  await until(() => shown().includes('Written.') && conversation?.isBusy === false);
  const before = conversation.session?.id;
  submit('/rewind');
  const last = { 0: 'Back to before', 1: 'Back to before', 2: '1 file restored.' }[part ?? 9];
  await until(() => (last === undefined ? lists.length === 2 : shown().some((text) => text.startsWith(last))));
  expect(shown().find((text) => text.startsWith('Changed since then:'))).toBe(
    'Changed since then:\nchanged a.txt\n  --- a.txt\n  +++ a.txt\n  @@ -1,1 +1,1 @@\n  -old\n  +new',
  );
  expect(lists[1]).toEqual([
    'What should be restored?',
    ...['The conversation and the files', 'The conversation only', 'The files only'],
  ]);
  await until(() => put.length === filled.length);
  expect([await readFile(path, 'utf8'), conversation.session?.id !== before, put]).toEqual([file, isCopy, filled]);
  submit('/rewind undo');
  await until(() => shown().some((text) => /^There are no files to put back|^Since files were restored/.test(text)));
  if (file === 'old\n') await until(() => shown().filter((text) => text.startsWith('1 file restored.')).length === 2);
  expect(await readFile(path, 'utf8')).toBe('new\n');
});
