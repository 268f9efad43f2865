/** For every rule, a request that breaks it and its nearest neighbour that does not. */
import type { Part } from '../../src/model.ts';
import {
  assistant,
  type Bench,
  type Body,
  call,
  marked,
  request,
  result,
  type Sent,
  system,
  text,
  tool,
  user,
} from './bench.ts';

export interface Case {
  readonly rule: string;
  readonly what: string;
  readonly bad: Sent | ((bench: Bench) => Sent);
  readonly good: Sent | ((bench: Bench) => Sent);
  /** 400 for what is enforced, 200 for what is let through, unless told. */
  readonly status?: number;
  /** Where the rule says a text of its own that this case does not get. */
  readonly says?: string;
  /** Rules that cannot but be broken with it. */
  readonly also?: readonly string[];
}

const hi = user('hi');
const tools: Body = { tools: [tool()] };
const loop = (calls: readonly Body[], answers: unknown): readonly Body[] => [hi, assistant(calls), user(answers)];
const sent = (messages: readonly Body[], more: Body = {}): Sent => ({ body: request(messages, more) });
const on = (model: string, messages: readonly Body[], more: Body = {}): Sent => sent(messages, { model, ...more });
const fine: Sent = sent(loop([call()], [result()]), tools);
const searched = (id: string, more: readonly Body[] = []): Body =>
  assistant([{ type: 'server_tool_use', id, name: 'web_search', input: {} }, ...more]);
const found = (id: string, type = 'web_search_tool_result'): Body => ({ type, tool_use_id: id, content: [] });
const advised: Body = assistant([
  { type: 'server_tool_use', id: 'srvtoolu_1', name: 'advisor', input: {} },
  found('srvtoolu_1', 'advisor_tool_result'),
  text('x'),
]);
const png = (side: number): Body => {
  const bytes = Buffer.alloc(24);
  bytes.writeUInt32BE(0x89504e47, 0);
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  return {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: bytes.toString('base64') },
  };
};
const times = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value);

/** A conversation in which the model has thought, and what it said. */
const enabled: Body = { thinking: { type: 'enabled', budget_tokens: 1024 } };
const adaptive: Body = { thinking: { type: 'adaptive' } };
const binding = { 'anthropic-beta': 'thinking-binding-controls-2026-08-01' };
const think: Part = { think: 'I wonder.' };
const more: Part = { think: 'I still wonder.' };
const hello: Part = { say: 'Hello.' };

function thought(bench: Bench, model: string, parts: readonly Part[] = [think, hello], settings: Body = {}): Body[] {
  return [...bench.say(on(model, [hi], settings), parts)];
}

function replayed(
  model: string,
  change: (content: readonly Body[]) => unknown,
  settings: Body = enabled,
  parts: readonly Part[] = [think, hello],
): (bench: Bench) => Sent {
  return (bench) => {
    const content = thought(bench, model, parts, settings);
    return on(model, [hi, assistant(change(content)), user('go on')], settings);
  };
}

/** Three turns of one conversation on a model that preserves thinking. */
function preserved(bench: Bench, model = 'claude-fable-5-1'): Body[] {
  const messages: Body[] = [hi];
  for (const word of ['one', 'two', 'three']) {
    messages.push(assistant(bench.say(on(model, messages), [{ think: word }, { say: word }])), user(word));
  }
  return messages;
}

const withoutThinking = (message: Body): Body => ({
  ...message,
  content: (message['content'] as Body[]).filter(({ type }) => type !== 'thinking'),
});

