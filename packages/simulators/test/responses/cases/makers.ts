/** Phases, sizes, other makers of this API, and rules of Chat Completions that apply here (OAR-024 … OAR-030, DSK, BDR, OAC). */
import { assistant, call, encrypted, type Json, output, tool, user } from '../provider.ts';
import type { Case } from './case.ts';
import { again, ask, called, custom, customOutput, plain, said, strict, withoutId } from './requests.ts';

const listed = (more: Json): Json => ({ type: 'object', properties: { all: { type: 'array', ...more } } });

export const makerCases: readonly Case[] = [
  {
    rule: 'OAR-024',
    title: 'a message sent back without its phase',
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
    title: 'a message without its id, sent back without its phase',
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
    title: 'more than the window',
    status: 400,
    path: 'input',
    says: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
    breaks: () => ask('gpt-tiny', 'x'.repeat(4001)),
    keeps: () => ask('gpt-tiny', 'x'.repeat(4000)),
  },
  {
    rule: 'OAR-028',
    title: 'ids of another model on the same connection',
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
    title: 'a custom call id with another prefix',
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
      return again([reasoning, withoutId(message ?? {})], 'gpt-5', { include: encrypted['include'] });
    },
    // If nothing is stored, ids do not matter.
    keeps: (provider) => {
      const [reasoning, message] = said(provider);
      return again([reasoning, withoutId(message ?? {})]);
    },
  },
  {
    rule: 'OAR-031',
    title: 'the status of reasoning',
    status: 400,
    path: 'input[1].status',
    says: "Unknown parameter: 'input[1].status'.",
    breaks: (provider) => again(said(provider).map((item, at) => (at === 0 ? { ...item, status: null } : item))),
    keeps: (provider) => again(said(provider)),
  },
  {
    rule: 'OAR-031',
    title: 'what an SDK has parsed',
    status: 400,
    path: 'input[1].content[0].parsed',
    says: "Unknown parameter: 'input[1].content[0].parsed'.",
    breaks: () => plain([user('Hi'), answered({ parsed: null })]),
    keeps: () => plain([user('Hi'), answered({ annotations: [], logprobs: [] })]),
  },
  {
    rule: 'OAC-028',
    title: 'a temperature of 3',
    status: 400,
    path: 'temperature',
    says: "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 3 instead.",
    breaks: () => plain('Hi', { temperature: 3 }),
    keeps: () => plain('Hi', { temperature: 2 }),
  },
  {
    rule: 'OAC-033',
    title: 'a field of Chat',
    status: 400,
    path: 'seed',
    says: "Unknown parameter: 'seed'.",
    breaks: () => plain('Hi', { seed: 1 }),
    keeps: () => plain('Hi', { user: 'u', service_tier: 'flex' }),
  },
  {
    rule: 'OAC-034',
    title: 'an id of 65 characters',
    status: 400,
    path: 'safety_identifier',
    says: "Invalid 'safety_identifier': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
    breaks: () => plain('Hi', { safety_identifier: 'u'.repeat(65) }),
    keeps: () => plain('Hi', { safety_identifier: 'u'.repeat(64) }),
  },
  {
    rule: 'OAC-035',
    title: 'a short answer from an older model',
    status: 400,
    path: 'text.verbosity',
    says: "Unsupported value: 'low' is not supported with the 'gpt-4.1' model. Supported values are: 'medium'.",
    breaks: () => plain('Hi', { text: { verbosity: 'low' } }),
    keeps: () => plain('Hi', { model: 'gpt-5', text: { verbosity: 'low' } }),
  },
  {
    rule: 'OAC-030',
    title: 'an empty list',
    status: 400,
    path: 'tools[0].parameters',
    says: "Invalid schema for function 'read': In context=('properties', 'all'), array schema missing items.",
    breaks: () => plain('Hi', { tools: [tool('read', { parameters: listed({}) })] }),
    keeps: () => plain('Hi', { tools: [tool('read', { parameters: listed({ items: {} }) })] }),
  },
  {
    rule: 'OAC-031',
    title: 'parameters that are text',
    status: 400,
    path: 'tools[0].parameters',
    says: `Invalid schema for function 'read': schema must be a JSON Schema of 'type: "object"', got 'type: "string"'.`,
    breaks: () => plain('Hi', { tools: [tool('read', { parameters: { type: 'string' } })] }),
    keeps: () => plain('Hi', { tools: [tool('read')] }),
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
    title: 'calls of two responses, as Mantle numbers them',
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

function answered(fields: object): object {
  return { role: 'assistant', content: [{ type: 'output_text', text: 'Hello.', ...fields }] };
}
