/** What of a draft is sent: its text and attachments, and the files that it names with an @. */
import type { Input } from '@interlock/runtime';
import { inputOf } from './editor/draft.ts';
import type { Draft } from './editor/editor.ts';

export interface InputAsking {
  /** Hears of a file that cannot be sent along; the text goes without it. */
  complain(problem: string): void;
  /** Whether a text is sent although these names after an @ are no files. */
  confirm(missing: readonly string[]): Promise<boolean>;
}

/** Undefined: it is not to be sent. */
export async function readInput(
  draft: Draft,
  folder: string,
  { complain, confirm }: InputAsking,
): Promise<Input | undefined> {
  if (!draft.text.includes('@')) return inputOf(draft);
  const { attachFile, findMentions, withoutEscapes } = await import('../headless/attach-files.ts');
  const { found: names, missing } = await findMentions(draft.text, folder);
  if (missing.length > 0 && !(await confirm(missing))) return undefined;
  const input = inputOf({ ...draft, text: withoutEscapes(draft.text) });
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
