/** Roles, contents and fields of messages (ANT-011, ANT-020 … ANT-035). */
import { assistant, call, result, system, text, tool, user } from '../bench.ts';
import type { Case } from './case.ts';
import { addition, fine, hi, loop, on, png, sent, tools } from './requests.ts';

export const messageCases: readonly Case[] = [
  {
    rule: 'ANT-022',
    what: 'system first',
    bad: on('claude-opus-5', [system('be'), hi]),
    good: on('claude-opus-5', [hi], { system: 'be' }),
  },
  {
    rule: 'ANT-023',
    what: 'system later, 4.6',
    bad: on('claude-opus-4-6', [hi, system('be')]),
    good: on('claude-opus-4-8', [hi, system('be')]),
  },
  {
    rule: 'ANT-023',
    what: 'system later, Sonnet 5 ignores it',
    status: 200,
    bad: on('claude-sonnet-5', [hi, system('be')]),
    good: on('claude-sonnet-5', [hi]),
  },
  {
    rule: 'ANT-024',
    what: 'system before a user',
    bad: on('claude-fable-5', [hi, system('be'), hi]),
    good: on('claude-fable-5', [hi, system('be'), assistant('ok'), hi]),
  },
  {
    rule: 'ANT-024',
    what: 'system after the assistant',
    bad: on('claude-mythos-5', [hi, assistant('ok'), system('be')]),
    good: on('claude-mythos-5', [hi, system('be'), system('good')]),
  },
  ...['claude-sonnet-5', 'claude-opus-5'].map(
    (model): Case => ({
      rule: 'ANT-025',
      what: `a tool added on ${model}${model === 'claude-opus-5' ? ' without the beta' : ''}`,
      bad: {
        ...on(model, [hi, system([addition('read')])], tools),
        headers: model === 'claude-opus-5' ? {} : { 'anthropic-beta': 'mid-conversation-tool-changes-2026-07-01' },
      },
      good: {
        ...on('claude-opus-5', [hi, system([addition('read')])], tools),
        headers: { 'anthropic-beta': 'mid-conversation-tool-changes-2026-07-01' },
      },
    }),
  ),
  {
    rule: 'ANT-011',
    what: 'a tool added that is unknown',
    bad: {
      ...on('claude-opus-5', [hi, system([addition('gone')])], tools),
      headers: { 'anthropic-beta': 'mid-conversation-tool-changes-2026-07-01' },
    },
    good: {
      ...on('claude-opus-5', [hi, system([addition('read')])], tools),
      headers: { 'anthropic-beta': 'mid-conversation-tool-changes-2026-07-01' },
    },
  },
  { rule: 'ANT-026', what: 'an empty string', bad: sent([user('')]), good: sent([hi, assistant('')]) },
  { rule: 'ANT-026', what: 'an empty list', bad: sent([hi, assistant([]), hi]), good: sent([hi, assistant([])]) },
  { rule: 'ANT-027', what: 'an empty text', bad: sent([user([text('')])]), good: sent([user([text('x')])]) },
  {
    rule: 'ANT-027',
    what: 'an empty text in a result',
    bad: sent(loop([call()], [result('toolu_1', { content: [text('')] })]), tools),
    good: sent(loop([call()], [result('toolu_1', { content: '' })]), tools),
  },
  { rule: 'ANT-028', what: 'a blank text', bad: sent([user([text(' \n')])]), good: sent([user([text('.')])]) },
  {
    rule: 'ANT-028',
    what: 'a blank text beside another, which is accepted',
    status: 200,
    bad: sent([user([text('.'), text(' ')])]),
    good: sent([user([text('.'), text('.')])]),
  },
  {
    rule: 'ANT-029',
    what: 'a prefill with a space',
    bad: sent([hi, assistant('A: ')]),
    good: sent([hi, assistant('A:')]),
  },
  ...['claude-opus-4-6', 'claude-sonnet-4-6', 'claude-opus-4-7', 'claude-sonnet-5', 'claude-fable-5-1'].map(
    (model): Case => ({
      rule: 'ANT-030',
      what: `prefill on ${model}`,
      bad: on(model, [hi, assistant('A')]),
      good: on('claude-haiku-4-5', [hi, assistant('A')]),
    }),
  ),
  {
    rule: 'ANT-031',
    what: 'an empty list as a result',
    bad: sent(loop([call()], [result('toolu_1', { content: [] })]), tools),
    good: sent(loop([call()], [result('toolu_1', {})]), tools),
  },
  ...[{ content: '' }, {}, { content: [png(1)] }].map(
    (content): Case => ({
      rule: 'ANT-032',
      what: `an error without words: ${Object.keys(content).join()}`,
      bad: sent(loop([call()], [result('toolu_1', { is_error: true, ...content })]), tools),
      good: sent(loop([call()], [result('toolu_1', { is_error: true, content: 'broken' })]), tools),
    }),
  ),
  {
    rule: 'ANT-036',
    what: 'a picture in an error',
    bad: sent(loop([call()], [result('toolu_1', { is_error: true, content: [text('broken'), png(1)] })]), tools),
    good: sent(loop([call()], [result('toolu_1', { is_error: true, content: [text('broken')] }), png(1)]), tools),
  },
  { rule: 'ANT-033', what: 'a field of the request', bad: sent([hi], { reasoning_effort: 'low' }), good: sent([hi]) },
  { rule: 'ANT-033', what: 'a field of a message', bad: sent([{ ...hi, name: 'me' }]), good: sent([hi]) },
  {
    rule: 'ANT-033',
    what: 'a field of a text',
    bad: sent([user([{ ...text('x'), signature: 's' }])]),
    good: sent([user([text('x')])]),
  },
  {
    rule: 'ANT-033',
    what: 'a name on a result',
    bad: sent(loop([call()], [{ ...result(), name: 'read' }]), tools),
    good: fine,
  },
  {
    rule: 'ANT-033',
    what: 'a field of a tool',
    bad: sent([hi], { tools: [{ ...tool(), parameters: {} }] }),
    good: sent([hi], tools),
  },
  {
    rule: 'ANT-034',
    what: 'no max_tokens',
    bad: { body: { model: 'claude-sonnet-4-5', messages: [hi] } },
    good: sent([hi]),
  },
  { rule: 'ANT-035', what: 'a lone surrogate', bad: sent([user('\ud83d')]), good: sent([user('\ud83d\ude00')]) },
  {
    rule: 'ANT-035',
    what: 'a lone surrogate before an escape',
    bad: sent([user('\ud83d\n')]),
    good: sent([user('\\ud83d\n')]),
  },
];
