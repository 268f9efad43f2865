/** Requests that the cases are built from, and their parts. */
import type { Body, RuleCase } from '../../case-checks.ts';

export const user = { role: 'user', content: 'Where is it?' };
export const system = { role: 'system', content: 'Be brief.' };
export const said = { role: 'assistant', content: 'Here.' };
export const first = 'abcdefgh1';
export const second = 'abcdefgh2';

export const call = (id?: string, name = 'search'): Body => ({
  ...(id === undefined ? {} : { id }),
  type: 'function',
  function: { name, arguments: '{}' },
});
export const calls = (...ids: readonly (string | undefined)[]): Body => ({
  role: 'assistant',
  content: '',
  tool_calls: ids.map((id) => call(id)),
});
export const result = (id: string, more: Body = {}): Body => ({
  role: 'tool',
  tool_call_id: id,
  content: 'found',
  ...more,
});
export const tool = (parameters: unknown, name = 'search'): Body => ({
  type: 'function',
  function: { name, parameters },
});
export const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] };
export const text = { type: 'text', text: 'So.' };
export const image = { type: 'image_url', image_url: 'data:image/png;base64,AAAA' };

export const ask = (messages: readonly unknown[], more: Body = {}): Body => ({
  model: 'mistral-large-latest',
  messages,
  ...more,
});
export const nim = { model: 'mistral-small-2506-nim' };
export const gguf = { model: 'ministral-8b-2512-gguf' };
export const v3 = { model: 'open-mistral-7b' };
export const v7 = { model: 'mistral-large-2407' };
export const v11 = { model: 'mistral-medium-2508' };
export const v13 = { model: 'magistral-medium-2509' };
export const v15 = { model: 'mistral-medium-3.5' };

export const round = [user, calls(first), result(first)];

export const refused = (
  rule: string,
  when: string,
  { at, says, code = 'invalid_request_error' }: { readonly at: string; readonly says: string; readonly code?: string },
  broken: Body,
  kept: Body,
): RuleCase => ({ rule, when, broken, kept, says, at, code, status: 400 });

export const order = 'invalid_request_message_order';
export const made = 'invalid_request_function_call';
export const answer = 'invalid_request_assistant_message';
export const reply = 'invalid_request_tool_message';

export const extra = (loc: readonly unknown[], input: unknown): Body => ({
  type: 'extra_forbidden',
  loc,
  msg: 'Extra inputs are not permitted',
  input,
});
export const forbidden = (when: string, at: string, details: readonly Body[], broken: Body, kept: Body): RuleCase => ({
  rule: 'MIS-017',
  when,
  broken,
  kept,
  says: JSON.stringify(details),
  at,
  code: 'invalid_request_error',
  status: 422,
});

export const badId = (id: string): string => `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`;
export const badName = (name: string): string =>
  `Function name was ${name} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.`;
export const uneven = 'Not the same number of function calls and responses';
export const lastRole = (role: string): string =>
  `Expected last role User or Tool (or Assistant with prefix True) for serving but got ${role}`;
