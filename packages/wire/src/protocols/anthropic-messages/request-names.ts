/** What the readers of a request's messages have in common: the tool behind each id, and contents that are not empty. */
import type { Block, Content, Speaker } from '@interlock/transcript';

/** Called for everything that cannot be read, with its place. */
export type Report = (path: string, message: string) => void;

/** Results name only their call; the latest call of that id tells the tool. */
export class RequestNames {
  readonly #names = new Map<string, string>();

  call(wireId: string, name: string): void {
    this.#names.set(wireId, name);
  }

  of(wireId: string): string {
    return this.#names.get(wireId) ?? '';
  }
}

/** Nobody says nothing: an empty text is left out, and with the last block the content. */
export function saidBy(speaker: Speaker, blocks: readonly Block[]): readonly Content[] {
  const said = blocks.filter((block) => block.type !== 'text' || block.text !== '');
  return said.length === 0 ? [] : [{ speaker, blocks: said }];
}
