import type { JsonObject } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { encodeMessage } from '../../../src/protocols/openai-responses/encode-request/encode-message.ts';
import { rules } from '../../../src/protocols/openai-responses/rules/index.ts';
import { traits } from '../../../src/protocols/openai-responses/traits.ts';
import { findViolations } from '../../../src/rules/rule.ts';
import type { CallPart, Message, ModelPart, TextPart, ThinkingPart } from '../../../src/shape/message.ts';

const thinking = (item: string, value = 'gAAA'): ThinkingPart => ({
  type: 'thinking',
  text: 'Hm.',
  seal: { field: 'encrypted_content', value, item },
});

const text = (said: string, item?: string, phase = ''): TextPart => ({
  type: 'text',
  text: said,
  ...(item === undefined ? {} : { seal: { field: 'message', value: phase, item } }),
});

const call = (id: string, item?: string): CallPart => ({
  type: 'call',
  canonicalId: `hist_tool_${id}`,
  id: `call_${id}`,
  name: 'read',
  args: { path: 'a.ts' },
  ...(item === undefined ? {} : { seal: { field: 'function_call', value: '', item } }),
});

const reasoningItem = (id: string): JsonObject => ({ type: 'reasoning', summary: [], encrypted_content: 'gAAA', id });
const messageItem = (said: string, more: JsonObject = {}): JsonObject => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: said, annotations: [] }],
  ...more,
});
const callItem = (id: string, more: JsonObject = {}): JsonObject => ({
  type: 'function_call',
  call_id: `call_${id}`,
  name: 'read',
  arguments: '{"path":"a.ts"}',
  ...more,
});

interface Case {
  readonly title: string;
  readonly parts: readonly ModelPart[];
  readonly items: readonly JsonObject[];
}

const modelCases: readonly Case[] = [
  {
    title: 'OAR-023 text is output_text, without an id',
    parts: [text('Hi.', 'msg_1')],
    items: [messageItem('Hi.')],
  },
  {
    title: 'OAR-015 reasoning goes back sealed and without its text, with the item it led to, both with ids',
    parts: [thinking('rs_1'), text('Hi.', 'msg_1')],
    items: [reasoningItem('rs_1'), messageItem('Hi.', { id: 'msg_1' })],
  },
  {
    title: 'OAR-009 of two calls after reasoning only the first needs its id',
    parts: [thinking('rs_1'), call('a', 'fc_1'), call('b', 'fc_2')],
    items: [reasoningItem('rs_1'), callItem('a', { id: 'fc_1' }), callItem('b')],
  },
  {
    title: 'OAR-008 keeps the model’s order: reasoning, call, reasoning, message',
    parts: [thinking('rs_1'), call('a', 'fc_1'), thinking('rs_2'), text('Hi.', 'msg_2')],
    items: [
      reasoningItem('rs_1'),
      callItem('a', { id: 'fc_1' }),
      reasoningItem('rs_2'),
      messageItem('Hi.', { id: 'msg_2' }),
    ],
  },
  {
    title: 'OAR-008 several reasoning items in a row go back together',
    parts: [thinking('rs_1'), thinking('rs_2'), call('a', 'fc_1')],
    items: [reasoningItem('rs_1'), reasoningItem('rs_2'), callItem('a', { id: 'fc_1' })],
  },
  {
    title: 'OAR-008 drops reasoning that led to nothing',
    parts: [text('Hi.', 'msg_1'), thinking('rs_1')],
    items: [messageItem('Hi.')],
  },
  {
    title: 'OAR-008 adds a placeholder if nothing else is left',
    parts: [thinking('rs_1')],
    items: [messageItem('(nothing to show)')],
  },
  {
    title: 'OAR-030 sends reasoning without its id if what follows has none, because nothing is stored',
    parts: [thinking('rs_1'), text('Hi.')],
    items: [{ type: 'reasoning', summary: [], encrypted_content: 'gAAA' }, messageItem('Hi.')],
  },
  {
    title: 'OAR-030 reasoning without an id goes back without one, like the item after it (OAR-009)',
    parts: [
      { type: 'thinking', text: '', seal: { field: 'encrypted_content', value: 'gAAA' } },
      call('a', 'fc_1'),
      call('b', 'fc_2'),
    ],
    items: [{ type: 'reasoning', summary: [], encrypted_content: 'gAAA' }, callItem('a'), callItem('b')],
  },
  {
    title: 'OAR-010 drops reasoning without encrypted content, and the id after it (OAR-009)',
    parts: [thinking('rs_1', ''), call('a', 'fc_1')],
    items: [callItem('a')],
  },
  {
    title: 'OAR-010 one without encrypted content drops the whole row',
    parts: [thinking('rs_1', ''), thinking('rs_2'), call('a', 'fc_1')],
    items: [callItem('a')],
  },
  {
    title: 'OAR-005 OAR-028 drops ids of another shape',
    parts: [thinking('reasoning|blob'), call('a', 'fc_1'), thinking('rs_1'), call('b', 'call_b')],
    items: [callItem('a'), { type: 'reasoning', summary: [], encrypted_content: 'gAAA' }, callItem('b')],
  },
  {
    title: 'OAR-006 does not use an id twice',
    parts: [thinking('rs_1'), text('a', 'msg_1'), thinking('rs_1'), text('b', 'msg_2')],
    items: [reasoningItem('rs_1'), messageItem('a', { id: 'msg_1' }), messageItem('b')],
  },
  {
    title: 'texts of one item go back as one item',
    parts: [thinking('rs_1'), text('a', 'msg_1'), text('b', 'msg_1'), text('c', 'msg_2')],
    items: [
      reasoningItem('rs_1'),
      {
        type: 'message',
        role: 'assistant',
        content: [
          { type: 'output_text', text: 'a', annotations: [] },
          { type: 'output_text', text: 'b', annotations: [] },
        ],
        id: 'msg_1',
      },
      messageItem('c'),
    ],
  },
  {
    title: 'OAR-024 sends the phase of a message back, with or without the id',
    parts: [text('Let me look.', 'msg_1', 'commentary'), thinking('rs_1'), text('Done.', 'msg_2', 'final_answer')],
    items: [
      messageItem('Let me look.', { phase: 'commentary' }),
      reasoningItem('rs_1'),
      messageItem('Done.', { phase: 'final_answer', id: 'msg_2' }),
    ],
  },
  {
    title: 'sends back what the provider ran, with its id only after its reasoning',
    parts: [
      {
        type: 'provider-tool',
        id: 'ws_1',
        name: 'web_search',
        args: {},
        result: {
          field: 'web_search_call',
          value: '{"type":"web_search_call","id":"ws_1","status":"completed","action":{"type":"search","query":"x"}}',
          item: 'ws_1',
        },
      },
    ],
    items: [{ type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'x' } }],
  },
  {
    title: 'describes what another provider ran',
    parts: [
      {
        type: 'provider-tool',
        id: 'srvtoolu_1',
        name: 'web_search',
        args: { query: 'x' },
        result: { field: 'web_search_tool_result', value: '[]' },
      },
    ],
    items: [messageItem('[web_search was run by the model\'s provider with {"query":"x"}]\n[]')],
  },
  {
    title: 'describes a picture from the model',
    parts: [{ type: 'media', block: { type: 'media', mimeType: 'image/png', data: 'aGk=', encoding: 'base64' } }],
    items: [messageItem('[image/png not shown here]')],
  },
];

