/** Every rule with a request that breaks it and a neighbour that does not. */
import type { ApiRequest } from '../../src/api.ts';
import type { World } from '../../src/world.ts';
import {
  assistant,
  call,
  create,
  encrypted,
  type Json,
  output,
  type Provider,
  request,
  thinkAndCall,
  thinkAndSay,
  tool,
  user,
} from './provider.ts';

export interface Case {
  readonly rule: string;
  readonly title: string;
  /** 200: let through, with a warning. */
  readonly status: number;
  readonly path: string;
  /** The words, whole; a function of what had to be asked before. */
  readonly says: string | RegExp;
  readonly breaks: (provider: Provider) => ApiRequest;
  readonly keeps: (provider: Provider) => ApiRequest;
  /** Who asks. */
  readonly as?: (provider: Provider) => World;
}

const ask = (model: string, input: unknown, more: Json = {}): ApiRequest => create({ model, input, ...more });
const plain = (input: unknown, more: Json = {}): ApiRequest => ask('gpt-4.1', input, more);
const longId = `call_${'x'.repeat(111)}`;
const month = 31 * 24 * 60 * 60;

/** The items of an answer to a first question. */
const said = (provider: Provider, model = 'gpt-5', more: Json = encrypted): readonly Json[] =>
  provider.ask({ model, input: 'Hi', ...more }, thinkAndSay).output;
const called = (provider: Provider, model = 'gpt-5', more: Json = encrypted): readonly Json[] =>
  provider.ask({ model, input: 'Hi', ...more }, thinkAndCall).output;
const withoutId = ({ id: _, ...item }: Json): Json => item;
const callIdOf = (items: readonly Json[]): string => String(items[1]?.['call_id']);
const again = (items: readonly (Json | undefined)[], model = 'gpt-5', more: Json = encrypted): ApiRequest =>
  ask(model, [user('Hi'), ...items, user('Go on')], more);

