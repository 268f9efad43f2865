/** Messages as complete contents. */
import { describe, expect, test } from 'vitest';
import { gemini } from '../../../src/protocols/gemini/index.ts';
import type { SealToken } from '../../../src/reply/events.ts';
import type { CallPart, Message, ResultPart } from '../../../src/shape/message.ts';
import { overlayTraits, type TraitOverrides } from '../../../src/traits/traits.ts';

const signature: SealToken = { field: 'thoughtSignature', value: 'c2lnbmF0dXJl' };
const sentinel = 'skip_thought_signature_validator';

const call = (name: string, more: Partial<CallPart> = {}): CallPart => ({
  type: 'call',
  canonicalId: `hist_tool_${name}`,
  id: '',
  name,
  args: { path: 'a.txt' },
  ...more,
});

const result = (name: string, more: Partial<ResultPart> = {}): ResultPart => ({
  type: 'result',
  canonicalId: `hist_tool_${name}`,
  id: '',
  name,
  value: 'done',
  text: 'done',
  isError: false,
  media: [],
  ...more,
});

const image = { type: 'media', mimeType: 'image/png', data: 'iVBORw0KGgo=', encoding: 'base64' } as const;

interface Row {
  readonly title: string;
  readonly message: Message;
  readonly traits?: TraitOverrides;
  readonly contents: readonly object[];
}

