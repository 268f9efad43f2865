/** Messages and tools that the cases of all providers are built from. */
import type { Body } from './check-provider.ts';

export const user: Body = { role: 'user', content: 'Where is it?' };
export const system: Body = { role: 'system', content: 'Be brief.' };
export const said: Body = { role: 'assistant', content: 'Here.' };
export const image: Body = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
export const text: Body = { type: 'text', text: 'So.' };

export const call = (id: string, name = 'search', args: unknown = '{}'): Body => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});

export const calls = (...made: readonly (string | Body)[]): Body => ({
  role: 'assistant',
  content: '',
  tool_calls: made.map((one) => (typeof one === 'string' ? call(one) : one)),
});

export const result = (id: string, more: Body = {}): Body => ({
  role: 'tool',
  tool_call_id: id,
  content: 'found',
  ...more,
});

export const tool = (name = 'search', more: Body = {}): Body => ({
  type: 'function',
  function: { name, description: 'Searches.', parameters: { type: 'object', properties: {} }, ...more },
});

export const forTool = (name: string): Body => ({ type: 'function', function: { name } });

/** Longer than the windows of the tiny models. */
export const tooLongMessage: Body = { role: 'user', content: 'x'.repeat(1000) };
