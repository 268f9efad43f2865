/** For every rule of GLM's Anthropic-compatible endpoint: a request that breaks it, and a similar one that does not. */
import {
  assistant,
  type Bench,
  type Body,
  call,
  marked,
  result,
  type Sent,
  system,
  text,
  tool,
  user,
} from '../bench.ts';
import { png } from '../cases/requests.ts';

export interface GlmCase {
  readonly rule: string;
  readonly what: string;
  readonly bad: Body | ((bench: Bench) => Body);
  readonly good: Body | ((bench: Bench) => Body);
  /** Where it is reported. */
  readonly at: string;
}

const hi = user('hi');
const tools: Body = { tools: [tool()] };
const round = [hi, assistant([call()]), user([result()])];

export const of = (messages: readonly Body[], more: Body = {}): Body => ({
  model: 'glm-5',
  max_tokens: 1000,
  messages,
  ...more,
});
export const at = (body: Body): Sent => ({ body });

/** A turn with thinking that is sent back, changed or not. */
const thought =
  (change: (block: Body) => Body) =>
  (bench: Bench): Body => {
    const content = bench.say(at(of([hi])), [{ think: 'Hm.' }, { say: 'Yes.' }]);
    return of([hi, assistant(content.map((block) => (block['type'] === 'thinking' ? change(block) : block))), hi]);
  };

