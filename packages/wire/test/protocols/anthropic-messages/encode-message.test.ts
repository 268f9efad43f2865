import type { JsonObject, MediaBlock } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { encodeMessage } from '../../../src/protocols/anthropic-messages/encode-request/encode-message.ts';
import type { Message, ModelPart } from '../../../src/shape/message.ts';
import type { TraitOverrides } from '../../../src/traits/traits.ts';
import { call, model, result, results, traitsWith, user } from './outgoing.ts';

const png: MediaBlock = { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' };
const pdf: MediaBlock = { type: 'media', mimeType: 'application/pdf', data: 'JVBE', encoding: 'base64' };
const pngBlock = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
const thought = (text: string, value = 'sig', field = 'signature'): ModelPart => ({
  type: 'thinking',
  text,
  seal: { field, value },
});
const say = (text: string): ModelPart => ({ type: 'text', text });
const textBlock = (text: string): JsonObject => ({ type: 'text', text });
const thinkingBlock = (thinking: string, signature = 'sig'): JsonObject => ({ type: 'thinking', thinking, signature });
const use = (id: string): JsonObject => ({ type: 'tool_use', id, name: 'look', input: {} });
const assistant = (...content: readonly JsonObject[]): readonly JsonObject[] => [{ role: 'assistant', content }];
const search = (id: string, field = 'web_search_tool_result', value = '[{"url":"u"}]'): ModelPart => ({
  type: 'provider-tool',
  id,
  name: 'web_search',
  args: { query: 'x' },
  result: { field, value },
});

const table: readonly (readonly [string, Message, readonly JsonObject[], TraitOverrides?])[] = [
  ['a user text', user('Hi'), [{ role: 'user', content: [textBlock('Hi')] }]],
  [
    'DSK-015 calls without thinking get a placeholder where the server demands it',
    model(say('I look'), call('a')),
    assistant(thinkingBlock('(reasoning not recorded)', 'none'), textBlock('I look'), use('a')),
    { thinking: { demanded: 'calls' } },
  ],
  [
    'DSK-015 known thinking stays, and an answer without calls needs none',
    model(thought('hm'), call('a')),
    assistant(thinkingBlock('hm'), use('a')),
    { thinking: { demanded: 'calls' } },
  ],
  ['KIM-021 no calls', model(say('Done')), assistant(textBlock('Done')), { thinking: { demanded: 'calls' } }],
  [
    'ANT-012 results come before text and pictures',
    {
      role: 'user',
      results: [result('a', 'one'), result('b', 'two')],
      parts: [
        { type: 'text', text: 'Go on' },
        { type: 'media', block: png },
      ],
    },
    [
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'one' },
          { type: 'tool_result', tool_use_id: 'b', content: 'two' },
          textBlock('Go on'),
          pngBlock,
        ],
      },
    ],
  ],
  [
    'ANT-032 an error has a text, even where the tool had none',
    results(result('a', ' \n', { isError: true })),
    [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: '(no output)', is_error: true }] }],
  ],
  [
    'ANT-069 pictures stay inside a result',
    results(result('a', 'seen', { media: [{ type: 'media', block: png }] })),
    [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [textBlock('seen'), pngBlock] }] }],
  ],
  [
    'a picture alone is a result, but an error has a text, and nothing else',
    results(
      result('a', '', { media: [{ type: 'media', block: png }] }),
      result('b', '', { media: [{ type: 'media', block: png }], isError: true }),
    ),
    [
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [pngBlock] },
          { type: 'tool_result', tool_use_id: 'b', content: '(no output)', is_error: true },
          pngBlock,
        ],
      },
    ],
  ],
  [
    'media by address, jpg under its real name, a document with its name and note, a picture after its caption',
    {
      role: 'user',
      results: [],
      parts: [
        { type: 'media', block: { ...png, encoding: 'url', data: 'https://x/y.png' } },
        { type: 'media', block: { ...png, mimeType: 'image/jpg' } },
        { type: 'media', block: { ...pdf, filename: 'a.pdf', caption: 'the plan' } },
        { type: 'media', block: { ...png, caption: 'a cat' } },
      ],
    },
    [
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'url', url: 'https://x/y.png' } },
          { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'AAAA' } },
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' },
            title: 'a.pdf',
            context: 'the plan',
          },
          textBlock('a cat'),
          pngBlock,
        ],
      },
    ],
  ],
  [
    'a medium without a block of its own is said in words',
    { role: 'user', results: [], parts: [{ type: 'media', block: { ...png, mimeType: 'audio/wav' } }] },
    [{ role: 'user', content: [textBlock('[audio/wav not shown here]')] }],
  ],
  ['ANT-027 ANT-028 blank texts are left out', model(say(''), say(' \n\t'), say('Hi ')), assistant(textBlock('Hi '))],
  ['ANT-026 a message left empty says so', model(say(' ')), assistant(textBlock('(nothing to show)'))],
  ['ANT-026 also a user message', user('\n'), [{ role: 'user', content: [textBlock('(nothing to show)')] }]],
  [
    'a call with its arguments and nothing else (ANT-033)',
    model({
      type: 'call',
      canonicalId: 'c',
      id: 'toolu_1',
      name: 'look',
      args: { at: 1 },
      seal: { field: 'x', value: 'y' },
    }),
    assistant({ type: 'tool_use', id: 'toolu_1', name: 'look', input: { at: 1 } }),
  ],
  [
    'ANT-043 a message that starts with thinking keeps its order',
    model(thought('1'), say('a'), thought('2', 'data', 'redacted_thinking'), thought('3'), call('x')),
    assistant(
      thinkingBlock('1'),
      textBlock('a'),
      { type: 'redacted_thinking', data: 'data' },
      thinkingBlock('3'),
      use('x'),
    ),
  ],
  [
    'ANT-043 ANT-070 only text behind a call moves, before the first call; thinking between calls stays',
    model(thought('1'), call('x'), say('a'), thought('2'), call('y'), say('b')),
    assistant(thinkingBlock('1'), textBlock('a'), textBlock('b'), use('x'), thinkingBlock('2'), use('y')),
  ],
  [
    'thinking that is not first moves to the front',
    model(say('a'), thought('1'), call('x'), thought('2', 'data', 'redactedData')),
    assistant(thinkingBlock('1'), { type: 'redacted_thinking', data: 'data' }, textBlock('a'), use('x')),
  ],
  [
    'a blank text before thinking does not count',
    model(say(' '), thought('1'), say('a'), thought('2')),
    assistant(thinkingBlock('1'), textBlock('a'), thinkingBlock('2')),
  ],
  [
    'XCT-007 text stays behind calls where the target takes it',
    model(call('x'), say('a')),
    assistant(use('x'), textBlock('a')),
    { callsLast: false },
  ],
  [
    'ANT-041 thinking without a usable seal is left out',
    model(
      { type: 'thinking', text: 'bare' },
      thought('empty', ''),
      thought('foreign', 'v', 'encrypted_content'),
      say('a'),
    ),
    assistant(textBlock('a')),
  ],
  ['thinking whose text was omitted keeps its signature', model(thought('')), assistant(thinkingBlock(''))],
  [
    'no thinking for a target that takes none back',
    model(thought('1'), say('a')),
    assistant(textBlock('a')),
    { thinking: { replay: 'none' } },
  ],
  [
    'ANT-008 a server tool with its result right behind it',
    model(search('srvtoolu_1'), say('a')),
    assistant(
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
      { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [{ url: 'u' }] },
      textBlock('a'),
    ),
  ],
  ...[
    ['ANT-007 another id', search('toolu_1')] as const,
    ['another kind of result', search('srvtoolu_1', 'web_search_call')] as const,
  ].map(
    ([why, part]) =>
      [
        `a server tool with ${why} is told as text`,
        model(part),
        assistant(textBlock('[web_search was run by the model\'s provider with {"query":"x"}]\n[{"url":"u"}]')),
      ] as const,
  ),
  [
    'a server tool whose result is no JSON is told as text',
    model(search('srvtoolu_1', 'web_search_tool_result', 'found it')),
    assistant(textBlock('[web_search was run by the model\'s provider with {"query":"x"}]\nfound it')),
  ],
  [
    'a picture of the model is said in words',
    model({ type: 'media', block: png }),
    assistant(textBlock('[image/png not shown here]')),
  ],
  ['a system message in its place', { role: 'system', text: 'Be brief' }, [{ role: 'system', content: 'Be brief' }]],
  ['a system message that says nothing', { role: 'system', text: ' ' }, []],
];

const rows = table.map(([title, message, expected, traits = {}]) => ({ title, message, expected, traits }));

test.each(rows)('$title', ({ message, expected, traits }) => {
  expect(encodeMessage(message, traitsWith(traits))).toEqual(expected);
});
