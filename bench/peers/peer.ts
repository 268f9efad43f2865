/** What is compared: a library's own way from a conversation that it holds in its own form to the bytes of a request. */
import type { Content } from '@interlock/transcript';

export type Api = 'anthropic' | 'openai-chat';

/** Makes the bytes of one request. This is what is timed. */
export type MakeBody = () => Uint8Array | Promise<Uint8Array>;

export interface Peer {
  readonly name: string;
  /** Puts the conversation into the library's own form, as its users hold it. Not timed. */
  readonly hold: (contents: readonly Content[], api: Api) => MakeBody;
}

export const models: Readonly<Record<Api, string>> = { anthropic: 'claude-opus-4-8', 'openai-chat': 'gpt-4.1' };

export function bytesOf(body: unknown): Uint8Array {
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}
