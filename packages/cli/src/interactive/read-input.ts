/** What of a draft is sent: its text and attachments, and the files that it names with an @. */
import type { Input } from '@interlock/runtime';
import { inputOf } from './editor/draft.ts';
import type { Draft } from './editor/editor.ts';

/** `complain` hears of a file that cannot be sent along; the text goes without it. */
export async function readInput(draft: Draft, folder: string, complain: (problem: string) => void): Promise<Input> {
  const input = inputOf(draft);
  if (!draft.text.includes('@')) return input;
  const { attachFile, findMentions } = await import('../headless/attach-files.ts');
  const names = await findMentions(draft.text, folder);
  const blocks = await Promise.all(
    names.map((name) =>
      attachFile(name, folder).catch((error: unknown) => {
        complain(error instanceof Error ? error.message : String(error));
        return undefined;
      }),
    ),
  );
  const attached = blocks.filter((block) => block !== undefined);
  if (attached.length === 0) return input;
  return [...(typeof input === 'string' ? [{ type: 'text', text: input } as const] : input), ...attached];
}

/** Undefined where it is more than text. */
export function textOf(input: Input): string | undefined {
  if (typeof input === 'string') return input;
  const texts = input.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.length === input.length ? texts.join('\n\n') : undefined;
}
