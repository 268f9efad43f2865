/** What is compared: how a library turns a conversation in its own format into the bytes of a request. */
import type { Content } from '@interlock/transcript';

export type Api = 'anthropic' | 'openai-chat';

/** Builds the bytes of one request. This is what is timed. */
export type MakeBody = () => Uint8Array | Promise<Uint8Array>;

export interface Peer {
  readonly name: string;
  /** Converts the conversation to the library's own format, as its users hold it. Not timed. */
  readonly hold: (contents: readonly Content[], api: Api) => MakeBody;
}

export const models: Readonly<Record<Api, string>> = { anthropic: 'claude-opus-4-8', 'openai-chat': 'gpt-4.1' };

export function bytesOf(body: unknown): Uint8Array {
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}
