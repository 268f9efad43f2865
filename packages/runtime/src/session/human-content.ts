/** A user's message as a content of the history. */
import type { Content } from '@interlock/transcript';
import type { Input } from './session.ts';

export function humanContent(input: Input, turnId: string): Content {
  const blocks = typeof input === 'string' ? [{ type: 'text', text: input } as const] : input;
  return { speaker: 'human', blocks, metadata: { turnId } };
}
