/** Stored items, and the contents of an input (OAR-016 … OAR-023). */
import { call, encrypted, output, request, thinkAndSay, tool, user } from '../provider.ts';
import type { Case } from './case.ts';
import { again, ask, found, month, plain } from './requests.ts';

export const storageCases: readonly Case[] = [
  {
    rule: 'OAR-016',
    title: 'encrypted content of a stored response',
    status: 400,
    path: 'include',
    says: 'Encrypted content cannot be requested for persisted responses.',
    breaks: (provider) => {
      const { id } = provider.ask({ model: 'gpt-5', input: 'Hi' }, thinkAndSay);
      return request('GET', `/v1/responses/${id}`, undefined, 'include[]=reasoning.encrypted_content');
    },
    keeps: (provider) =>
      request('GET', `/v1/responses/${provider.ask({ model: 'gpt-5', input: 'Hi' }, thinkAndSay).id}`),
  },
  {
    rule: 'OAR-017',
    title: 'a chain of an organization that stores nothing',
    status: 400,
    path: 'previous_response_id',
    says: 'Previous response cannot be used for this organization due to Zero Data Retention.',
    breaks: (provider) => {
      const { id } = provider.ask({ model: 'gpt-5', input: 'Hi' }, thinkAndSay, provider.withoutStorage);
      return ask('gpt-5', 'Go on', { previous_response_id: id });
    },
    keeps: (provider) =>
      again(provider.ask({ model: 'gpt-5', input: 'Hi', ...encrypted }, thinkAndSay, provider.withoutStorage).output),
    as: ({ withoutStorage }) => withoutStorage,
  },
  {
    rule: 'OAR-018',
    title: 'a previous response that does not exist',
    status: 400,
    path: 'previous_response_id',
    says: "Previous response with id 'resp_1' not found.",
    breaks: () => ask('gpt-5', 'Go on', { previous_response_id: 'resp_1' }),
    keeps: (provider) =>
      ask('gpt-5', 'Go on', { previous_response_id: provider.ask({ model: 'gpt-5', input: 'Hi' }, thinkAndSay).id }),
  },
  {
    rule: 'OAR-018',
    title: 'a previous response that was not stored',
    status: 400,
    path: 'previous_response_id',
    says: /^Previous response with id 'resp_[0-9a-f]{48}' not found\.$/,
    breaks: (provider) => {
      const { id } = provider.ask({ model: 'gpt-5', input: 'Hi', store: false }, thinkAndSay);
      return ask('gpt-5', 'Go on', { previous_response_id: id });
    },
    keeps: (provider) => {
      const { id } = provider.ask({ model: 'gpt-5', input: 'Hi', store: true }, thinkAndSay);
      return ask('gpt-5', 'Go on', { previous_response_id: id, store: false });
    },
  },
  {
    rule: 'OAR-018',
    title: 'a previous response of another account',
    status: 400,
    path: 'previous_response_id',
    says: /^Previous response with id 'resp_[0-9a-f]{48}' not found\.$/,
    breaks: (provider) => {
      const { id } = provider.ask({ model: 'gpt-5', input: 'Hi' }, thinkAndSay);
      return ask('gpt-5', 'Go on', { previous_response_id: id });
    },
    keeps: (provider) => {
      const { id } = provider.ask({ model: 'gpt-5', input: 'Hi' }, thinkAndSay, provider.other);
      return ask('gpt-5', 'Go on', { previous_response_id: id });
    },
    as: ({ other }) => other,
  },
  {
    rule: 'OAR-018',
    title: 'an expired previous response',
    status: 400,
    path: 'previous_response_id',
    says: /^Previous response with id 'resp_[0-9a-f]{48}' not found\.$/,
    breaks: (provider) => {
      const { id } = provider.ask({ model: 'gpt-5', input: 'Hi' }, thinkAndSay);
      provider.wait(month);
      return ask('gpt-5', 'Go on', { previous_response_id: id });
    },
    keeps: (provider) => {
      const { id } = provider.ask({ model: 'gpt-5', input: 'Hi' }, thinkAndSay);
      provider.wait(month / 2);
      return ask('gpt-5', 'Go on', { previous_response_id: id });
    },
  },
  {
    rule: 'OAR-019',
    title: 'arguments that are an object',
    status: 400,
    path: 'input[1].arguments',
    says: "Invalid type for 'input[1].arguments': expected a string, but got an object instead.",
    breaks: () => plain([user('Hi'), call('call_1', { arguments: { path: 'a' } }), output('call_1')]),
    keeps: () => plain([user('Hi'), call('call_1', { arguments: '{"path":' }), output('call_1')]),
  },
  {
    rule: 'OAR-019',
    title: 'an output that is an object',
    status: 400,
    path: 'input[2].output',
    says: "Invalid type for 'input[2].output': expected one of an array of objects or a string, but got an object instead.",
    breaks: () => plain([user('Hi'), call('call_1'), output('call_1', { ok: true })]),
    keeps: () =>
      plain([
        user('Hi'),
        call('call_1'),
        output('call_1', [
          { type: 'input_text', text: 'Look.' },
          { type: 'input_image', image_url: 'data:image/png;base64,AA==' },
          { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' },
        ]),
      ]),
  },
  {
    rule: 'OAR-020',
    title: 'audio as a file',
    status: 400,
    path: 'input[0].content[0]',
    says: 'The file type you uploaded is not supported. Please try again with a pdf',
    breaks: () =>
      plain([
        {
          role: 'user',
          content: [{ type: 'input_file', filename: 'a.mp3', file_data: 'data:audio/mpeg;base64,AA==' }],
        },
      ]),
    keeps: () =>
      plain([
        { role: 'user', content: [{ type: 'input_file', filename: 'a.csv', file_data: 'data:text/csv;base64,AA==' }] },
      ]),
  },
  {
    rule: 'OAR-020',
    title: 'audio by URL in a tool output',
    status: 400,
    path: 'input[2].output[0]',
    says: 'The file type you uploaded is not supported. Please try again with a pdf',
    breaks: () =>
      plain([user('Hi'), call('c'), output('c', [{ type: 'input_file', file_url: 'https://x.test/a.wav?b=c' }])]),
    keeps: () =>
      plain([user('Hi'), call('c'), output('c', [{ type: 'input_file', file_url: 'https://x.test/a.pdf?b=c' }])]),
  },
  {
    rule: 'OAR-021',
    title: 'instructions, but no input',
    status: 400,
    path: 'input',
    says: 'One of "input" or "previous_response_id" or \'prompt\' or \'conversation_id\' must be provided.',
    breaks: () => plain([], { instructions: 'Greet.' }),
    keeps: () => plain([user('')], { instructions: 'Greet.' }),
  },
  {
    rule: 'OAR-022',
    title: 'a namespaced call without its namespace',
    status: 400,
    path: 'input[1]',
    says: "Missing namespace for function_call 'read'. It does not exist in the default namespace.",
    breaks: () =>
      plain([user('Hi'), call('c'), output('c')], {
        tools: [
          { type: 'namespace', name: 'files', description: 'Files.', tools: [tool('read')] },
          { type: 'tool_search' },
        ],
      }),
    keeps: () =>
      plain([user('Hi'), call('c', { namespace: 'files' }), output('c')], {
        tools: [
          { type: 'namespace', name: 'files', description: 'Files.', tools: [tool('read')] },
          { type: 'tool_search' },
        ],
      }),
  },
  {
    rule: 'OAR-022',
    title: 'a call of a tool found by search, without its namespace',
    status: 400,
    path: 'input[2]',
    says: "Missing namespace for function_call 'read'. It does not exist in the default namespace.",
    breaks: () => plain([user('Hi'), found, call('c'), output('c')]),
    keeps: () => plain([user('Hi'), found, call('c', { namespace: 'files' }), output('c')]),
  },
  {
    rule: 'OAR-023',
    title: 'input_text from the assistant',
    status: 400,
    path: 'input[1].content[0]',
    says: "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
    breaks: () => plain([user('Hi'), { role: 'assistant', content: [{ type: 'input_text', text: 'Hello' }] }]),
    keeps: () => plain([user('Hi'), { role: 'assistant', content: 'Hello' }]),
  },
  {
    rule: 'OAR-023',
    title: 'output_text from the user',
    status: 400,
    path: 'input[0].content[0]',
    says: "Invalid value: 'output_text'. Supported values are: 'input_text', 'input_image', and 'input_file'.",
    breaks: () => plain([{ role: 'user', content: [{ type: 'output_text', text: 'Hi' }] }]),
    keeps: () => plain([{ role: 'user', content: 'Hi' }]),
  },
];
