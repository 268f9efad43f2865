/** Thinking: signatures, its position, and the settings for it (ANT-040 … ANT-058). */
import { assistant, type Body, call, request, result, text, user } from '../bench.ts';
import type { Case } from './case.ts';
import {
  adaptive,
  binding,
  dropping,
  enabled,
  hello,
  hi,
  loop,
  markLast,
  more,
  on,
  preserved,
  replayed,
  sent,
  swapLetter,
  think,
  thought,
  tools,
  withoutThinking,
} from './requests.ts';

export const thinkingCases: readonly Case[] = [
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
    rule: 'ANT-059',
    what: 'thinking in a pending turn, and none is wanted',
    bad: (bench) => {
      const content = bench.say(sent([hi], { ...tools, ...enabled }), [
        think,
        { call: 'read', args: {}, id: 'toolu_1' },
      ]);
      return sent(loop([...content], [result()]), tools);
    },
    good: sent(loop([call()], [result()]), tools),
  },
  {
    rule: 'ANT-044',
    what: 'the pending turn begins with a call',
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
    what: 'thinking only at the start of the pending turn',
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
  ...['claude-fable-5', 'claude-mythos-5', 'claude-fable-5-1', 'claude-opus-5-5', 'claude-sonnet-5-5'].map(
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
    rule: 'ANT-049',
    what: 'top_k while thinking',
    says: '`top_k` must be unset',
    bad: on('claude-opus-4-6', [hi], { ...adaptive, top_k: 5 }),
    good: on('claude-opus-4-6', [hi], { top_k: 5 }),
  },
  {
    rule: 'ANT-081',
    what: 'an address as the id of a user',
    bad: sent([hi], { metadata: { user_id: 'ann@example.com' } }),
    good: sent([hi], { metadata: { user_id: '7f3c-11' } }),
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
    what: 'high effort without thinking',
    bad: on('claude-opus-5', [hi], { thinking: { type: 'disabled' }, output_config: { effort: 'xhigh' } }),
    good: on('claude-opus-4-8', [hi], { thinking: { type: 'disabled' }, output_config: { effort: 'xhigh' } }),
  },
  {
    rule: 'ANT-051',
    what: 'high effort without thinking on Haiku 5.5',
    bad: on('claude-haiku-5-5', [hi], { thinking: { type: 'disabled' }, output_config: { effort: 'xhigh' } }),
    good: on('claude-haiku-5-5', [hi], { thinking: { type: 'disabled' }, output_config: { effort: 'high' } }),
  },
  {
    rule: 'ANT-033',
    what: 'a display of thinking that is disabled',
    says: 'thinking.disabled.display: Extra inputs are not permitted',
    bad: on('claude-opus-5', [hi], { thinking: { type: 'disabled', display: 'summarized' } }),
    good: on('claude-opus-5', [hi], { thinking: { type: 'adaptive', display: 'summarized' } }),
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
    what: 'binding controls without the beta',
    bad: on('claude-fable-5-1', [hi], dropping()),
    good: { ...on('claude-fable-5-1', [hi], dropping()), headers: binding },
  },
  ...['claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-sonnet-4-6'].map(
    (model): Case => ({
      rule: 'ANT-058',
      what: `a thought of ${model} in another account`,
      // Only the 5.5 models are documented to bind it; others only warn.
      status: model.endsWith('-5-5') ? 400 : 200,
      bad: (bench) => ({ ...replayed(model, (content) => content, adaptive)(bench), account: 'other' }),
      good: replayed(model, (content) => content, adaptive),
    }),
  ),
];
