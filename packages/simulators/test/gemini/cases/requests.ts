/** Requests that the cases are built from, and their parts. */
import type { World } from '../../../src/api/world.ts';
import { ask, type Body, partsOf } from '../send.ts';

export const user = (text = 'hello'): Body => ({ role: 'user', parts: [{ text }] });
export const model = (...parts: readonly Body[]): Body => ({ role: 'model', parts });
export const call = (name = 'read', extra: Body = {}, args: unknown = { path: 'a' }): Body => ({
  functionCall: { name, args },
  ...extra,
});
export const answered = (name = 'read', extra: Body = {}): Body => ({
  functionResponse: { name, response: { output: 'text' }, ...extra },
});
export const results = (...parts: readonly Body[]): Body => ({ role: 'user', parts });
export const talk = (...contents: readonly Body[]): Body => ({ contents });
export const withTool = (declaration: Body): Body => ({
  ...talk(user()),
  tools: [{ functionDeclarations: [{ name: 'read', ...declaration }] }],
});
export const parameters = (schema: unknown): Body => withTool({ parameters: schema });
export const property = (schema: unknown): Body => parameters({ type: 'OBJECT', properties: { url: schema } });
export const good = talk(user(), model(call()), results(answered()));
export const bypass = { thoughtSignature: 'skip_thought_signature_validator' };

/** A call signed by a model of this world. */
export function signedCall(world: World, on = 'gemini-3.1-pro'): Body {
  const [part = {}] = partsOf(ask(on, talk(user()), world), {
    parts: [{ call: 'read', args: { path: 'a', lines: [1, { to: 2 }] } }],
    stop: 'calls',
  });
  return { ...part };
}

export const signedTalk = (part: Body): Body => talk(user(), model(part), results(answered()));
