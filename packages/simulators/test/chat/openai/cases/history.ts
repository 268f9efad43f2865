/** Other contents of messages (OAC-003 … OAC-013, OAC-016, OAC-025). */
import { call, calls, image, result, said, system, text, user } from '../../bodies.ts';
import type { ProviderCase } from '../../check-provider.ts';
import { audio, fits, item, long, noContent, of, pattern, round } from './requests.ts';

const many = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `c${index}`);

export const historyCases: readonly ProviderCase[] = [
  {
    rule: 'OAC-003',
    when: 'an id of 41 characters',
    broken: of([user, calls(long), result(long)]),
    says: "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 41 instead.",
    at: 'messages[1].tool_calls[0].id',
    kept: of([user, calls(fits), result(fits)]),
  },
  {
    rule: 'OAC-003',
    when: 'a tool_call_id of 41 characters',
    broken: of([user, calls('c1'), result(long)]),
    says: "Invalid 'messages[2].tool_call_id': string too long.",
    at: 'messages[2].tool_call_id',
    kept: of(round),
  },
  {
    rule: 'OAC-004',
    when: 'an item id of the Responses API',
    broken: of([user, calls(item), result(item)]),
    says: 'but got a string with length 53 instead.',
    at: 'messages[1].tool_calls[0].id',
    kept: of([user, calls('call_1'), result('call_1')]),
  },
  {
    rule: 'OAC-005',
    when: 'a slash in a call name',
    broken: of([user, calls(call('c1', 'fs/read')), result('c1')]),
    says: `Invalid 'messages[1].tool_calls[0].function.name': ${pattern}`,
    at: 'messages[1].tool_calls[0].function.name',
    kept: of([user, calls(call('c1', 'fs_read')), result('c1')]),
  },
  {
    rule: 'OAC-008',
    when: 'an empty list of tool_calls',
    broken: of([user, { ...said, tool_calls: [] }]),
    says: "Invalid 'messages[1].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    at: 'messages[1].tool_calls',
    kept: of([user, said]),
  },
  {
    rule: 'OAC-027',
    when: '129 calls at once',
    broken: of([user, calls(...many(129)), ...many(129).map((id) => result(id))]),
    says: "Invalid 'messages[1].tool_calls': array too long. Expected an array with maximum length 128, but got an array with length 129 instead.",
    at: 'messages[1].tool_calls',
    kept: of([user, calls(...many(128)), ...many(128).map((id) => result(id))]),
  },
  {
    rule: 'OAC-009',
    when: 'null as a result',
    broken: of([user, calls('c1'), result('c1', { content: null })]),
    says: noContent,
    at: 'messages[2].content',
    kept: of([user, { ...calls('c1'), content: null }, result('c1', { content: '' })]),
  },
  {
    rule: 'OAC-010',
    when: 'an assistant without content or calls',
    broken: of([user, { role: 'assistant', content: null }]),
    says: noContent,
    at: 'messages[1].content',
    kept: of([user, { role: 'assistant', content: null, refusal: 'No.' }]),
  },
  {
    rule: 'OAC-011',
    when: 'arguments that are an object',
    broken: of([user, calls(call('c1', 'search', { a: 1 })), result('c1')]),
    says: "Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, but got an object instead.",
    at: 'messages[1].tool_calls[0].function.arguments',
    kept: of([user, calls(call('c1', 'search', '{"a":')), result('c1')]),
  },
  {
    rule: 'OAC-012',
    when: 'an image in a result',
    broken: of([user, calls('c1'), result('c1', { content: [text, image] })]),
    says: "Invalid 'messages[2]'. Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.",
    at: 'messages[2]',
    kept: of([...round, { role: 'user', content: [text, image] }]),
  },
  {
    rule: 'OAC-013',
    when: 'audio to a model without audio',
    broken: of([{ role: 'user', content: [audio] }]),
    says: "Invalid 'messages[0]'. Content blocks are expected to be either text or image_url type.",
    at: 'messages[0]',
    kept: of([{ role: 'user', content: [image] }]),
  },
  {
    rule: 'OAC-013',
    when: 'a file that is not a PDF',
    broken: of([
      {
        role: 'user',
        content: [{ type: 'file', file: { filename: 'a.txt', file_data: 'data:text/plain;base64,YQ==' } }],
      },
    ]),
    says: "Invalid 'messages[0]'. Content blocks are expected to be either text or image_url type.",
    at: 'messages[0]',
    kept: of([
      {
        role: 'user',
        content: [{ type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } }],
      },
    ]),
  },
  {
    rule: 'OAC-013',
    when: 'a thinking part of another API',
    broken: of([user, { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.' }] }]),
    says: "Invalid 'messages[1]'.",
    at: 'messages[1]',
    kept: of([user, { role: 'assistant', content: [text] }]),
  },
  {
    rule: 'OAC-016',
    when: 'a system message to o1-mini',
    broken: of([system, user], { model: 'o1-mini' }),
    says: "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
    at: 'messages[0].role',
    kept: of([system, user], { model: 'o1' }),
  },
  {
    rule: 'OAC-025',
    when: 'a space in a message name',
    broken: of([user, calls('c1'), result('c1', { name: 'my tool' })]),
    says: `Invalid 'messages[2].name': ${pattern}`,
    at: 'messages[2].name',
    kept: of([user, calls('c1'), result('c1', { name: 'my_tool' })]),
  },
  {
    rule: 'OAC-025',
    when: 'a slash in a message name to GPT-5',
    broken: of([{ ...user, name: 'a/b' }], { model: 'gpt-5' }),
    says: "Invalid 'messages[0].name': string does not match pattern.",
    at: 'messages[0].name',
    kept: of([{ ...user, name: 'a.b' }], { model: 'gpt-5' }),
  },
];
