/** Requests that the cases are built from, and their parts. */
import type { ApiRequest } from '../../../src/api/api.ts';
import { create, encrypted, type Json, type Provider, thinkAndCall, thinkAndSay, tool, user } from '../provider.ts';

export const ask = (model: string, input: unknown, more: Json = {}): ApiRequest => create({ model, input, ...more });
export const plain = (input: unknown, more: Json = {}): ApiRequest => ask('gpt-4.1', input, more);
export const longId = `call_${'x'.repeat(111)}`;
export const month = 31 * 24 * 60 * 60;

/** The items of an answer to a first question. */
export const said = (provider: Provider, model = 'gpt-5', more: Json = encrypted): readonly Json[] =>
  provider.ask({ model, input: 'Hi', ...more }, thinkAndSay).output;
export const called = (provider: Provider, model = 'gpt-5', more: Json = encrypted): readonly Json[] =>
  provider.ask({ model, input: 'Hi', ...more }, thinkAndCall).output;
export const withoutId = ({ id: _, ...item }: Json): Json => item;
export const callIdOf = (items: readonly Json[]): string => String(items[1]?.['call_id']);
export const again = (items: readonly (Json | undefined)[], model = 'gpt-5', more: Json = encrypted): ApiRequest =>
  ask(model, [user('Hi'), ...items, user('Go on')], more);

export const found: Json = {
  type: 'tool_search_output',
  call_id: null,
  execution: 'server',
  status: 'completed',
  tools: [{ type: 'namespace', name: 'files', description: 'Files.', tools: [tool('read')] }],
};
export const custom = (more: Json): Json => ({
  type: 'custom_tool_call',
  call_id: 'call_1',
  name: 'run',
  input: 'ls',
  ...more,
});
export const customOutput: Json = { type: 'custom_tool_call_output', call_id: 'call_1', output: 'a.txt' };
export const strict = (at: Json): Json =>
  tool('read', {
    strict: true,
    parameters: { type: 'object', properties: { at }, required: ['at'], additionalProperties: false },
  });
