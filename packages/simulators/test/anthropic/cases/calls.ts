/** Calls and results: pairing, ids, and the provider’s own tools (ANT-001 … ANT-014). */
import { assistant, call, result, system, text, user } from '../bench.ts';
import type { Case } from './case.ts';
import { advised, fine, found, hi, loop, on, searched, sent, tools } from './requests.ts';

export const callCases: readonly Case[] = [
  { rule: 'ANT-001', what: 'a call without a result', bad: sent(loop([call()], 'next'), tools), good: fine },
  { rule: 'ANT-001', what: 'a call at the end', bad: sent([hi, assistant([call()])], tools), good: fine },
  {
    rule: 'ANT-001',
    what: 'two assistant messages answered together',
    status: 200,
    also: ['ANT-021'],
    bad: sent([hi, assistant([call()]), assistant([call('b')]), user([result(), result('b')])], tools),
    good: sent(loop([call(), call('b')], [result(), result('b')]), tools),
  },
  {
    rule: 'ANT-002',
    what: 'one of two results',
    bad: sent(loop([call(), call('b')], [result()]), tools),
    good: sent(loop([call(), call('b')], [result('b'), result()]), tools),
  },
  { rule: 'ANT-003', what: 'a result without a call', bad: sent([user([result()])], tools), good: fine },
  {
    rule: 'ANT-003',
    what: 'a result with an unknown id',
    bad: sent(loop([call()], [result(), result('x')]), tools),
    good: fine,
  },
  { rule: 'ANT-004', what: 'two results', bad: sent(loop([call()], [result(), result()]), tools), good: fine },
  {
    rule: 'ANT-005',
    what: 'one id twice in a message',
    bad: sent(loop([call(), call()], [result()]), tools),
    good: fine,
  },
  {
    rule: 'ANT-005',
    what: 'one id in two turns',
    status: 200,
    bad: sent([...loop([call()], [result()]), assistant([call()]), user([result()])], tools),
    good: sent([...loop([call()], [result()]), assistant([call('b')]), user([result('b')])], tools),
  },
  {
    rule: 'ANT-005',
    what: 'one id in two turns, on Bedrock',
    bad: on(
      'anthropic.claude-sonnet-4-5',
      [...loop([call()], [result()]), assistant([call()]), user([result()])],
      tools,
    ),
    good: on(
      'anthropic.claude-sonnet-4-5',
      [...loop([call()], [result()]), assistant([call('b')]), user([result('b')])],
      tools,
    ),
  },
  {
    rule: 'ANT-006',
    what: 'a colon in the id of a call',
    bad: sent(loop([call('functions.read:0')], [result('functions.read:0')]), tools),
    good: sent(loop([call('call_0')], [result('call_0')]), tools),
  },
  { rule: 'ANT-006', what: 'a result with an empty id', bad: sent(loop([call()], [result('')]), tools), good: fine },
  {
    rule: 'ANT-007',
    what: 'a client id on a server tool',
    bad: sent([hi, searched('toolu_1', [found('toolu_1'), text('x')]), hi]),
    good: sent([hi, searched('srvtoolu_1', [found('srvtoolu_1'), text('x')]), hi]),
  },
  {
    rule: 'ANT-008',
    what: 'a server result before its call',
    bad: sent([hi, assistant([found('srvtoolu_1'), text('x')]), hi]),
    good: sent([hi, searched('srvtoolu_1', [found('srvtoolu_1'), text('x')]), hi]),
  },
  {
    rule: 'ANT-009',
    what: 'a server call without a result, and the user continued',
    bad: sent([hi, searched('srvtoolu_1'), hi]),
    good: sent([hi, searched('srvtoolu_1', [call()]), user([result()])], tools),
  },
  {
    rule: 'ANT-009',
    what: 'a server call that client tools interrupted, and no result when the turn ended',
    bad: sent([hi, searched('srvtoolu_1', [call()]), user([result()]), assistant('x'), hi], tools),
    good: sent(
      [hi, searched('srvtoolu_1', [call()]), user([result()]), assistant([call('b')]), user([result('b')])],
      tools,
    ),
  },
  {
    rule: 'ANT-008',
    what: 'a server result in the next turn, not in a later message of the same one',
    bad: sent([hi, searched('srvtoolu_1', [found('srvtoolu_1')]), hi, assistant([found('srvtoolu_1')]), hi]),
    good: sent(
      [hi, searched('srvtoolu_1', [call()]), user([result()]), assistant([found('srvtoolu_1'), text('x')]), hi],
      tools,
    ),
  },
  {
    rule: 'ANT-009',
    what: 'a tool search in flight, on Bedrock',
    bad: on(
      'anthropic.claude-sonnet-4-5',
      [
        hi,
        assistant([{ type: 'server_tool_use', id: 'srvtoolu_1', name: 'tool_search_tool_regex', input: {} }, call()]),
        user([result()]),
      ],
      tools,
    ),
    good: on('anthropic.claude-sonnet-4-5', loop([call()], [result()]), tools),
  },
  {
    rule: 'ANT-010',
    what: 'advice in the history without the advisor',
    bad: sent([hi, advised, hi]),
    good: sent([hi, advised, hi], { tools: [{ type: 'advisor_20260301', name: 'advisor', model: 'claude-opus-4-6' }] }),
  },
  {
    rule: 'ANT-011',
    what: 'a reference to a removed tool',
    bad: sent(loop([call()], [result('toolu_1', { content: [{ type: 'tool_reference', tool_name: 'gone' }] })]), tools),
    good: sent(
      loop([call()], [result('toolu_1', { content: [{ type: 'tool_reference', tool_name: 'read' }] })]),
      tools,
    ),
  },
  {
    rule: 'ANT-012',
    what: 'text before the result',
    bad: sent(loop([call()], [text('here:'), result()]), tools),
    good: sent(loop([call()], [result(), text('here.')]), tools),
  },
  {
    rule: 'ANT-013',
    what: 'a reminder between call and result',
    bad: on('claude-opus-4-8', [hi, assistant([call()]), user('remember'), user([result()])], tools),
    good: on('claude-opus-4-8', [hi, assistant([call()]), user([result()]), system('remember')], tools),
  },
  {
    rule: 'ANT-013',
    what: 'a system entry between call and result',
    bad: on('claude-opus-4-8', [hi, assistant([call()]), system('remember'), user([result()])], tools),
    good: on('claude-opus-4-8', [hi, assistant([call()]), user([result()]), system('remember')], tools),
  },
  {
    rule: 'ANT-014',
    what: 'input as a string',
    bad: sent(loop([{ ...call(), input: '{}' }], [result()]), tools),
    good: fine,
  },
  { rule: 'ANT-014', what: 'input null', bad: sent(loop([{ ...call(), input: null }], [result()]), tools), good: fine },
  { rule: 'ANT-020', what: 'the assistant first', bad: sent([assistant('hi'), hi]), good: sent([hi]) },
  { rule: 'ANT-021', what: 'two users', status: 200, bad: sent([hi, hi]), good: sent([hi]) },
  {
    rule: 'ANT-021',
    what: 'two users, on Bedrock',
    bad: on('anthropic.claude-sonnet-4-5', [hi, hi]),
    good: on('anthropic.claude-sonnet-4-5', [hi, assistant('yes?'), hi]),
  },
];