test.each(modelCases)('$title', ({ parts, items }) => {
  expect(encodeMessage({ role: 'model', parts }, traits)).toEqual(items);
});

test.each(modelCases)('no reasoning rule is broken: $title', ({ parts }) => {
  const list = encodeMessage({ role: 'model', parts }, traits);
  const own = rules.filter(({ id }) => ['OAR-005', 'OAR-006', 'OAR-008', 'OAR-010', 'OAR-015', 'OAR-030'].includes(id));
  expect(findViolations(own, { body: { input: list, store: false }, list, traits, from: 0 })).toEqual([]);
});

const result = { type: 'result', canonicalId: 'hist_tool_a', id: 'call_a', name: 'read', isError: false } as const;
const picture = { type: 'media', mimeType: 'image/png', data: 'aGk=', encoding: 'base64' } as const;
const pdf = { type: 'media', mimeType: 'application/pdf', data: 'aGk=', encoding: 'base64' } as const;

const otherCases: readonly { title: string; message: Message; items: readonly JsonObject[] }[] = [
  {
    title: 'OAR-019 results are text, before the user’s text',
    message: {
      role: 'user',
      results: [{ ...result, value: 'x', text: 'x', media: [] }],
      parts: [{ type: 'text', text: 'Go on.' }],
    },
    items: [
      { type: 'function_call_output', call_id: 'call_a', output: 'x' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go on.' }] },
    ],
  },
  {
    title: 'OAR-019 a result with media is a list',
    message: {
      role: 'user',
      results: [
        {
          ...result,
          value: 'x',
          text: 'x',
          media: [
            { type: 'media', block: picture },
            { type: 'media', block: pdf },
          ],
        },
      ],
      parts: [],
    },
    items: [
      {
        type: 'function_call_output',
        call_id: 'call_a',
        output: [
          { type: 'input_text', text: 'x' },
          { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'auto' },
          { type: 'input_file', filename: 'document.pdf', file_data: 'data:application/pdf;base64,aGk=' },
        ],
      },
    ],
  },
  {
    title: 'user media by URL',
    message: {
      role: 'user',
      results: [],
      parts: [
        { type: 'media', block: { ...picture, data: 'https://a.b/c.png', encoding: 'url' } },
        { type: 'media', block: { ...pdf, data: 'https://a.b/c.pdf', encoding: 'url', filename: 'c.pdf' } },
        { type: 'media', block: { ...pdf, filename: 'd.pdf' } },
        { type: 'media', block: { type: 'media', mimeType: 'text/plain', data: 'abc', encoding: 'text' } },
      ],
    },
    items: [
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_image', image_url: 'https://a.b/c.png', detail: 'auto' },
          { type: 'input_file', file_url: 'https://a.b/c.pdf' },
          { type: 'input_file', filename: 'd.pdf', file_data: 'data:application/pdf;base64,aGk=' },
          { type: 'input_text', text: 'abc' },
        ],
      },
    ],
  },
  {
    title: 'a system message stays in place',
    message: { role: 'system', text: 'Be brief.' },
    items: [{ type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Be brief.' }] }],
  },
];

test.each(otherCases)('$title', ({ message, items }) => {
  expect(encodeMessage(message, traits)).toEqual(items);
});

test.each([
  { systemRole: 'system', text: 'Be brief.', role: 'system' },
  { systemRole: 'user', text: '<system-reminder>\nBe brief.\n</system-reminder>', role: 'user' },
] as const)('a system message as $systemRole', ({ systemRole, text: said, role }) => {
  expect(encodeMessage({ role: 'system', text: 'Be brief.' }, { ...traits, systemRole })).toEqual([
    { type: 'message', role, content: [{ type: 'input_text', text: said }] },
  ]);
});
