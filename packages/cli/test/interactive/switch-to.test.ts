/** `/model <name>`: when a name is enough, and when there is something to choose. */

import { script } from '@interlock/simulators';
import { afterEach, expect, test } from 'vitest';
import type { Choice } from '../../src/agent/agent.ts';
import { Conversation, type Ui } from '../../src/interactive/conversation.ts';
import { openPrintAgent, type PrintAgent } from '../headless/print-agent.ts';

let opened: PrintAgent | undefined;
let conversation: Conversation | undefined;
afterEach(async () => {
  await conversation?.close();
  await opened?.close();
});

const model = (name: string, usable: boolean): Choice => {
  const [provider = '', ...rest] = name.split('/');
  const to = { provider, model: rest.join('/'), endpoint: 'http://127.0.0.1:9/v1', credentials: [{ key: 'k' }] };
  return { name, kind: 'model', note: usable ? '' : 'no key', usable, to };
};
const choices = [
  ...[model('openai/gpt-5.6-terra', true), model('openai/gpt-5.6-terra-mini', true)],
  ...[model('azure/gpt-5.6-terra', false), model('openrouter/openai/gpt-5.6-terra', false)],
  ...[model('mistral/large', true), model('groq/large', true), model('google/gemini', true)],
];

test.each<[argument: string, chosen: string | undefined, offered: readonly string[]]>([
  ['gpt-5.6-terra', 'openai/gpt-5.6-terra', []],
  ['azure/gpt-5.6-terra', undefined, []],
  ['gemini', 'google/gemini', []],
  ['large', undefined, ['mistral/large', 'groq/large']],
  ['terra', undefined, choices.slice(0, 4).map(({ name }) => name)],
])('/model %s', async (argument, chosen, offered) => {
  opened = await openPrintAgent(script([{ say: 'Fine.' }]), { tools: [] });
  const lists: (readonly string[])[] = [];
  const ui: Ui = {
    changed: () => {},
    choose: async (_, items) => void lists.push(items.map(({ name }) => name)) as undefined,
    fill: () => {},
    exit: () => {},
  };
  conversation = new Conversation({ ui, now: () => 0 });
  await conversation.open({ ...opened.agent, choices });
  const before = conversation.session?.state.targets;
  conversation.submit({ text: `/model ${argument}`, attachments: [] });
  const isDone = (): boolean =>
    lists.length > 0 ||
    (conversation?.screen.blocks.length ?? 0) > 1 ||
    conversation?.session?.state.targets !== before;
  while (!isDone() || conversation.screen.blocks.length + lists.length < 2)
    await new Promise((resolve) => setTimeout(resolve, 2));
  expect([conversation.session?.state.targets, lists.flat()]).toEqual([
    chosen === undefined ? before : [chosen],
    offered,
  ]);
});
