/** What the browser gets: the public API of `@interlock/wire`, and one call that uses it. */

import type { Content } from '@interlock/transcript';
import * as wire from '@interlock/wire';

/** Uses the whole API, so that the bundle contains all of it. */
export const exportedNames: readonly string[] = Object.keys(wire).sort();

export interface Asked {
  readonly target: {
    readonly provider: string;
    readonly model: string;
    readonly endpoint: string;
    readonly key: string;
  };
  readonly contents: readonly Content[];
}

export async function ask({ target, contents }: Asked): Promise<{ readonly text: string; readonly deltas: number }> {
  const stream = wire.streamReply({ target, contents });
  let deltas = 0;
  for await (const event of stream) if (event.type === 'text-delta') deltas += 1;
  const { content } = await stream.reply();
  return { text: content.blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''), deltas };
}

/** The bytes of a request, as text. */
export function bodyOf({ target, contents }: Asked): string {
  return JSON.stringify(wire.prepareRequest({ target, contents }).body);
}
