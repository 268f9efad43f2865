/** Losses, replacements and repairs are shown when they happen, in the interactive program and in print mode; `/diagnostics` lists all of them. */

import { script } from '@interlock/simulators';
import type { Content } from '@interlock/transcript';
import { afterEach, describe, expect, test } from 'vitest';
import { runPrint } from '../../src/headless/run-print.ts';
import { Conversation, type Ui } from '../../src/interactive/conversation.ts';
import { openPrintAgent, type PrintAgent } from '../headless/print-agent.ts';
import { createStreams } from '../headless/sink.ts';

let opened: PrintAgent | undefined;
let conversation: Conversation | undefined;
afterEach(async () => {
  await conversation?.close();
  await opened?.close();
  conversation = undefined;
});

const ui: Ui = { changed: () => {}, choose: async () => undefined, fill: () => {}, exit: () => {} };
const shown = (): readonly string[] =>
  (conversation?.screen.blocks ?? []).flatMap((block) =>
    'text' in block ? [block.text.replaceAll(/hist_tool_\w+/g, 'hist_tool_…')] : [],
  );

async function until(isSo: () => boolean): Promise<void> {
  for (let left = 300_000; left > 0 && !isSo(); left -= 1) await new Promise((resolve) => setTimeout(resolve, 2));
  expect(isSo(), shown().join('\n')).toBe(true);
}

const openAgent = async (contents: readonly Content[]): Promise<PrintAgent> => {
  opened = await openPrintAgent(script([{ say: 'Fine.' }]), { tools: [], contents });
  return opened;
};

async function talk(contents: readonly Content[]): Promise<Conversation> {
  conversation = new Conversation({ ui, now: () => 0 });
  await conversation.open((await openAgent(contents)).agent);
  conversation.submit({ text: 'Go on.', attachments: [] });
  await until(() => shown().includes('Fine.'));
  await until(() => conversation?.isBusy === false);
  return conversation;
}

const question: Content = { speaker: 'human', blocks: [{ type: 'text', text: 'q' }] };
const orphaned: readonly Content[] = [
  question,
  { speaker: 'ai', blocks: [{ type: 'text', text: 'a' }] },
  { speaker: 'tool', blocks: [{ type: 'tool_response', callId: 'gone', toolName: 'read', result: 'port 80' }] },
];
const recorded: readonly Content[] = [
  {
    speaker: 'human',
    blocks: [
      { type: 'text', text: 'What is said here?' },
      { type: 'media', mimeType: 'audio/mpeg', data: 'SUQzBAAAAAAA', encoding: 'base64' },
    ],
  },
];
const unanswered: readonly Content[] = [
  question,
  {
    speaker: 'ai',
    blocks: [
      { type: 'tool_call', id: 'call_1', name: 'read', parameters: {} },
      { type: 'tool_call', id: 'call_2', name: 'read', parameters: {} },
    ],
  },
];

const ended: readonly Content[] = [
  ...unanswered,
  {
    speaker: 'tool',
    blocks: [
      { type: 'tool_response', callId: 'call_1', toolName: 'read', synthetic: 'denied' },
      { type: 'tool_response', callId: 'call_2', toolName: 'read', synthetic: 'interrupted' },
    ],
  },
];

describe.each<[what: string, contents: readonly Content[], message: string]>([
  [
    'a result without a recorded call',
    orphaned,
    'The tool result hist_tool_… belongs to no call of this conversation. The model sees it as a note.',
  ],
  [
    'a file that the model does not accept',
    recorded,
    'anthropic/claude-opus-4-8 cannot read 1 file of this conversation (audio/mpeg). Each is replaced by a note.',
  ],
])('REQ-915-039: %s', (_, contents, message) => {
  test('the screen reports it once', async () => {
    await talk(contents);
    conversation?.submit({ text: 'And on.', attachments: [] });
    await until(() => shown().filter((text) => text === 'Fine.').length === 2);
    expect(shown().filter((text) => text === message)).toEqual([message]);
  });

  test('print mode reports it on standard error, also with --quiet', async () => {
    const { agent } = await openAgent(contents);
    const streams = createStreams();
    await runPrint(agent, { prompt: 'Go on.', format: 'text', quiet: true }, streams.io);
    expect(streams.stderr.text().replaceAll(/hist_tool_\w+/g, 'hist_tool_…')).toContain(message);
  });
});

describe('REQ-915-039: /diagnostics', () => {
  const ask = async (contents: readonly Content[]): Promise<string | undefined> => {
    await talk(contents);
    const before = shown().length;
    conversation?.submit({ text: '/diagnostics', attachments: [] });
    await until(() => shown().length > before);
    return shown().at(-1);
  };

  test('before any request', async () => {
    conversation = new Conversation({ ui, now: () => 0 });
    await conversation.open((await openAgent([])).agent);
    conversation.submit({ text: '/diagnostics', attachments: [] });
    await until(() => shown().includes('No request has been made yet.'));
  });

  test.each<[what: string, contents: readonly Content[], text: string]>([
    [
      'nothing to repair',
      [question],
      'The last request went to anthropic/claude-opus-4-8 (anthropic-messages).\nNothing had to be repaired.',
    ],
    [
      'a result without a call',
      orphaned,
      [
        'The last request went to anthropic/claude-opus-4-8 (anthropic-messages).',
        'Repaired for anthropic/claude-opus-4-8:',
        '- The result answers no call of this history; it is noted. (hist_tool_…)',
      ].join('\n'),
    ],
    [
      'calls without results',
      unanswered,
      [
        'The last request went to anthropic/claude-opus-4-8 (anthropic-messages).',
        'Tool call ids: 2, in the anthropic format.',
        'Repaired for anthropic/claude-opus-4-8:',
        '- 2 × The call has no result; one has to be generated ("lost"). (hist_tool_…, hist_tool_…)',
      ].join('\n'),
    ],
    [
      'calls that were denied or stopped: told as what they are, not as damage',
      ended,
      [
        'The last request went to anthropic/claude-opus-4-8 (anthropic-messages).',
        'Tool call ids: 2, in the anthropic format.',
        'Nothing had to be repaired.',
        'Nothing is wrong with this; told to anthropic/claude-opus-4-8:',
        '- You denied this call. The model is told so. (hist_tool_…)',
        '- The call was stopped while it ran. The model is told that it may have taken effect. (hist_tool_…)',
      ].join('\n'),
    ],
    [
      'a file that was not sent',
      recorded,
      [
        'The last request went to anthropic/claude-opus-4-8 (anthropic-messages).',
        'Files that this model cannot read: 1 (audio/mpeg).',
        'Nothing had to be repaired.',
      ].join('\n'),
    ],
  ])('%s', async (_, contents, text) => {
    expect(await ask(contents)).toBe(text);
  });
});
