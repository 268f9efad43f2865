/** Requests that the cases are built from, and their parts. */
import { calls, result, tool, user } from '../../bodies.ts';
import type { Body } from '../../check-provider.ts';

export const of = (messages: readonly unknown[], more: Body = {}): Body => ({ model: 'gpt-4o', messages, ...more });
export const long = 'x'.repeat(41);
export const fits = 'x'.repeat(40);
export const item = 'fc_0f0e50a1476a6c35006912c58dc9f8819192c25864eb16f07f';
export const round = [user, calls('c1'), result('c1')];
export const pattern = "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.";
export const unanswered = 'The following tool_call_ids did not have response messages:';
export const orphan =
  "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
export const noContent = "Invalid value for 'content': expected a string, got null.";
export const tools = [tool()];
export const strict = (parameters: Body): Body => tool('search', { strict: true, parameters });
export const closed = {
  type: 'object',
  properties: { a: { type: 'string' } },
  required: ['a'],
  additionalProperties: false,
};
export const audio = { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } };
