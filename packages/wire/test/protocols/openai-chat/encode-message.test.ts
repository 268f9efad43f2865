import type { JsonObject, MediaBlock } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { encodeMessage } from '../../../src/protocols/openai-chat/encode-request/encode-message.ts';
import type { Message, ModelPart } from '../../../src/shape/message.ts';
import type { TraitOverrides } from '../../../src/traits/traits.ts';
import { call, model, result, results, say, traitsWith, user } from './outgoing.ts';

const png: MediaBlock = { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' };
const media = (block: Partial<MediaBlock> = {}) => ({ type: 'media', block: { ...png, ...block } }) as const;
const think = (text: string, seal?: { field: string; value: string }): ModelPart => ({
  type: 'thinking',
  text,
  ...(seal === undefined ? {} : { seal }),
});
const wireCall = (id: string, args: JsonObject | string = '{}') => ({
  id,
  type: 'function',
  function: { name: 'look', arguments: args },
});
const eyes: TraitOverrides = { media: { user: ['image', 'pdf', 'audio', 'video'], urls: true } };
const details = '[{"type":"reasoning.text","text":"hm","signature":"s"},{"type":"reasoning.encrypted","data":"x"}]';

interface Row {
  readonly title: string;
  readonly message: Message;
  readonly traits?: TraitOverrides;
  readonly becomes: readonly JsonObject[];
}

function check(rows: readonly Row[]): void {
  test.each(rows)('$title', ({ message, traits, becomes }) => {
    expect(encodeMessage(message, traitsWith(traits))).toEqual(becomes);
  });
}

describe('a user message', () => {
  check([
    { title: 'is one text', message: user('Hi'), becomes: [{ role: 'user', content: 'Hi' }] },
    {
      title: 'with several texts is still one text',
      message: user('Hi', 'there'),
      becomes: [{ role: 'user', content: 'Hi\n\nthere' }],
    },
    {
      title: 'is a list of parts if media are supported, even without any',
      message: user('Hi', 'there'),
      traits: eyes,
      becomes: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hi' },
            { type: 'text', text: 'there' },
          ],
        },
      ],
    },
    {
      title: 'KIM-013 drops empty texts, but is never empty itself',
      message: user('', 'Hi', ''),
      becomes: [{ role: 'user', content: 'Hi' }],
    },
    {
      title: 'KIM-013 gets a placeholder if it is empty',
      message: user(''),
      becomes: [{ role: 'user', content: '(nothing to show)' }],
    },
    {
      title: 'OAC-013 carries media in Chat’s own parts',
      message: user(
        media(),
        media({ encoding: 'url', data: 'https://example.com/a.png' }),
        media({ mimeType: 'application/pdf', filename: 'a.pdf' }),
        media({ mimeType: 'application/pdf' }),
        media({ mimeType: 'audio/mpeg' }),
        media({ mimeType: 'audio/x-wav' }),
        media({ mimeType: 'audio/wave' }),
        media({ mimeType: 'video/mp4' }),
        media({ mimeType: 'text/plain', encoding: 'text', data: 'words', filename: 'a.txt' }),
        media({ mimeType: 'font/woff', caption: 'letters' }),
        media({ caption: 'A cat' }),
      ),
      traits: eyes,
      becomes: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
            { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
            { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
            { type: 'file', file: { filename: 'document.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
            { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
            { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
            { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
            { type: 'video_url', video_url: { url: 'data:video/mp4;base64,AAAA' } },
            { type: 'text', text: '[File a.txt]\nwords' },
            { type: 'text', text: '[font/woff not shown here: letters]' },
            { type: 'text', text: 'A cat' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          ],
        },
      ],
    },
  ]);
});

describe('results', () => {
  check([
    {
      title: 'OAC-001 OAC-025 are tool messages without a name, before the user’s text',
      message: results([result('c1', 'one'), result('c2', 'two')], say('Go on')),
      becomes: [
        { role: 'tool', tool_call_id: 'c1', content: 'one' },
        { role: 'tool', tool_call_id: 'c2', content: 'two' },
        { role: 'user', content: 'Go on' },
      ],
    },
    {
      title: 'OAC-024 need no user message',
      message: results([result('c1')]),
      becomes: [{ role: 'tool', tool_call_id: 'c1', content: 'done' }],
    },
    {
      title: 'MIS-008 are followed by a bridge if a user message may not follow them',
      message: results([result('c1')], say('Go on')),
      traits: { bridgeAfterResults: true },
      becomes: [
        { role: 'tool', tool_call_id: 'c1', content: 'done' },
        { role: 'assistant', content: 'Understood.' },
        { role: 'user', content: 'Go on' },
      ],
    },
    {
      title: 'MIS-008 need no bridge if nothing follows',
      message: results([result('c1')]),
      traits: { bridgeAfterResults: true },
      becomes: [{ role: 'tool', tool_call_id: 'c1', content: 'done' }],
    },
    {
      title: 'MIS-020 contain media if the target accepts them there',
      message: results([result('c1', 'seen', [media()])]),
      traits: { media: { results: ['image'] } },
      becomes: [
        {
          role: 'tool',
          tool_call_id: 'c1',
          content: [
            { type: 'text', text: 'seen' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          ],
        },
      ],
    },
  ]);
});

describe('a system message', () => {
  const system: Message = { role: 'system', text: 'Be brief' };
  check([
    { title: 'has the role', message: system, becomes: [{ role: 'system', content: 'Be brief' }] },
    {
      title: 'OAC-016 has the role the model knows',
      message: system,
      traits: { systemRole: 'developer' },
      becomes: [{ role: 'developer', content: 'Be brief' }],
    },
    {
      title: 'OAC-016 is marked user text if there is no such role',
      message: system,
      traits: { systemRole: 'user' },
      becomes: [{ role: 'user', content: '<system-reminder>\nBe brief\n</system-reminder>' }],
    },
    {
      title: 'OAC-016 is a part if user content is parts',
      message: system,
      traits: { ...eyes, systemRole: 'user' },
      becomes: [{ role: 'user', content: [{ type: 'text', text: '<system-reminder>\nBe brief\n</system-reminder>' }] }],
    },
  ]);
});

describe('a model message', () => {
  check([
    {
      title: 'is one text',
      message: model(say('Hi'), say(''), say('there')),
      becomes: [{ role: 'assistant', content: 'Hi\n\nthere' }],
    },
    {
      title: 'OAC-008 has calls beside its text, and no empty list of them',
      message: model(say('Looking'), call('c1', 'look', { at: 'ä' }), call('c2')),
      becomes: [{ role: 'assistant', content: 'Looking', tool_calls: [wireCall('c1', '{"at":"ä"}'), wireCall('c2')] }],
    },
    {
      title: 'XAI-001 OAC-009 MIS-014 has an empty text if it only calls',
      message: model(call('c1')),
      becomes: [{ role: 'assistant', content: '', tool_calls: [wireCall('c1')] }],
    },
    {
      title: 'MIS-014 has its text in a separate message',
      message: model(say('Looking'), call('c1')),
      traits: { textBesideCalls: false },
      becomes: [
        { role: 'assistant', content: 'Looking' },
        { role: 'assistant', content: '', tool_calls: [wireCall('c1')] },
      ],
    },
    {
      title: 'OAC-011 has arguments as objects if the target requires it, and no id if the target has none',
      message: model(call('', 'look', { at: 1 })),
      traits: { toolArguments: 'object', toolIds: 'none' },
      becomes: [
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ type: 'function', function: { name: 'look', arguments: { at: 1 } } }],
        },
      ],
    },
    {
      title: 'GRQ-001 MIS-017 omits its thinking',
      message: model(think('hm'), say('Hi')),
      becomes: [{ role: 'assistant', content: 'Hi' }],
    },
    {
      title: 'OAC-010 MIS-013 KIM-013 with only thinking gets a placeholder',
      message: model(think('hm')),
      becomes: [{ role: 'assistant', content: '(nothing to show)' }],
    },
    {
      title: 'OAC-012 describes its media and what a provider ran',
      message: model(media(), {
        type: 'provider-tool',
        id: 's1',
        name: 'web_search',
        args: { q: 'x' },
        result: { field: 'web_search_tool_result', value: '[]' },
      }),
      becomes: [
        {
          role: 'assistant',
          content: `[image/png not shown here]\n\n[web_search was run by the model's provider with {"q":"x"}]\n[]`,
        },
      ],
    },
  ]);
});

describe('thinking that goes back', () => {
  const calling = model(think('one'), think('two'), say('Looking'), call('c1'));
  const content: TraitOverrides = { thinking: { replay: 'reasoning_content' } };
  check([
    {
      title: 'KIM-006 DSK-001 in reasoning_content',
      message: calling,
      traits: content,
      becomes: [
        {
          role: 'assistant',
          reasoning_content: 'one\n\ntwo',
          content: 'Looking',
          tool_calls: [wireCall('c1')],
        },
      ],
    },
    {
      title: 'VLL-005 in reasoning',
      message: model(think('', { field: 'reasoning', value: 'one' }), say('Hi')),
      traits: { thinking: { replay: 'reasoning' } },
      becomes: [{ role: 'assistant', reasoning: 'one', content: 'Hi' }],
    },
    {
      title: 'DSK-003 omitted if unknown and not required',
      message: model(call('c1')),
      traits: content,
      becomes: [{ role: 'assistant', content: '', tool_calls: [wireCall('c1')] }],
    },
    {
      title: 'KIM-006 as a placeholder if calls require it and it is unknown',
      message: model(call('c1')),
      traits: { thinking: { ...content.thinking, demanded: 'calls' } },
      becomes: [
        {
          role: 'assistant',
          reasoning_content: '(reasoning not recorded)',
          content: '',
          tool_calls: [wireCall('c1')],
        },
      ],
    },
    {
      title: 'KIM-006 not on messages without calls',
      message: model(say('Hi')),
      traits: { thinking: { ...content.thinking, demanded: 'calls' } },
      becomes: [{ role: 'assistant', content: 'Hi' }],
    },
    {
      title: 'KIM-007 on every message if it is always required',
      message: model(say('Hi')),
      traits: { thinking: { ...content.thinking, demanded: 'always' } },
      becomes: [{ role: 'assistant', reasoning_content: '(reasoning not recorded)', content: 'Hi' }],
    },
    {
      title: 'KIM-007 on both messages if text and calls are separate',
      message: calling,
      traits: { textBesideCalls: false, thinking: { ...content.thinking, demanded: 'always' } },
      becomes: [
        { role: 'assistant', reasoning_content: 'one\n\ntwo', content: 'Looking' },
        { role: 'assistant', reasoning_content: 'one\n\ntwo', content: '', tool_calls: [wireCall('c1')] },
      ],
    },
    {
      title: 'KIM-013 beside a placeholder text',
      message: model(think('hm')),
      traits: content,
      becomes: [{ role: 'assistant', reasoning_content: 'hm', content: '(nothing to show)' }],
    },
    {
      title: 'ORT-003 as the details arrived',
      message: model(
        think('hm', { field: 'reasoning_details', value: details }),
        think('', { field: 'reasoning_details', value: '[{"type":"reasoning.encrypted","data":"y"}]' }),
        call('c1'),
      ),
      traits: { thinking: { replay: 'reasoning_details' } },
      becomes: [
        {
          role: 'assistant',
          reasoning_details: [
            { type: 'reasoning.text', text: 'hm', signature: 's' },
            { type: 'reasoning.encrypted', data: 'x' },
            { type: 'reasoning.encrypted', data: 'y' },
          ],
          content: '',
          tool_calls: [wireCall('c1')],
        },
      ],
    },
    {
      title: 'ORT-003 omitted without details, and for a token that is not a list',
      message: model(think('hm'), think('hm', { field: 'reasoning_details', value: '{' }), say('Hi')),
      traits: { thinking: { replay: 'reasoning_details' } },
      becomes: [{ role: 'assistant', content: 'Hi' }],
    },
    {
      title: 'MIS-017 MIS-019 as chunks in the content, in place',
      message: model(
        think('one', { field: 'signature', value: 'sig' }),
        say('Looking'),
        think('two'),
        think(''),
        call('c1'),
      ),
      traits: { thinking: { replay: 'chunks' } },
      becomes: [
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: [{ type: 'text', text: 'one' }], signature: 'sig' },
            { type: 'text', text: 'Looking' },
            { type: 'thinking', thinking: [{ type: 'text', text: 'two' }] },
          ],
          tool_calls: [wireCall('c1')],
        },
      ],
    },
    {
      title: 'MIS-013 as chunks, unless there is nothing at all',
      message: model(call('c1')),
      traits: { thinking: { replay: 'chunks' } },
      becomes: [{ role: 'assistant', content: '', tool_calls: [wireCall('c1')] }],
    },
  ]);
});
