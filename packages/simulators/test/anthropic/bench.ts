/** A provider to test requests with: real worlds for several accounts and addresses, and answers whose thinking can be sent back. */

import { createAnthropic } from '../../src/anthropic/index.ts';
import type { Api, Outcome } from '../../src/api/api.ts';
import type { Answer, Part } from '../../src/api/model.ts';
import { createWorld, type World } from '../../src/api/world.ts';

export type Body = Readonly<Record<string, unknown>>;
export type Content = readonly Body[];

export interface Sent {
  readonly body: Body;
  readonly headers?: Readonly<Record<string, string>>;
  readonly account?: string;
  readonly endpoint?: string;
  readonly path?: string;
}

export interface Bench {
  readonly api: Api;
  readonly world: (account?: string, endpoint?: string) => World;
  send(sent: Sent): Outcome;
  /** The body of the answer. */
  answer(sent: Sent, parts: readonly Part[], stop?: Answer['stop']): Body;
  /** The content the model answers with. */
  say(sent: Sent, parts: readonly Part[]): Content;
}

/** Default: Anthropic's own API. */
export function createBench(api: Api = createAnthropic(), messagesPath = '/v1/messages'): Bench {
  let given = 0;
  const next = (): number => {
    given += 1;
    return given;
  };
  const world = (account = 'main', endpoint = 'http://one'): World =>
    createWorld({ account, endpoint, secret: 'secret', next });
  const send = ({ body, headers, account, endpoint, path = messagesPath }: Sent): Outcome => {
    const raw = JSON.stringify(body);
    return api.handle(
      {
        method: 'POST',
        path,
        query: new URLSearchParams(),
        headers: { 'x-api-key': 'key', 'anthropic-version': '2023-06-01', ...headers },
        body: JSON.parse(raw),
        raw,
      },
      world(account, endpoint),
    );
  };
  const answer: Bench['answer'] = (sent, parts, stop = 'end') => {
    const outcome = send(sent);
    if (outcome.kind !== 'asked') throw new Error(`refused: ${JSON.stringify(outcome)}`);
    const { body } = outcome.answer({ parts, stop });
    return JSON.parse(typeof body === 'string' ? body : '{}');
  };
  const say: Bench['say'] = (sent, parts) => answer(sent, parts)['content'] as Content;
  return { api, world, send, answer, say };
}

/** The parts requests are made of. */
export const user = (content: unknown): Body => ({ role: 'user', content });
export const assistant = (content: unknown): Body => ({ role: 'assistant', content });
export const system = (content: unknown): Body => ({ role: 'system', content });
export const text = (words: string): Body => ({ type: 'text', text: words });
export const call = (id = 'toolu_1', name = 'read'): Body => ({ type: 'tool_use', id, name, input: {} });
export const result = (id = 'toolu_1', more: Body = { content: 'ok' }): Body => ({
  type: 'tool_result',
  tool_use_id: id,
  ...more,
});
export const tool = (name = 'read'): Body => ({ name, input_schema: { type: 'object' } });
export const marked: Body = { cache_control: { type: 'ephemeral' } };

export function request(messages: readonly Body[], more: Body = {}): Body {
  return { model: 'claude-sonnet-4-5', max_tokens: 2048, messages, ...more };
}