const rows: readonly Row[] = [
  {
    title: 'text and media of the user are parts of one content',
    message: {
      role: 'user',
      results: [],
      parts: [
        { type: 'text', text: 'What is this?' },
        { type: 'media', block: image },
        { type: 'media', block: { type: 'media', mimeType: 'video/mp4', data: 'gs://b/v.mp4', encoding: 'url' } },
        {
          type: 'media',
          block: { type: 'media', mimeType: 'text/csv', data: 'a,b', encoding: 'text', filename: 't.csv' },
        },
      ],
    },
    contents: [
      {
        role: 'user',
        parts: [
          { text: 'What is this?' },
          { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
          { fileData: { mimeType: 'video/mp4', fileUri: 'gs://b/v.mp4' } },
          { text: '[File t.csv]\na,b' },
        ],
      },
    ],
  },
  {
    title: 'GEM-001 GEM-005 GEM-018 all results in one content, the user’s text in the next',
    message: {
      role: 'user',
      results: [
        result('read'),
        result('list', { value: { files: ['a'] }, text: '{"files":["a"]}' }),
        result('run', { value: 'exit 1', text: 'exit 1', isError: true }),
      ],
      parts: [{ type: 'text', text: 'Go on.' }],
    },
    contents: [
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'read', response: { output: 'done' } } },
          { functionResponse: { name: 'list', response: { output: { files: ['a'] } } } },
          { functionResponse: { name: 'run', response: { error: 'exit 1' } } },
        ],
      },
      { role: 'user', parts: [{ text: 'Go on.' }] },
    ],
  },
  {
    title: 'GEM-030 media of a result are inside it',
    message: {
      role: 'user',
      results: [result('shot', { media: [{ type: 'media', block: image }] })],
      parts: [],
    },
    contents: [
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              name: 'shot',
              response: { output: 'done' },
              parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }],
            },
          },
        ],
      },
    ],
  },
  {
    title: 'GEM-016 writes ids if the target has them',
    message: { role: 'user', results: [result('read', { id: 'toolu_1' })], parts: [] },
    contents: [
      { role: 'user', parts: [{ functionResponse: { id: 'toolu_1', name: 'read', response: { output: 'done' } } }] },
    ],
  },
  {
    title: 'GEM-010 GEM-011 only the first call gets the sentinel if it has no signature',
    message: {
      role: 'model',
      parts: [{ type: 'text', text: 'Let me look.' }, call('read'), call('list', { id: 'toolu_2' })],
    },
    contents: [
      {
        role: 'model',
        parts: [
          { text: 'Let me look.' },
          { functionCall: { name: 'read', args: { path: 'a.txt' } }, thoughtSignature: sentinel },
          { functionCall: { id: 'toolu_2', name: 'list', args: { path: 'a.txt' } } },
        ],
      },
    ],
  },
  {
    title: 'GEM-013 signatures stay on their parts; an empty text is kept for its signature',
    message: {
      role: 'model',
      parts: [
        { type: 'thinking', text: 'Hm.', seal: signature },
        { type: 'thinking', text: 'Unsigned.' },
        { type: 'text', text: 'I look.', seal: { ...signature, value: 'dGV4dA==' } },
        { type: 'text', text: '', seal: { ...signature, value: 'ZW1wdHk=' } },
        call('read', { seal: { ...signature, value: 'Y2FsbA==' } }),
        call('list'),
      ],
    },
    contents: [
      {
        role: 'model',
        parts: [
          { text: 'Hm.', thought: true, thoughtSignature: 'c2lnbmF0dXJl' },
          { text: 'I look.', thoughtSignature: 'dGV4dA==' },
          { text: '', thoughtSignature: 'ZW1wdHk=' },
          { functionCall: { name: 'read', args: { path: 'a.txt' } }, thoughtSignature: 'Y2FsbA==' },
          { functionCall: { name: 'list', args: { path: 'a.txt' } } },
        ],
      },
    ],
  },
  {
    title: 'GEM-010 a signature on a later call does not count for the first',
    message: { role: 'model', parts: [call('read'), call('list', { seal: signature })] },
    contents: [
      {
        role: 'model',
        parts: [
          { functionCall: { name: 'read', args: { path: 'a.txt' } }, thoughtSignature: sentinel },
          { functionCall: { name: 'list', args: { path: 'a.txt' } }, thoughtSignature: 'c2lnbmF0dXJl' },
        ],
      },
    ],
  },
  {
    title: 'GEM-014 no sentinel if signatures are not required',
    traits: { thinking: { demanded: 'never' } },
    message: { role: 'model', parts: [call('read'), call('list', { seal: signature })] },
    contents: [
      {
        role: 'model',
        parts: [
          { functionCall: { name: 'read', args: { path: 'a.txt' } } },
          { functionCall: { name: 'list', args: { path: 'a.txt' } }, thoughtSignature: 'c2lnbmF0dXJl' },
        ],
      },
    ],
  },
  {
    title: 'sends no signatures to a target that does not accept them',
    traits: { thinking: { replay: 'none', demanded: 'never' } },
    message: {
      role: 'model',
      parts: [{ type: 'text', text: 'Hi.', seal: signature }, call('read', { seal: signature })],
    },
    contents: [
      { role: 'model', parts: [{ text: 'Hi.' }, { functionCall: { name: 'read', args: { path: 'a.txt' } } }] },
    ],
  },
  {
    title: 'GEM-012 a token of another protocol is not a signature',
    message: { role: 'model', parts: [call('read', { seal: { field: 'signature', value: 'c2ln' } })] },
    contents: [
      {
        role: 'model',
        parts: [{ functionCall: { name: 'read', args: { path: 'a.txt' } }, thoughtSignature: sentinel }],
      },
    ],
  },
  {
    title: 'GEM-008 GEM-009 a message with nothing left gets a placeholder',
    message: {
      role: 'model',
      parts: [
        { type: 'thinking', text: 'Hm.' },
        { type: 'text', text: '' },
      ],
    },
    contents: [{ role: 'model', parts: [{ text: '(nothing to show)' }] }],
  },
  {
    title: 'GEM-009 drops empty user texts, alone and beside results',
    message: { role: 'user', results: [result('read')], parts: [{ type: 'text', text: '' }] },
    contents: [{ role: 'user', parts: [{ functionResponse: { name: 'read', response: { output: 'done' } } }] }],
  },
  {
    title: 'GEM-006 there is no system role',
    message: { role: 'system', text: 'Be brief.' },
    contents: [{ role: 'user', parts: [{ text: '<system-reminder>\nBe brief.\n</system-reminder>' }] }],
  },
  {
    title: 'sends the parts of tools that Google ran back unchanged',
    message: {
      role: 'model',
      parts: [
        {
          type: 'provider-tool',
          id: '',
          name: 'code_execution',
          args: { language: 'PYTHON', code: '1+1' },
          result: {
            field: 'codeExecutionResult',
            value: JSON.stringify([
              { executableCode: { language: 'PYTHON', code: '1+1' }, thoughtSignature: 'c2ln' },
              { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '2' } },
            ]),
          },
        },
        { type: 'text', text: 'It is 2.' },
      ],
    },
    contents: [
      {
        role: 'model',
        parts: [
          { executableCode: { language: 'PYTHON', code: '1+1' }, thoughtSignature: 'c2ln' },
          { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '2' } },
          { text: 'It is 2.' },
        ],
      },
    ],
  },
  {
    title: 'describes tools that another provider ran as text',
    message: {
      role: 'model',
      parts: [
        {
          type: 'provider-tool',
          id: 'srvtoolu_1',
          name: 'web_search',
          args: { query: 'x' },
          result: { field: 'web_search_tool_result', value: '[]' },
        },
      ],
    },
    contents: [
      { role: 'model', parts: [{ text: `[web_search was run by the model's provider with {"query":"x"}]\n[]` }] },
    ],
  },
];

describe('messages as contents', () => {
  test.each(rows)('$title', ({ message, traits, contents }) => {
    expect(gemini.encodeMessage(message, overlayTraits(gemini.traits, traits ?? {}))).toEqual(contents);
  });
});
