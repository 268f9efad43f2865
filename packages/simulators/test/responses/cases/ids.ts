/** Calls and outputs, and the ids of items (OAR-001 … OAR-007). */
import { assistant, call, output, thinkAndCall, thinkAndSay, user } from '../provider.ts';
import type { Case } from './case.ts';
import { ask, callIdOf, longId, plain } from './requests.ts';

export const idCases: readonly Case[] = [
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
    title: 'a call of the previous response without an output',
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
    title: 'a call id with another prefix',
    status: 400,
    path: 'input[1].id',
    says: "Invalid 'input[1].id': 'call_1'. Expected an ID that begins with 'fc'.",
    breaks: () => plain([user('Hi'), call('call_1', { id: 'call_1' }), output('call_1')]),
    keeps: () => plain([user('Hi'), call('call_1', { id: 'fc_1' }), output('call_1')]),
  },
  {
    rule: 'OAR-005',
    title: 'a message id with another prefix',
    status: 400,
    path: 'input[1].id',
    says: "Invalid 'input[1].id': 'chatcmpl-1'. Expected an ID that begins with 'msg'.",
    breaks: () => plain([user('Hi'), assistant('Hello', { id: 'chatcmpl-1' })]),
    keeps: () => plain([user('Hi'), assistant('Hello', { id: 'msg_1' })]),
  },
  {
    rule: 'OAR-005',
    title: 'an id with invalid characters',
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
    title: 'an id repeated in the input',
    status: 400,
    path: 'input[2]',
    says: 'Duplicate item found with id msg_4. Remove duplicate items from your input and try again.',
    breaks: () => plain([user('Hi'), assistant('One', { id: 'msg_4' }), assistant('Two', { id: 'msg_4' })]),
    keeps: () => plain([user('Hi'), assistant('One', { id: 'msg_4' }), assistant('Two', { id: 'msg_5' })]),
  },
  {
    rule: 'OAR-006',
    title: 'an id already in the chain',
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
    title: 'two calls with the same id',
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
];
