/** Suggestions for the word at the cursor: commands and files. The word may have changed by the time they are found. */
import { type Completable, completionAt } from './completion/completion-at.ts';
import { createFileFinder, type FileFinder } from './completion/find-files.ts';
import type { Popup, Suggestion } from './completion/popup.ts';
import type { Editor } from './editor/editor.ts';

export class Suggestions {
  readonly #changed: (popup: Popup | undefined) => void;
  readonly #customCommands: () => readonly Command[];
  #finder: { readonly root: string; readonly files: FileFinder } | undefined;
  #search: AbortController | undefined;
  /** The user closed the suggestions for this word, so they are not opened again for it. */
  #closed: Completable | undefined;

  /** `customCommands`: custom commands. */
  constructor(changed: (popup: Popup | undefined) => void, customCommands: () => readonly Command[] = () => []) {
    this.#changed = changed;
    this.#customCommands = customCommands;
  }

  /** Called when the text or the cursor has changed. `root`: the folder of the files. Absent: not known yet. */
  update({ text, cursor }: Editor, root: string | undefined): void {
    this.#search?.abort();
    const at = completionAt(text, cursor);
    if (at === undefined || (this.#closed?.kind === at.kind && this.#closed.from === at.from)) {
      if (at === undefined) this.#closed = undefined;
      this.#changed(undefined);
      return;
    }
    this.#closed = undefined;
    const search = new AbortController();
    this.#search = search;
    // Listing a folder for the first time may take a while.
    if (at.kind === 'file' && root !== undefined && !this.#isListed(root))
      this.#changed({ at, suggestions: [], selected: 0, isSearching: true });
    const found =
      at.kind === 'command'
        ? findCommands(at.query, this.#customCommands())
        : this.#findFiles(at.query, root, search.signal);
    void found
      .catch(() => [])
      .then((suggestions) => {
        if (search.signal.aborted) return;
        this.#changed(suggestions.length === 0 ? undefined : { at, suggestions, selected: 0 });
      });
  }

  close(popup: Popup): void {
    this.#search?.abort();
    this.#closed = popup.at;
    this.#changed(undefined);
  }

  stop(): void {
    this.#search?.abort();
  }

  #isListed(root: string): boolean {
    return this.#finder?.root === root && this.#finder.files.isListed;
  }

  async #findFiles(query: string, root: string | undefined, signal: AbortSignal): Promise<readonly Suggestion[]> {
    if (root === undefined) return [];
    if (this.#finder?.root !== root) this.#finder = { root, files: createFileFinder(root) };
    return (await this.#finder.files.find(query, signal)).map((name) => ({ name, note: '' }));
  }
}

interface Command {
  readonly name: string;
  readonly summary: string;
  readonly argument?: string;
}

/** A command in a folder can be found by the last part of its name. */
async function findCommands(query: string, customCommands: readonly Command[]): Promise<readonly Suggestion[]> {
  const { slashCommands } = await import('../slash/slash-commands.ts');
  const builtIn: readonly Command[] = slashCommands.map(({ name, summary }) => ({ name, summary }));
  return [...builtIn, ...customCommands]
    .filter(({ name }) => name.startsWith(query) || (query !== '' && name.includes(`:${query}`)))
    .toSorted((one, other) => Number(other.name === query) - Number(one.name === query))
    .map(({ name, summary, argument }) => ({
      name,
      note: argument === undefined ? summary : `${argument}  ${summary}`,
    }));
}