export const cases: readonly Case[] = [
  {
    rule: 'OAR-001',
    title: 'a call without an output',
    status: 400,
    path: 'input',
    says: 'No tool output found for function call call_1.',
    breaks: () => plain([user('Hi'), call('call_1'), user('Well?')]),
    keeps: () => plain([user('Hi'), call('call_1'), user('Well?'), output('call_1')]),
  },
  {
    rule: 'OAR-001',
    title: 'a call of the response before without an output',
    status: 400,
    path: 'input',
    says: /^No tool output found for function call call_[0-9a-f]{24}\.$/,
    breaks: (provider) => {
      const { id } = provider.ask({ model: 'gpt-5', input: 'Hi' }, thinkAndCall);
      return ask('gpt-5', 'Well?', { previous_response_id: id });
    },
    keeps: (provider) => {
      const first = provider.ask({ model: 'gpt-5', input: 'Hi' }, thinkAndCall);
      return ask('gpt-5', [output(callIdOf(first.output))], { previous_response_id: first.id });
    },
  },
  {
    rule: 'OAR-002',
    title: 'an output without a call',
    status: 400,
    path: 'input',
    says: 'No tool call found for function call output with call_id call_1.',
    breaks: () => plain([user('Hi'), output('call_1')]),
    keeps: () => plain([user('Hi'), call('call_1'), output('call_1')]),
  },
  {
    rule: 'OAR-002',
    title: 'an output before its call',
    status: 400,
    path: 'input',
    says: 'No tool call found for function call output with call_id call_1.',
    breaks: () => plain([user('Hi'), output('call_1'), call('call_1')]),
    keeps: () => plain([user('Hi'), call('call_1'), call('call_2'), output('call_2'), output('call_1')]),
  },
  {
    rule: 'OAR-003',
    title: 'a call_id of 116 characters',
    status: 400,
    path: 'input[1].call_id',
    says: "Invalid 'input[1].call_id': string too long. Expected a string with maximum length 64, but got a string with length 116 instead.",
    breaks: () => plain([user('Hi'), call(longId), output(longId)]),
    keeps: () => plain([user('Hi'), call(longId.slice(0, 64)), output(longId.slice(0, 64))]),
  },
  {
    rule: 'OAR-004',
    title: 'an empty call_id',
    status: 400,
    path: 'input[1].call_id',
    says: "Invalid 'input[1].call_id': empty string. Expected a string with minimum length 1, but got an empty string instead.",
    breaks: () => plain([user('Hi'), call(''), output('')]),
    keeps: () => plain([user('Hi'), call('c'), output('c')]),
  },
  {
    rule: 'OAR-005',
    title: 'the id of a call that begins with something else',
    status: 400,
    path: 'input[1].id',
    says: "Invalid 'input[1].id': 'call_1'. Expected an ID that begins with 'fc'.",
    breaks: () => plain([user('Hi'), call('call_1', { id: 'call_1' }), output('call_1')]),
    keeps: () => plain([user('Hi'), call('call_1', { id: 'fc_1' }), output('call_1')]),
  },
  {
    rule: 'OAR-005',
    title: 'the id of a message that begins with something else',
    status: 400,
    path: 'input[1].id',
    says: "Invalid 'input[1].id': 'chatcmpl-1'. Expected an ID that begins with 'msg'.",
    breaks: () => plain([user('Hi'), assistant('Hello', { id: 'chatcmpl-1' })]),
    keeps: () => plain([user('Hi'), assistant('Hello', { id: 'msg_1' })]),
  },
  {
    rule: 'OAR-005',
    title: 'an id with other characters',
    status: 400,
    path: 'input[1].id',
    says: "Invalid 'input[1].id': 'fc_a+b/c='. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.",
    breaks: () => plain([user('Hi'), call('call_1', { id: 'fc_a+b/c=' }), output('call_1')]),
    keeps: () => plain([user('Hi'), call('call_1', { id: 'fc_a-b_c' }), output('call_1')]),
  },
  {
    rule: 'OAR-005',
    title: 'an id of 65 characters',
    status: 400,
    path: 'input[1].id',
    says: "Invalid 'input[1].id': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
    breaks: () => plain([user('Hi'), call('call_1', { id: `fc_${'x'.repeat(62)}` }), output('call_1')]),
    keeps: () => plain([user('Hi'), call('call_1', { id: `fc_${'x'.repeat(61)}` }), output('call_1')]),
  },
  {
    rule: 'OAR-006',
    title: 'an id twice in the input',
    status: 400,
    path: 'input[2]',
    says: 'Duplicate item found with id msg_4. Remove duplicate items from your input and try again.',
    breaks: () => plain([user('Hi'), assistant('One', { id: 'msg_4' }), assistant('Two', { id: 'msg_4' })]),
    keeps: () => plain([user('Hi'), assistant('One', { id: 'msg_4' }), assistant('Two', { id: 'msg_5' })]),
  },
  {
    rule: 'OAR-006',
    title: 'an id that the chain has already',
    status: 400,
    path: 'input[0]',
    says: /^Duplicate item found with id rs_[0-9a-f]{48}\. Remove duplicate items/,
    breaks: (provider) => {
      const { id, output: items } = provider.ask({ model: 'gpt-5', input: 'Hi' }, thinkAndSay);
      return ask('gpt-5', [...items, user('Go on')], { previous_response_id: id });
    },
    keeps: (provider) => {
      const { id } = provider.ask({ model: 'gpt-5', input: 'Hi' }, thinkAndSay);
      return ask('gpt-5', [user('Go on')], { previous_response_id: id });
    },
  },
  {
    rule: 'OAR-007',
    title: 'two calls of one id',
    status: 400,
    path: 'input[3].call_id',
    says: "Duplicate 'call_id': call_1",
    breaks: () => plain([user('Hi'), call('call_1'), output('call_1'), call('call_1'), output('call_1')]),
    keeps: () => plain([user('Hi'), call('call_1'), output('call_1'), call('call_2'), output('call_2')]),
  },
  {
    rule: 'OAR-007',
    title: 'two outputs of one call',
    status: 400,
    path: 'input[3].call_id',
    says: "Duplicate 'call_id': call_1",
    breaks: () => plain([user('Hi'), call('call_1'), output('call_1'), output('call_1')]),
    keeps: () => plain([user('Hi'), call('call_1'), output('call_1')]),
  },
  {
    rule: 'OAR-008',
    title: 'reasoning that a user follows',
    status: 400,
    path: 'input[1]',
    says: /^Item 'rs_[0-9a-f]{48}' of type 'reasoning' was provided without its required following item\.$/,
    breaks: (provider) => again([said(provider)[0]]),
    keeps: (provider) => again(said(provider)),
  },
  {
    rule: 'OAR-008',
    title: 'reasoning without its id that a user follows',
    status: 400,
    path: 'input[1]',
    says: /^Item 'rs_[0-9a-f]{48}' of type 'reasoning' was provided without its required following item\.$/,
    breaks: (provider) => again(said(provider).slice(0, 1).map(withoutId)),
    keeps: (provider) => again(said(provider).map(withoutId)),
  },
  {
    rule: 'OAR-008',
    title: 'reasoning before what came of other reasoning',
    status: 400,
    path: 'input[1]',
    says: /^Item 'rs_[0-9a-f]{48}' of type 'reasoning' was provided without its required following item\.$/,
    breaks: (provider) => again([said(provider)[0], ...said(provider)].filter((_, index) => index !== 1)),
    keeps: (provider) => again([...said(provider), ...said(provider)]),
  },
  {
    rule: 'OAR-009',
    title: 'a call with its id, but without its reasoning',
    status: 400,
    path: 'input[1]',
    says: /^Item 'fc_[0-9a-f]{48}' of type 'function_call' was provided without its required 'reasoning' item: 'rs_[0-9a-f]{48}'\.$/,
    breaks: (provider) => {
      const items = called(provider);
      return again([items[1], output(callIdOf(items))]);
    },
    keeps: (provider) => {
      const items = called(provider);
      return again([...items.slice(1).map(withoutId), output(callIdOf(items))]);
    },
  },
  {
    rule: 'OAR-009',
    title: 'a message with its id, but without its reasoning, to another model',
    status: 400,
    path: 'input[1]',
    says: /^Item 'msg_[0-9a-f]{48}' of type 'message' was provided without its required 'reasoning' item: 'rs_[0-9a-f]{48}'\.$/,
    breaks: (provider) => again(said(provider).slice(1), 'gpt-4.1', {}),
    keeps: (provider) => again(said(provider).slice(1).map(withoutId), 'gpt-4.1', {}),
  },
  {
    rule: 'OAR-010',
    title: 'reasoning by its id alone, of a response that was not stored',
    status: 404,
    path: 'input',
    says: /^Item with id 'rs_[0-9a-f]{48}' not found\. Items are not persisted when `store` is set to false\. Try again with `store` set to true, or remove this item from your input\.$/,
    breaks: (provider) => again(said(provider, 'gpt-5', { store: false })),
    keeps: (provider) => again(said(provider, 'gpt-5', {})),
  },
  {
    rule: 'OAR-010',
    title: 'a reference to what nobody gave out',
    status: 404,
    path: 'input',
    says: "Item with id 'rs_1' not found.",
    breaks: () => ask('gpt-5', [user('Hi'), { type: 'item_reference', id: 'rs_1' }]),
    keeps: (provider) =>
      again(
        said(provider, 'gpt-5', {}).map(({ id }) => ({ type: 'item_reference', id })),
        'gpt-5',
        {},
      ),
  },
  {
    rule: 'OAR-010',
    title: 'a reference after its time',
    status: 404,
    path: 'input',
    says: /^Item with id 'rs_[0-9a-f]{48}' not found\.$/,
    breaks: (provider) => {
      const items = said(provider, 'gpt-5', {});
      provider.wait(month);
      return again(
        items.map(({ id }) => ({ type: 'item_reference', id })),
        'gpt-5',
        {},
      );
    },
    keeps: (provider) =>
      again(
        said(provider, 'gpt-5', {}).map(({ id }) => ({ id })),
        'gpt-5',
        {},
      ),
  },
  {
    rule: 'OAR-011',
    title: 'encrypted content that nobody here made',
    status: 400,
    path: 'input[1].encrypted_content',
    says: 'The encrypted content gAAA...DQ== could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
    breaks: () =>
      again([
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAAABkDQ==' },
        assistant('Hello', { id: 'msg_1' }),
      ]),
    keeps: (provider) => again(said(provider)),
  },
  {
    rule: 'OAR-011',
    title: 'encrypted content of another account',
    status: 400,
    path: 'input[1].encrypted_content',
    says: /^The encrypted content gAAA\.\.\..{4} could not be verified\. Reason: Encrypted content could not be decrypted or parsed\.$/,
    breaks: (provider) => again(said(provider)),
    keeps: (provider) =>
      again(provider.ask({ model: 'gpt-5', input: 'Hi', ...encrypted }, thinkAndSay, provider.other).output),
    as: ({ other }) => other,
  },
  {
    rule: 'OAR-011',
    title: 'encrypted content of another address',
    status: 400,
    path: 'input[1].encrypted_content',
    says: /Encrypted content could not be decrypted or parsed\.$/,
    breaks: (provider) => again(said(provider)),
    keeps: (provider) =>
      again(provider.ask({ model: 'gpt-5', input: 'Hi', ...encrypted }, thinkAndSay, provider.elsewhere).output),
    as: ({ elsewhere }) => elsewhere,
  },
  {
    rule: 'OAR-011',
    title: 'encrypted content of another model',
    status: 400,
    path: 'input[1].encrypted_content',
    says: /Encrypted content could not be decrypted or parsed\.$/,
    breaks: (provider) => again(said(provider, 'gpt-5.5')),
    keeps: (provider) => again(said(provider, 'gpt-5.5'), 'gpt-5.5'),
  },
  {
    rule: 'OAR-012',
    title: 'encrypted content under another id',
    status: 400,
    path: 'input[1].encrypted_content',
    says: 'The encrypted content for item rs_1 could not be verified. Reason: Encrypted content item_id did not match the target item id.',
    breaks: (provider) => {
      const [reasoning, message] = said(provider);
      return again([{ ...reasoning, id: 'rs_1' }, message]);
    },
    keeps: (provider) => again(said(provider)),
  },
  {
    rule: 'OAR-013',
    title: 'encrypted content of OpenAI at Mantle',
    status: 400,
    path: 'input[1].encrypted_content',
    says: 'encrypted content missing recognized prefix (expected `rsn_` or `smry_`)',
    breaks: (provider) => again(said(provider, 'gpt-5.5'), 'mantle-gpt-5.5'),
    keeps: (provider) => again(said(provider, 'mantle-gpt-5.5'), 'mantle-gpt-5.5'),
  },
  {
    rule: 'OAR-014',
    title: 'encrypted content of another caller at a gateway',
    status: 400,
    path: 'input[1].encrypted_content',
    says: 'reasoning `encrypted_content` was not issued to this caller',
    breaks: (provider) => again(said(provider, 'zen-gpt-5.5'), 'zen-gpt-5.5'),
    keeps: (provider) =>
      again(
        provider.ask({ model: 'zen-gpt-5.5', input: 'Hi', ...encrypted }, thinkAndSay, provider.other).output,
        'zen-gpt-5.5',
      ),
    as: ({ other }) => other,
  },
  {
    rule: 'OAR-015',
    title: 'reasoning with content',
    status: 400,
    path: 'input[1].content',
    says: "Invalid 'input[1].content': array too long. Expected an array with maximum length 0, but got an array with length 1 instead.",
    breaks: (provider) => again(said(provider, 'gpt-oss-120b')),
    keeps: (provider) => again(said(provider, 'gpt-oss-120b'), 'gpt-oss-120b'),
  },
  {
    rule: 'OAR-015',
    title: 'reasoning without a summary',
    status: 400,
    path: 'input[1].summary',
    says: "Missing required parameter: 'input[1].summary'.",
    breaks: (provider) => again(said(provider).map(({ summary: _, ...item }) => item)),
    keeps: (provider) => again(said(provider)),
  },
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
    title: 'a chain of an organization that keeps nothing',
    status: 400,
    path: 'previous_response_id',
    says: 'Previous response cannot be used for this organization due to Zero Data Retention.',
    breaks: (provider) => {
      const { id } = provider.ask({ model: 'gpt-5', input: 'Hi' }, thinkAndSay, provider.forgetful);
      return ask('gpt-5', 'Go on', { previous_response_id: id });
    },
    keeps: (provider) =>
      again(provider.ask({ model: 'gpt-5', input: 'Hi', ...encrypted }, thinkAndSay, provider.forgetful).output),
    as: ({ forgetful }) => forgetful,
  },
  {
    rule: 'OAR-018',
    title: 'a response before that does not exist',
    status: 400,
    path: 'previous_response_id',
    says: "Previous response with id 'resp_1' not found.",
    breaks: () => ask('gpt-5', 'Go on', { previous_response_id: 'resp_1' }),
    keeps: (provider) =>
      ask('gpt-5', 'Go on', { previous_response_id: provider.ask({ model: 'gpt-5', input: 'Hi' }, thinkAndSay).id }),
  },
  {
    rule: 'OAR-018',
    title: 'a response before that was not stored',
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
    title: 'a response before of another account',
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
    title: 'a response before after its time',
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
    title: 'sound as a file',
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
    title: 'sound by its address in the output of a tool',
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
    title: 'a call into a namespace without its name',
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
    title: 'a call of a tool that was found by search, without its namespace',
    status: 400,
    path: 'input[2]',
    says: "Missing namespace for function_call 'read'. It does not exist in the default namespace.",
    breaks: () => plain([user('Hi'), found, call('c'), output('c')]),
    keeps: () => plain([user('Hi'), found, call('c', { namespace: 'files' }), output('c')]),
  },
  {
    rule: 'OAR-023',
    title: 'input_text of the assistant',
    status: 400,
    path: 'input[1].content[0]',
    says: "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
    breaks: () => plain([user('Hi'), { role: 'assistant', content: [{ type: 'input_text', text: 'Hello' }] }]),
    keeps: () => plain([user('Hi'), { role: 'assistant', content: 'Hello' }]),
  },
  {
    rule: 'OAR-023',
    title: 'output_text of the user',
    status: 400,
    path: 'input[0].content[0]',
    says: "Invalid value: 'output_text'. Supported values are: 'input_text', 'input_image', and 'input_file'.",
    breaks: () => plain([{ role: 'user', content: [{ type: 'output_text', text: 'Hi' }] }]),
    keeps: () => plain([{ role: 'user', content: 'Hi' }]),
  },
  {
    rule: 'OAR-024',
    title: 'a message that comes back without its phase',
    status: 200,
    path: 'input[2].phase',
    says: /^The phase 'final_answer' of message 'msg_[0-9a-f]{48}' was not returned\.$/,
    breaks: (provider) =>
      again(
        said(provider, 'gpt-5.5').map(({ phase: _, ...item }) => item),
        'gpt-5.5',
      ),
    keeps: (provider) => again(said(provider, 'gpt-5.5'), 'gpt-5.5'),
  },
  {
    rule: 'OAR-024',
    title: 'a message without its id that comes back without its phase',
    status: 200,
    path: 'input[2].phase',
    says: /^The phase 'final_answer' of message 'msg_[0-9a-f]{48}' was not returned\.$/,
    breaks: (provider) =>
      again(
        said(provider, 'gpt-5.5').map(({ phase: _, id: __, ...item }) => item),
        'gpt-5.5',
      ),
    keeps: (provider) => again(said(provider, 'gpt-5.5').map(withoutId), 'gpt-5.5'),
  },
  {
    rule: 'OAR-025',
    title: 'a call with a status at an old vLLM',
    status: 400,
    path: 'input[1].status',
    says: 'input[1].status: Input should be None',
    breaks: () => ask('vllm-gpt-oss-120b', [user('Hi'), call('c', { status: 'completed' }), output('c')]),
    keeps: () => ask('vllm-gpt-oss-120b', [user('Hi'), call('c', { status: null }), output('c')]),
  },
  {
    rule: 'OAR-026',
    title: 'more than the window holds',
    status: 400,
    path: 'input',
    says: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
    breaks: () => ask('gpt-tiny', 'x'.repeat(4001)),
    keeps: () => ask('gpt-tiny', 'x'.repeat(4000)),
  },
  {
    rule: 'OAR-028',
    title: 'ids of another model of the same connection',
    status: 400,
    path: 'input[1].id',
    says: 'input item ID does not belong to this connection',
    breaks: (provider) => again(said(provider, 'copilot-gpt-5.4'), 'copilot-gpt-5.5'),
    keeps: (provider) => again(said(provider, 'copilot-gpt-5.5'), 'copilot-gpt-5.5'),
  },
  {
    rule: 'OAR-028',
    title: 'ids of another connection',
    status: 400,
    path: 'input[1].id',
    says: 'input item ID does not belong to this connection',
    breaks: (provider) => again(said(provider, 'copilot-gpt-5.5').slice(1), 'copilot-gpt-5.5'),
    keeps: (provider) => again(said(provider, 'copilot-gpt-5.5').slice(1).map(withoutId), 'copilot-gpt-5.5'),
    as: ({ other }) => other,
  },
  {
    rule: 'OAR-029',
    title: 'the id of a custom call that begins with something else',
    status: 400,
    path: 'input[1].id',
    says: "Invalid 'input[1].id': 'call_1'. Expected an ID that begins with 'ctc'.",
    breaks: () => plain([user('Hi'), custom({ id: 'call_1' }), customOutput]),
    keeps: () => plain([user('Hi'), custom({ id: 'ctc_1' }), customOutput]),
  },
  {
    rule: 'OAR-030',
    title: 'reasoning with its id before a message without',
    status: 400,
    path: 'input[1]',
    says: /^Item 'rs_[0-9a-f]{48}' of type 'reasoning' was provided without its required following item\.$/,
    breaks: (provider) => {
      const [reasoning, message] = said(provider);
      return again([reasoning, withoutId(message ?? {})]);
    },
    keeps: (provider) => again(said(provider).map(withoutId)),
  },
  {
    rule: 'DSK-008',
    title: 'a message between two calls',
    status: 400,
    path: 'input',
    says: 'No tool output found for tool call call-a.',
    breaks: () =>
      ask('deepseek-v4-pro', [
        user('Hi'),
        call('call-a'),
        assistant('And'),
        call('call-b'),
        output('call-a'),
        output('call-b'),
      ]),
    keeps: () =>
      ask('deepseek-v4-pro', [
        user('Hi'),
        assistant('And'),
        call('call-a'),
        call('call-b'),
        output('call-a'),
        output('call-b'),
      ]),
  },
  {
    rule: 'BDR-005',
    title: 'calls of two responses as Mantle numbers them',
    status: 400,
    path: 'input[5].call_id',
    says: "Duplicate 'call_id': call_0",
    breaks: (provider) => {
      const turn = (): readonly Json[] => [...called(provider, 'mantle-gpt-5.5'), output('call_0')];
      return again([...turn(), ...turn()], 'mantle-gpt-5.5');
    },
    keeps: (provider) => again([...called(provider, 'mantle-gpt-5.5'), output('call_0')], 'mantle-gpt-5.5'),
  },
  {
    rule: 'OAC-005',
    title: 'a tool with a slash in its name',
    status: 400,
    path: 'tools[0].name',
    says: "Invalid 'tools[0].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    breaks: () => plain('Hi', { tools: [tool('fs/read')] }),
    keeps: () => plain('Hi', { tools: [tool('fs_read')] }),
  },
  {
    rule: 'OAC-005',
    title: 'a call in the history with a dot in its name',
    status: 400,
    path: 'input[1].name',
    says: "Invalid 'input[1].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    breaks: () => plain([user('Hi'), call('c', { name: 'fs.read' }), output('c')]),
    keeps: () => plain([user('Hi'), call('c', { name: 'fs-read' }), output('c')]),
  },
  {
    rule: 'OAC-015',
    title: 'a temperature while the model reasons',
    status: 400,
    path: 'temperature',
    says: "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
    breaks: () => ask('gpt-5.5', 'Hi', { temperature: 0.2 }),
    keeps: () => ask('gpt-5.4', 'Hi', { temperature: 0.2 }),
  },
  {
    rule: 'OAC-019',
    title: 'a choice that is not among the tools',
    status: 400,
    path: 'tool_choice',
    says: "Tool choice 'write' not found in 'tools' parameter.",
    breaks: () => plain('Hi', { tools: [tool('read')], tool_choice: { type: 'function', name: 'write' } }),
    keeps: () => plain('Hi', { tools: [tool('read')], tool_choice: { type: 'function', name: 'read' } }),
  },
  {
    rule: 'OAC-020',
    title: 'a strict tool with an open object inside',
    status: 400,
    path: 'tools[0].parameters',
    says: "Invalid schema for function 'read': In context=('properties', 'at'), 'additionalProperties' is required to be supplied and to be false.",
    breaks: () => plain('Hi', { tools: [strict({ type: 'object', properties: {} })] }),
    keeps: () => plain('Hi', { tools: [strict({ type: 'object', properties: {}, additionalProperties: false })] }),
  },
];

const found: Json = {
  type: 'tool_search_output',
  call_id: null,
  execution: 'server',
  status: 'completed',
  tools: [{ type: 'namespace', name: 'files', description: 'Files.', tools: [tool('read')] }],
};
const custom = (more: Json): Json => ({
  type: 'custom_tool_call',
  call_id: 'call_1',
  name: 'run',
  input: 'ls',
  ...more,
});
const customOutput: Json = { type: 'custom_tool_call_output', call_id: 'call_1', output: 'a.txt' };
const strict = (at: Json): Json =>
  tool('read', {
    strict: true,
    parameters: { type: 'object', properties: { at }, required: ['at'], additionalProperties: false },
  });