export const cases: readonly GlmCase[] = [
  {
    rule: 'GLM-001',
    what: 'a call without its result',
    bad: of([hi, assistant([call()]), hi], tools),
    at: 'messages.1',
    good: of(round, tools),
  },
  {
    rule: 'GLM-001',
    what: 'a result without its call',
    bad: of([user([result()])], tools),
    at: 'messages.0.content.0',
    good: of(round, tools),
  },
  {
    rule: 'GLM-001',
    what: 'text before the results',
    bad: of([hi, assistant([call()]), user([text('so'), result()])], tools),
    at: 'messages.2',
    good: of([hi, assistant([call()]), user([result(), text('so')])], tools),
  },
  {
    rule: 'GLM-001',
    what: 'two calls with the same id',
    bad: of([hi, assistant([call(), call()]), user([result()])], tools),
    at: 'messages.1.content.1',
    good: of(round, tools),
  },
  {
    rule: 'GLM-001',
    what: 'the same id again in a later turn',
    bad: of([...round, ...round.slice(1)], tools),
    at: 'messages.3.content.0',
    good: of([...round, assistant([call('toolu_2')]), user([result('toolu_2')])], tools),
  },
  { rule: 'GLM-001', what: 'the model first', bad: of([assistant('hi'), hi]), at: 'messages.0', good: of([hi]) },
  {
    rule: 'GLM-001',
    what: 'the user twice in a row',
    bad: of([hi, hi]),
    at: 'messages.1',
    good: of([hi, assistant('yes'), hi]),
  },
  { rule: 'GLM-001', what: 'the model last', bad: of([hi, assistant('So')]), at: 'messages.1', good: of([hi]) },
  {
    rule: 'GLM-002',
    what: 'a zero-length text block',
    bad: of([user([text('hi'), text('')])]),
    at: 'messages.0.content.1',
    good: of([user([text('hi')])]),
  },
  {
    rule: 'GLM-002',
    what: 'a zero-length text block beside a result',
    bad: of([hi, assistant([call()]), user([result(), text('')])], tools),
    at: 'messages.2.content.1',
    good: of(round, tools),
  },
  {
    rule: 'GLM-002',
    what: 'a zero-length text block in the system prompt',
    bad: of([hi], { system: [text('')] }),
    at: 'system.0',
    good: of([hi], { system: [text('Be brief.')] }),
  },
  { rule: 'GLM-002', what: 'blank text', bad: of([user([text(' \n')])]), at: 'messages.0.content.0', good: of([hi]) },
  { rule: 'GLM-002', what: 'an empty message', bad: of([user('')]), at: 'messages.0', good: of([hi]) },
  {
    rule: 'GLM-002',
    what: 'a result that is an empty list',
    bad: of([hi, assistant([call()]), user([result('toolu_1', { content: [] })])], tools),
    at: 'messages.2.content.0.tool_result.content',
    good: of([hi, assistant([call()]), user([result('toolu_1', { content: '' })])], tools),
  },
  {
    rule: 'GLM-002',
    what: 'a parameter of its own Chat Completions',
    bad: of([hi], { clear_thinking: false }),
    at: 'clear_thinking',
    good: of([hi], { temperature: 0.5 }),
  },
  ...['context_management', 'cache_control', 'container', 'mcp_servers', 'output_format', 'speed'].map((name) => ({
    rule: 'GLM-002',
    what: `a parameter that only Claude knows: ${name}`,
    bad: of([hi], { [name]: {} }),
    at: name,
    good: of([hi], { metadata: { user_id: 'u' } }),
  })),
  {
    rule: 'GLM-002',
    what: 'a field that only Claude knows',
    bad: of([hi, assistant([{ ...call(), caller: { type: 'direct' } }]), user([result()])], tools),
    at: 'messages.1.content.0.tool_use.caller',
    good: of([hi, assistant([{ ...call(), ...marked }]), user([{ ...result(), ...marked }])], tools),
  },
  {
    rule: 'GLM-002',
    what: 'a field inside of a result',
    bad: of(
      [hi, assistant([call()]), user([result('toolu_1', { content: [{ ...text('x'), citations: [] }] })])],
      tools,
    ),
    at: 'messages.2.content.0.tool_result.content.0.citations',
    good: of([hi, assistant([call()]), user([result('toolu_1', { content: [text('x')] })])], tools),
  },
  {
    rule: 'GLM-002',
    what: 'a field of a tool',
    bad: of([hi], { tools: [{ ...tool(), strict: true }] }),
    at: 'tools.0.strict',
    good: of([hi], { tools: [{ ...tool(), description: 'Reads.' }] }),
  },
  {
    rule: 'GLM-002',
    what: 'a field of thinking',
    bad: of([hi], { thinking: { type: 'enabled', display: 'omitted' } }),
    at: 'thinking.display',
    good: of([hi], { thinking: { type: 'enabled', budget_tokens: 1024 } }),
  },
  {
    rule: 'GLM-002',
    what: 'a form of output',
    bad: of([hi], { output_config: { format: {} } }),
    at: 'output_config.format',
    good: of([hi], { output_config: { effort: 'high' } }),
  },
  {
    rule: 'GLM-003',
    what: 'the system among the messages',
    bad: of([hi, system('Be brief.')]),
    at: 'messages.1.role',
    good: of([hi], { system: 'Be brief.' }),
  },
  {
    rule: 'GLM-004',
    what: 'no thinking to GLM-5.3',
    bad: of([hi], { model: 'glm-5.3', thinking: { type: 'disabled' } }),
    at: 'thinking.type',
    good: of([hi], { thinking: { type: 'disabled' } }),
  },
  {
    rule: 'GLM-004',
    what: 'an unknown effort',
    bad: of([hi], { model: 'glm-5.3', output_config: { effort: 'medium' } }),
    at: 'output_config.effort',
    good: of([hi], { model: 'glm-5.3', output_config: { effort: 'low' } }),
  },
  {
    rule: 'GLM-005',
    what: 'more than the window',
    bad: of([user('word '.repeat(200))], { model: 'glm-tiny' }),
    at: 'messages',
    good: of([hi], { model: 'glm-tiny' }),
  },
  // Checked strictly, although the rulebook has no rule for it.
  {
    rule: 'unlisted',
    what: 'thinking of others',
    bad: thought((block) => ({ ...block, signature: 'made up' })),
    at: 'messages.1.content.0',
    good: thought((block) => block),
  },
  {
    rule: 'unlisted',
    what: 'a forced tool',
    bad: of([hi], { ...tools, tool_choice: { type: 'any' } }),
    at: 'tool_choice.type',
    good: of([hi], { ...tools, tool_choice: { type: 'auto', disable_parallel_tool_use: true } }),
  },
  {
    rule: 'unlisted',
    what: 'a picture to a text-only model',
    bad: of([user([text('What is it?'), png(10)])]),
    at: 'messages.0.content.1',
    good: of([user([text('What is it?'), png(10)])], { model: 'glm-4.6v' }),
  },
  {
    rule: 'unlisted',
    what: 'a picture in a result',
    bad: of([hi, assistant([call()]), user([result('toolu_1', { content: [png(10)] })])], {
      ...tools,
      model: 'glm-4.6v',
    }),
    at: 'messages.2.content.0.tool_result.content.0',
    good: of(round, { ...tools, model: 'glm-4.6v' }),
  },
  {
    rule: 'unlisted',
    what: 'calls of tools that are not declared',
    bad: of(round),
    at: 'messages.1.content.0',
    good: of(round, tools),
  },
  {
    rule: 'schema',
    what: 'adaptive thinking',
    bad: of([hi], { thinking: { type: 'adaptive' } }),
    at: 'thinking.type',
    good: of([hi], { thinking: { type: 'enabled' } }),
  },
  {
    rule: 'schema',
    what: 'an unknown role',
    bad: of([{ role: 'tool', content: 'x' }]),
    at: 'messages.0.role',
    good: of([hi]),
  },
  {
    rule: 'schema',
    what: 'redacted thinking',
    bad: of([hi, assistant([{ type: 'redacted_thinking', data: 'x' }, text('x')]), hi]),
    at: 'messages.1.content.0.type',
    good: of([hi, assistant([text('x')]), hi]),
  },
  {
    rule: 'schema',
    what: 'a tool of Anthropic',
    bad: of([hi], { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }),
    at: 'tools.0.type',
    good: of([hi], { tools: [{ type: 'custom', ...tool() }] }),
  },
  { rule: 'schema', what: 'no limit', bad: { model: 'glm-5', messages: [hi] }, at: 'max_tokens', good: of([hi]) },
];
