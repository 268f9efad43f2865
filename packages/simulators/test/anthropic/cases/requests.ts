/** Requests that the cases are built from, and their parts. */
import type { Part } from '../../../src/api/model.ts';
import {
  assistant,
  type Bench,
  type Body,
  call,
  marked,
  request,
  result,
  type Sent,
  text,
  tool,
  user,
} from '../bench.ts';

export const hi = user('hi');
export const tools: Body = { tools: [tool()] };
export const loop = (calls: readonly Body[], answers: unknown): readonly Body[] => [
  hi,
  assistant(calls),
  user(answers),
];
export const sent = (messages: readonly Body[], more: Body = {}): Sent => ({ body: request(messages, more) });
export const on = (model: string, messages: readonly Body[], more: Body = {}): Sent =>
  sent(messages, { model, ...more });
export const fine: Sent = sent(loop([call()], [result()]), tools);
export const searched = (id: string, more: readonly Body[] = []): Body =>
  assistant([{ type: 'server_tool_use', id, name: 'web_search', input: {} }, ...more]);
export const found = (id: string, type = 'web_search_tool_result'): Body => ({ type, tool_use_id: id, content: [] });
export const advised: Body = assistant([
  { type: 'server_tool_use', id: 'srvtoolu_1', name: 'advisor', input: {} },
  found('srvtoolu_1', 'advisor_tool_result'),
  text('x'),
]);
export const png = (side: number): Body => {
  const bytes = Buffer.alloc(24);
  bytes.writeUInt32BE(0x89504e47, 0);
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  return {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: bytes.toString('base64') },
  };
};
export const times = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value);

/** A conversation in which the model has thought, and its answer. */
export const enabled: Body = { thinking: { type: 'enabled', budget_tokens: 1024 } };
export const adaptive: Body = { thinking: { type: 'adaptive' } };
export const binding = { 'anthropic-beta': 'thinking-binding-controls-2026-08-01' };
export const think: Part = { think: 'I wonder.' };
export const more: Part = { think: 'I still wonder.' };
export const hello: Part = { say: 'Hello.' };

export function thought(
  bench: Bench,
  model: string,
  parts: readonly Part[] = [think, hello],
  settings: Body = {},
): Body[] {
  return [...bench.say(on(model, [hi], settings), parts)];
}

export function replayed(
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
export function preserved(bench: Bench, model = 'claude-fable-5-1'): Body[] {
  const messages: Body[] = [hi];
  for (const word of ['one', 'two', 'three']) {
    messages.push(assistant(bench.say(on(model, messages), [{ think: word }, { say: word }])), user(word));
  }
  return messages;
}

export const withoutThinking = (message: Body): Body => ({
  ...message,
  content: (message['content'] as Body[]).filter(({ type }) => type !== 'thinking'),
});

export function addition(name: string): Body {
  return { type: 'tool_addition', tool: { type: 'tool_reference', name } };
}

export function document(): Body {
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } };
}

export function dropping(): Body {
  return { thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } } };
}

/** Cache marks are not part of the comparison. */
export function markLast(message: Body, index: number): Body {
  return index === 0 ? user([{ ...text('hi'), ...marked }]) : message;
}

export function swapLetter(block: Body): Body {
  const { signature } = block;
  return typeof signature === 'string' ? { ...block, signature: signature.slice(0, 40) + signature.slice(41) } : block;
}
