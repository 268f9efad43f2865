/** Turns a draft into the input for a session: its text and attachments, and the files it names with an @. */

import type { Input } from '@interlock/runtime';
import type { Resources } from '../attachments/attach-resource.ts';
import { messageOf } from '../io/command-error.ts';
import type { PickerItem } from '../terminal/picker-item.ts';
import { inputOf } from './editor/draft.ts';
import type { Draft } from './editor/editor.ts';

export interface InputCallbacks {
  /** Reports a file that cannot be attached; the text is sent without it. */
  onProblem(problem: string): void;
  /** Undefined: nothing was chosen. */
  choose(title: string, items: readonly PickerItem[]): Promise<number | undefined>;
  /** MCP servers whose resources may be named. */
  readonly servers?: Resources | undefined;
}

/** Undefined: the user decided not to send it. */
export async function prepareInput(
  draft: Draft,
  folder: string,
  { onProblem, choose, servers }: InputCallbacks,
): Promise<Input | undefined> {
  if (!draft.text.includes('@')) return inputOf(draft);
  const { attachFile, findMentions, withoutEscapes } = await import('../attachments/attach-files.ts');
  const { found: names, resources, missing } = await findMentions(draft.text, folder, servers);
  if (missing.length > 0 && !(await isSentAnyway(missing, choose))) return undefined;
  const input = inputOf({ ...draft, text: withoutEscapes(draft.text) });
  const reportProblem = (error: unknown): readonly [] => {
    onProblem(messageOf(error));
    return [];
  };
  const { attachResource } = await import('../attachments/attach-resource.ts');
  const read = await Promise.all([
    ...names.map((name) => attachFile(name, folder).then((block) => [block], reportProblem)),
    ...resources.map(async (name) => (servers === undefined ? [] : attachResource(name, servers).catch(reportProblem))),
  ]);
  const attached = read.flat();
  if (attached.length === 0) return input;
  return [...(typeof input === 'string' ? [{ type: 'text', text: input } as const] : input), ...attached];
}

/** Names after an @ that are not files may be typos, or meant literally. */
async function isSentAnyway(missing: readonly string[], choose: InputCallbacks['choose']): Promise<boolean> {
  const names = missing.map((name) => `@${name}`).join(', ');
  const items = ['Back to the prompt', 'Send it'].map((name) => ({ name, note: '' }));
  return (await choose(`There is no file or folder ${names}. Send the message anyway?`, items)) === 1;
}

/** Undefined: the input is not only text. */
export function textOf(input: Input): string | undefined {
  if (typeof input === 'string') return input;
  const texts = input.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.length === input.length ? texts.join('\n\n') : undefined;
}