export const cases: readonly Case[] = [
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
    what: 'a result with the id of nobody',
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
    what: 'a result of the server before its call',
    bad: sent([hi, assistant([found('srvtoolu_1'), text('x')]), hi]),
    good: sent([hi, searched('srvtoolu_1', [found('srvtoolu_1'), text('x')]), hi]),
  },
  {
    rule: 'ANT-009',
    what: 'a call of the server without a result, and the user went on',
    bad: sent([hi, searched('srvtoolu_1'), hi]),
    good: sent([hi, searched('srvtoolu_1', [call()]), user([result()])], tools),
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
    what: 'a reference to a tool that is gone',
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
  { rule: 'ANT-035', what: 'half an emoji', bad: sent([user('\ud83d')]), good: sent([user('\ud83d\ude00')]) },
  {
    rule: 'ANT-035',
    what: 'half an emoji before an escape',
    bad: sent([user('\ud83d\n')]),
    good: sent([user('\\ud83d\n')]),
  },
  {
    rule: 'ANT-040',
    what: 'an edited thought',
    bad: replayed('claude-sonnet-4-5', ([first, ...rest]) => [{ ...first, thinking: 'I know.' }, ...rest]),
    good: replayed('claude-sonnet-4-5', (content) => content),
  },
  {
    rule: 'ANT-040',
    what: 'an edited signature',
    bad: replayed('claude-sonnet-4-5', ([first, ...rest]) =>
      [{ ...first, signature: `${first?.['signature']}x` }, ...rest].map(swapLetter),
    ),
    good: replayed('claude-sonnet-4-5', (content) => content),
  },
  {
    rule: 'ANT-040',
    what: 'a thought of another model',
    bad: (bench) =>
      on('claude-opus-4-5', [hi, assistant(thought(bench, 'claude-sonnet-4-5', [think, hello], enabled)), hi]),
    good: (bench) =>
      on('claude-sonnet-4-5-20250929', [
        hi,
        assistant(thought(bench, 'claude-sonnet-4-5', [think, hello], enabled)),
        hi,
      ]),
  },
  {
    rule: 'ANT-040',
    what: 'a thought from another address',
    bad: (bench) => ({ ...replayed('claude-sonnet-4-5', (content) => content)(bench), endpoint: 'http://two' }),
    good: replayed('claude-sonnet-4-5', (content) => content),
  },
  {
    rule: 'ANT-041',
    what: 'no signature',
    bad: sent([hi, assistant([{ type: 'thinking', thinking: 'x' }, text('y')]), hi]),
    good: sent([hi, assistant([text('y')]), hi]),
  },
  {
    rule: 'ANT-041',
    what: 'an empty signature',
    says: 'Invalid `signature` in `thinking` block',
    bad: sent([hi, assistant([{ type: 'thinking', thinking: 'x', signature: '' }, text('y')]), hi]),
    good: sent([hi, assistant([text('y')]), hi]),
  },
  {
    rule: 'ANT-042',
    what: 'a placeholder for redacted thinking',
    bad: sent([hi, assistant([{ type: 'redacted_thinking', data: 'placeholder' }, text('y')]), hi]),
    good: (bench) => {
      const trigger = user('ANTHROPIC_MAGIC_STRING_TRIGGER_REDACTED_THINKING_46C9');
      return sent([trigger, assistant(bench.say(sent([trigger], enabled), [think, hello])), hi]);
    },
  },
  {
    rule: 'ANT-043',
    what: 'one of two thoughts removed from the latest message',
    bad: replayed('claude-sonnet-4-5', ([, ...rest]) => rest, enabled, [think, more, hello]),
    good: replayed('claude-sonnet-4-5', (content) => content.slice(2), enabled, [think, more, hello]),
  },
  {
    rule: 'ANT-043',
    what: 'thoughts in another order in the latest message',
    bad: replayed('claude-sonnet-4-5', ([one, two, ...rest]) => [two, one, ...rest], enabled, [think, more, hello]),
    good: replayed('claude-sonnet-4-5', (content) => content, enabled, [think, more, hello]),
  },
  {
    rule: 'ANT-044',
    what: 'the waiting turn begins with a call',
    bad: sent(loop([call()], [result()]), { ...tools, ...enabled }),
    good: (bench) => {
      const content = bench.say(sent([hi], { ...tools, ...enabled }), [
        think,
        { call: 'read', args: {}, id: 'toolu_1' },
      ]);
      return sent(loop([...content], [result()]), { ...tools, ...enabled });
    },
  },
  {
    rule: 'ANT-044',
    what: 'thinking only at the start of the waiting turn',
    status: 200,
    bad: (bench) => {
      const content = bench.say(sent([hi], { ...tools, ...enabled }), [
        think,
        { call: 'read', args: {}, id: 'toolu_1' },
      ]);
      return sent([...loop([...content], [result()]), assistant([call('b')]), user([result('b')])], {
        ...tools,
        ...enabled,
      });
    },
    good: sent([...loop([call()], [result()]), assistant([call('b')]), user([result('b')])], tools),
    says: 'but found `tool_use`',
  },
  {
    rule: 'ANT-045',
    what: 'forced choice with a budget',
    bad: sent([hi], { ...tools, ...enabled, tool_choice: { type: 'any' } }),
    good: on('claude-opus-4-6', [hi], { ...tools, ...adaptive, tool_choice: { type: 'any' } }),
  },
  ...['claude-fable-5', 'claude-mythos-5', 'claude-fable-5-1', 'claude-sonnet-5-5'].map(
    (model): Case => ({
      rule: 'ANT-046',
      what: `forced choice on ${model}`,
      bad: on(model, [hi], { ...tools, tool_choice: { type: 'tool', name: 'read' } }),
      good: on(model, [hi], { ...tools, tool_choice: { type: 'auto' } }),
    }),
  ),
  ...[
    'claude-opus-4-7',
    'claude-opus-4-8',
    'claude-opus-5',
    'claude-sonnet-5',
    'claude-fable-5',
    'claude-mythos-5',
    'claude-haiku-5-5',
  ].map(
    (model): Case => ({
      rule: 'ANT-047',
      what: `a budget on ${model}`,
      bad: on(model, [hi], enabled),
      good: on(model, [hi], adaptive),
    }),
  ),
  ...['claude-haiku-4-5', 'claude-sonnet-4-5', 'claude-3-5-haiku'].map(
    (model): Case => ({
      rule: 'ANT-048',
      what: `adaptive on ${model}`,
      bad: on(model, [hi], adaptive),
      good: on('claude-sonnet-4-6', [hi], adaptive),
    }),
  ),
  {
    rule: 'ANT-049',
    what: 'a temperature while thinking',
    bad: on('claude-opus-4-6', [hi], { ...adaptive, temperature: 0.2 }),
    good: on('claude-opus-4-6', [hi], { ...adaptive, temperature: 1 }),
  },
  {
    rule: 'ANT-050',
    what: 'temperature and top_p',
    bad: sent([hi], { temperature: 0.2, top_p: 0.9 }),
    good: on('claude-3-5-haiku', [hi], { temperature: 0.2, top_p: 0.9 }),
  },
  ...['temperature', 'top_p', 'top_k'].map(
    (name): Case => ({
      rule: 'ANT-050',
      what: `${name} on Opus 4.7`,
      says: `\`${name}\` is not supported for this model.`,
      bad: on('claude-opus-4-7', [hi], { [name]: 1 }),
      good: on('claude-opus-4-6', [hi], { [name]: 1 }),
    }),
  ),
  {
    rule: 'ANT-051',
    what: 'much effort without thinking',
    bad: on('claude-opus-5', [hi], { thinking: { type: 'disabled' }, output_config: { effort: 'xhigh' } }),
    good: on('claude-opus-4-8', [hi], { thinking: { type: 'disabled' }, output_config: { effort: 'xhigh' } }),
  },
  {
    rule: 'ANT-052',
    what: 'xhigh on 4.6',
    bad: on('claude-opus-4-6', [hi], { output_config: { effort: 'xhigh' } }),
    good: on('claude-opus-4-7', [hi], { output_config: { effort: 'xhigh' } }),
  },
  {
    rule: 'ANT-053',
    what: 'a small budget',
    bad: sent([hi], { thinking: { type: 'enabled', budget_tokens: 500 } }),
    good: sent([hi], enabled),
  },
  {
    rule: 'ANT-053',
    what: 'a budget as large as max_tokens',
    says: '`max_tokens` must be greater than `thinking.budget_tokens`',
    bad: sent([hi], { thinking: { type: 'enabled', budget_tokens: 2048 } }),
    good: sent([hi], enabled),
  },
  ...(
    [
      [
        'the system prompt',
        (body) => ({ ...body, system: 'be kind' }),
        'The `system` prompt differs from the one this block was created with.',
      ],
      ['the tools', (body) => ({ ...body, ...tools }), 'The block is bound to a different conversation.'],
      [
        'an earlier message',
        (body) => ({ ...body, messages: (body['messages'] as Body[]).with(0, user('hey')) }),
        'The block is bound to a different conversation.',
      ],
    ] as const satisfies readonly (readonly [string, (body: Body) => Body, string])[]
  ).flatMap(([what, change, says]) =>
    ['claude-fable-5-1', 'claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5'].map(
      (model): Case => ({
        rule: 'ANT-054',
        what: `${what} changed on ${model}`,
        says,
        bad: (bench) => ({ body: change(request(preserved(bench, model), { model })) }),
        good: (bench) => on(model, preserved(bench, model).map(markLast)),
      }),
    ),
  ),
  {
    rule: 'ANT-054',
    what: 'the system prompt changed, blocks dropped on demand',
    status: 200,
    says: 'prefix_binding_mismatch',
    bad: (bench) => ({
      ...on('claude-fable-5-1', preserved(bench), { system: 'be', ...dropping() }),
      headers: binding,
    }),
    good: (bench) => ({ ...on('claude-fable-5-1', preserved(bench), dropping()), headers: binding }),
  },
  {
    rule: 'ANT-054',
    what: 'a thought of Opus 5 under another system prompt, read by Fable 5.1',
    bad: (bench) => on('claude-fable-5-1', preserved(bench, 'claude-opus-5'), { system: 'be' }),
    good: (bench) => on('claude-fable-5-1', preserved(bench, 'claude-opus-5')),
  },
  {
    rule: 'ANT-055',
    what: 'a thought removed from the middle',
    bad: (bench) => {
      const messages = preserved(bench);
      return on(
        'claude-fable-5-1',
        messages.map((message, index) => (index === 3 ? withoutThinking(message) : message)),
      );
    },
    good: (bench) => {
      const messages = preserved(bench);
      return on(
        'claude-fable-5-1',
        messages.map((message, index) => (index === 1 ? withoutThinking(message) : message)),
      );
    },
  },
  ...(
    [
      ['claude-fable-5-1', 'claude-opus-5', 'claude-opus-5', 'claude-fable-5-1'],
      ['claude-fable-5-1', 'claude-opus-5-5', 'claude-opus-5-5', 'claude-fable-5-1'],
      ['claude-opus-5', 'claude-haiku-5-5', 'claude-haiku-5-5', 'claude-opus-5'],
      ['claude-opus-4-8', 'claude-fable-5-1', 'claude-opus-5', 'claude-fable-5-1'],
    ] as const
  ).map(
    ([from, to, goodFrom, goodTo]): Case => ({
      rule: 'ANT-056',
      what: `a thought of ${from} is not read by ${to}`,
      bad: (bench) => on(to, [hi, assistant(thought(bench, from, [think, hello], adaptive)), hi]),
      good: (bench) => on(goodTo, [hi, assistant(thought(bench, goodFrom, [think, hello])), hi]),
    }),
  ),
  {
    rule: 'ANT-056',
    what: 'a thought of Opus 5.5 is not read by Fable 5.1 on Bedrock',
    bad: (bench) => on('anthropic.claude-fable-5-1', [hi, assistant(thought(bench, 'anthropic.claude-opus-5-5')), hi]),
    good: (bench) => on('claude-fable-5-1', [hi, assistant(thought(bench, 'claude-opus-5-5')), hi]),
  },
  {
    rule: 'ANT-057',
    what: 'controls of binding without the beta',
    bad: on('claude-fable-5-1', [hi], dropping()),
    good: { ...on('claude-fable-5-1', [hi], dropping()), headers: binding },
  },
  ...['claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-sonnet-4-6'].map(
    (model): Case => ({
      rule: 'ANT-058',
      what: `a thought of ${model} in another account`,
      bad: (bench) => ({ ...replayed(model, (content) => content, adaptive)(bench), account: 'other' }),
      good: replayed(model, (content) => content, adaptive),
    }),
  ),
  { rule: 'ANT-060', what: 'calls without tools', bad: sent(loop([call()], [result()])), good: fine },
  {
    rule: 'ANT-061',
    what: 'a slash in a name',
    bad: sent([hi], { tools: [tool('fs/read')] }),
    good: sent([hi], { tools: [tool('x'.repeat(128))] }),
  },
  {
    rule: 'ANT-061',
    what: 'a name of 129 letters',
    bad: sent([hi], { tools: [tool('x'.repeat(129))] }),
    good: sent([hi], { tools: [tool('x'.repeat(128))] }),
  },
  {
    rule: 'ANT-061',
    what: 'a name in the history',
    bad: sent(loop([call('toolu_1', 'a b')], [result()]), tools),
    good: fine,
  },
  {
    rule: 'ANT-062',
    what: 'one name twice',
    bad: sent([hi], { tools: [tool(), tool()] }),
    good: sent([hi], { tools: [tool(), tool('write')] }),
  },
  {
    rule: 'ANT-063',
    what: 'a schema without a type',
    bad: sent([hi], { tools: [{ name: 'x', input_schema: {} }] }),
    good: sent([hi], tools),
  },
  {
    rule: 'ANT-064',
    what: 'all tools deferred',
    bad: sent([hi], { tools: [{ ...tool(), defer_loading: true }] }),
    good: sent([hi], { tools: [{ ...tool(), defer_loading: true }, tool('write')] }),
  },
  {
    rule: 'ANT-065',
    what: 'five marks',
    bad: sent([user(times(4, { ...text('x'), ...marked }))], marked),
    good: sent([user(times(4, { ...text('x'), ...marked }))]),
  },
  {
    rule: 'ANT-066',
    what: 'a mark on an empty text',
    bad: sent([user([png(1), { ...text(''), ...marked }])]),
    good: sent([user([{ ...png(1), ...marked }, text('x')])]),
  },
  {
    rule: 'ANT-067',
    what: 'a mark on a thought',
    bad: replayed('claude-sonnet-4-5', ([first, ...rest]) => [{ ...first, ...marked }, ...rest]),
    good: replayed('claude-sonnet-4-5', ([first, ...rest]) => [
      first,
      ...rest.map((block) => ({ ...block, ...marked })),
    ]),
  },
  {
    rule: 'ANT-068',
    what: 'many pictures, large',
    bad: sent([user([...times(20, png(1)), png(3000)])]),
    good: sent([user([...times(19, png(1)), png(3000)])], { model: 'claude-sonnet-5' }),
  },
  {
    rule: 'ANT-068',
    what: 'one picture, huge',
    says: 'exceed max allowed size: 8000 pixels',
    bad: sent(loop([call()], [result('toolu_1', { content: [png(8001)] })]), tools),
    good: sent(loop([call()], [result('toolu_1', { content: [png(2001)] })]), tools),
  },
  {
    rule: 'ANT-070',
    what: 'a long prompt',
    bad: on('claude-tiny', [user('x'.repeat(4001))]),
    good: on('claude-tiny', [user('x'.repeat(4000))]),
  },
  {
    rule: 'ANT-070b',
    what: 'text after a call',
    bad: sent(loop([call(), text('x')], [result()]), tools),
    good: sent(loop([text('x'), call()], [result()]), tools),
  },
  {
    rule: 'ANT-071',
    what: 'prompt and output together too long',
    bad: on('claude-3-5-haiku', [user('x'.repeat(4000))], { max_tokens: 199_500 }),
    good: on('claude-haiku-4-5', [user('x'.repeat(4000))], { max_tokens: 199_500 }),
  },
  {
    rule: 'ANT-074',
    what: 'an orphan before a compaction',
    bad: sent([user([result()]), assistant([{ type: 'compaction', content: 'All was well.' }]), hi], tools),
    good: sent(
      [...loop([call()], [result()]), assistant([{ type: 'compaction', content: 'All was well.' }]), hi],
      tools,
    ),
  },
  {
    rule: 'ANT-075',
    what: 'a container as an object',
    bad: sent([hi], { container: { id: 'c1' } }),
    good: sent([hi], { container: 'c1' }),
  },
  {
    rule: 'BDR-001',
    what: 'calls without tools',
    bad: on('anthropic.claude-sonnet-4-5', loop([call()], [result()])),
    good: on('anthropic.claude-sonnet-4-5-20250929-v1:0', loop([call()], [result()]), tools),
  },
  {
    rule: 'BDR-002',
    what: 'a document beside a result',
    bad: on('anthropic.claude-sonnet-4-5', loop([call()], [result(), document()]), tools),
    good: on('anthropic.claude-sonnet-4-5', loop([call()], [result(), text('x')]), tools),
  },
  {
    rule: 'BDR-003',
    what: 'the assistant first',
    bad: on('anthropic.claude-sonnet-4-5', [assistant('hi'), hi]),
    good: on('anthropic.claude-sonnet-4-5', [hi]),
  },
  {
    rule: 'BDR-003',
    what: 'a blank text',
    bad: on('us.anthropic.claude-sonnet-4-5', [user([text(' ')])]),
    good: on('us.anthropic.claude-sonnet-4-5', [user([text('.')])]),
  },
  {
    rule: 'BDR-004',
    what: 'a long id',
    bad: on('anthropic.claude-sonnet-4-5', loop([call('x'.repeat(65))], [result('x'.repeat(65))]), tools),
    good: sent(loop([call('x'.repeat(65))], [result('x'.repeat(65))]), tools),
  },
  {
    rule: 'BDR-004',
    what: 'a long name',
    bad: on('anthropic.claude-sonnet-4-5', [hi], { tools: [tool('x'.repeat(65))] }),
    good: on('anthropic.claude-sonnet-4-5', [hi], { tools: [tool('x'.repeat(64))] }),
  },
  {
    rule: 'BDR-006',
    what: 'no tools by choice',
    bad: on('anthropic.claude-sonnet-4-5', [hi], { ...tools, tool_choice: { type: 'none' } }),
    good: sent([hi], { ...tools, tool_choice: { type: 'none' } }),
  },
];

function addition(name: string): Body {
  return { type: 'tool_addition', tool: { type: 'tool_reference', name } };
}

function document(): Body {
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } };
}

function dropping(): Body {
  return { thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } } };
}

/** Marks for the cache are outside the comparison. */
function markLast(message: Body, index: number): Body {
  return index === 0 ? user([{ ...text('hi'), ...marked }]) : message;
}

function swapLetter(block: Body): Body {
  const { signature } = block;
  return typeof signature === 'string' ? { ...block, signature: signature.slice(0, 40) + signature.slice(41) } : block;
}
