/** Schemas that a client wants enforced (`strict`): OpenAI is told on either of its APIs, whichever the client speaks; elsewhere the report says that it is not. */
import type { RouteTarget } from '@interlock/runtime';
import { afterEach, expect, test } from 'vitest';
import { openRefusing, sentFor, type Upstream } from './open-upstream.ts';

const item = { type: 'object', properties: { c: { type: ['string', 'null'] } }, required: ['c'] };
const closedItem = { ...item, additionalProperties: false };
const list = (items: object): object => ({
  ...{ type: 'object', properties: { a: { type: 'array', items } }, required: ['a'] },
  additionalProperties: false,
});

const chat = (schema: object): object => ({
  messages: [{ role: 'user', content: 'Hello.' }],
  tools: [{ type: 'function', function: { name: 't', parameters: schema, strict: true } }],
  response_format: { type: 'json_schema', json_schema: { name: 'r', schema, strict: true } },
});
const responses = (schema: object): object => ({
  ...{ input: 'Hello.', store: false },
  tools: [{ type: 'function', name: 't', parameters: schema, strict: true }],
  text: { format: { type: 'json_schema', name: 'r', schema, strict: true } },
});

const onChat: RouteTarget = { provider: 'openai', protocol: 'openai-chat', model: 'gpt-4.1' };
const onResponses: RouteTarget = { provider: 'openai', protocol: 'openai-responses', model: 'gpt-4.1' };
const ofChat = 'tools.0.function.strict, response_format.json_schema.strict';
const ofResponses = 'tools.0.strict, text.format.strict';

interface Row {
  readonly what: string;
  readonly at: string;
  readonly body: object;
  readonly target: RouteTarget;
  readonly path?: string;
  readonly strict: readonly unknown[];
  readonly leftOut: string | null;
}

const fromChat = { at: '/v1/chat/completions', body: chat(list(closedItem)) };
const fromResponses = { at: '/v1/responses', body: responses(list(closedItem)) };

const rows: readonly Row[] = [
  { what: 'Chat to Responses', ...fromChat, target: onResponses, strict: [true, true], leftOut: null },
  { what: 'Responses to Chat', ...fromResponses, target: onChat, strict: [true, true], leftOut: null },
  // OAC-020: OpenAI would refuse these.
  {
    ...{ what: 'Chat to Responses, open schema', at: fromChat.at, body: chat(list(item)) },
    ...{ target: onResponses, strict: [false, false], leftOut: ofChat },
  },
  {
    ...{ what: 'Responses to Chat, open schema', at: fromResponses.at, body: responses(list(item)) },
    ...{ target: onChat, strict: [undefined, undefined], leftOut: ofResponses },
  },
  {
    ...{ what: 'Chat to Messages', ...fromChat, target: { provider: 'anthropic', model: 'claude-opus-4-8' }, path: '' },
    ...{ strict: [undefined, undefined], leftOut: ofChat },
  },
  {
    ...{ what: 'Responses to Mistral', ...fromResponses },
    target: { provider: 'mistral', model: 'mistral-large-latest' },
    ...{ strict: [undefined, undefined], leftOut: ofResponses },
  },
];

let upstream: Upstream | undefined;
afterEach(() => upstream?.close());

test.each(rows)('$what', async ({ at, body, target, path = '/v1', strict, leftOut }) => {
  upstream = await openRefusing(target, path);
  const sent = await sentFor(upstream, at, body);
  const { tools, response_format: asked, text } = JSON.parse(JSON.stringify(sent.body));
  const format = asked?.json_schema ?? text?.format;
  expect([(tools[0].function ?? tools[0]).strict, format?.strict]).toEqual(strict);
  expect(sent.leftOut).toBe(leftOut);
});
