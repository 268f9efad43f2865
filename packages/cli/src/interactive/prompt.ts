/**
 * The prompt: the text being edited, its suggestions, a list shown in its place, and their keys. Everything about the conversation is
 * passed to its owner.
 */
import type { TextCommand } from '../agent/agent.ts';
import type { Key } from '../terminal/key.ts';
import type { PickerItem } from '../terminal/picker-item.ts';
import { movePopup, type Popup, takeSuggestion } from './completion/popup.ts';
import { shownDraft } from './editor/draft.ts';
import { type EditAction, edit } from './editor/edit.ts';
import { editActionOf } from './editor/edit-keys.ts';
import { type Draft, type Editor, emptyEditor } from './editor/editor.ts';
import { actionOfPaste } from './editor/paste.ts';
import { readMedia } from './editor/read-media.ts';
import { openPicker, type Picker, pressInPicker } from './picker.ts';
import { Suggestions } from './suggest.ts';

export interface PromptOwner {
  /** Called when the prompt has to be redrawn. */
  changed(): void;
  /** Called on Enter. An answer to a question is not added to the history. */
  send(draft: Draft): 'kept' | 'answered';
  /** Keys that the prompt does not handle, such as `escape` and `ctrl-c`. */
  press(name: string): void;
  /** Withdraws the last queued message. Undefined: there is none. */
  takeBack(): Draft | string | undefined;
  /** Columns for the text. */
  width(): number;
  /** The folder for completing file names. Undefined: not known yet. */
  folder(): string | undefined;
  /** Custom commands, for completion. */
  commands(): readonly TextCommand[];
}

interface OpenList {
  readonly picker: Picker;
  readonly settle: (index: number | undefined) => void;
  readonly closed: Promise<unknown>;
}

const withoutSuggestions: readonly EditAction['do'][] = ['up', 'down', 'undo', 'redo', 'set'];

export class Prompt {
  readonly #owner: PromptOwner;
  readonly #suggestions: Suggestions;
  #editor: Editor = emptyEditor;
  #popup: Popup | undefined;
  #openList: OpenList | undefined;

  constructor(owner: PromptOwner) {
    this.#owner = owner;
    const show = (popup: Popup | undefined): void => {
      this.#popup = popup;
      owner.changed();
    };
    this.#suggestions = new Suggestions(show, () => owner.commands());
  }

  get editor(): Editor {
    return this.#editor;
  }

  get popup(): Popup | undefined {
    return this.#popup;
  }

  get picker(): Picker | undefined {
    return this.#openList?.picker;
  }

  press(key: Key): void {
    if (this.#openList !== undefined) this.#pressInPicker(this.#openList, key);
    else if (key.kind === 'paste') this.#paste(key.text);
    else if (key.kind === 'text') this.edit({ do: 'insert', text: key.text });
    else if (!this.#pressInPopup(this.#popup, key.name)) this.#pressNamed(key.name);
  }

  edit(action: EditAction): void {
    this.#editor = edit(this.#editor, action, this.#owner.width());
    if (action.do !== 'recall') this.#suggest(action);
    this.#owner.changed();
  }

  /** Text from the history gets no suggestions: they would take the keys that browse the history. */
  #suggest(action: EditAction): void {
    this.#popup = undefined;
    if (withoutSuggestions.includes(action.do)) this.#suggestions.stop();
    else this.#suggestions.update(this.#editor, this.#owner.folder());
  }

  /** Shows a list instead of the prompt. A list that was open is closed without a choice. */
  choose(title: string, items: readonly PickerItem[], selected: number): Promise<number | undefined> {
    return this.#choose(openPicker(title, items, selected));
  }

  /** Waits until no other list is open. */
  async chooseNext(title: string, items: readonly PickerItem[], selected: number): Promise<number | undefined> {
    while (this.#openList !== undefined) await this.#openList.closed;
    return this.choose(title, items, selected);
  }

  #choose(picker: Picker): Promise<number | undefined> {
    this.#openList?.settle(undefined);
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const settle = (index: number | undefined): void => {
      this.#openList = undefined;
      resolve(index);
      this.#owner.changed();
    };
    this.#openList = { picker, settle, closed: promise };
    this.#owner.changed();
    return promise;
  }

  /** Replaces the text; long text is shown as a label. */
  fill(text: string): void {
    this.edit({ do: 'clear' });
    this.edit(actionOfPaste(text, () => undefined));
  }

  stop(): void {
    this.#suggestions.stop();
  }

  #pressInPicker(list: OpenList, key: Key): void {
    const picked = pressInPicker(list.picker, key);
    if (picked.end === 'closed') list.settle(picked.index);
    else this.#openList = { ...list, picker: picked.picker };
  }

  /** Whether the suggestions handled the key. */
  #pressInPopup(popup: Popup | undefined, name: string): boolean {
    if (popup === undefined || (popup.isSearching === true && name !== 'escape')) return false;
    switch (name) {
      case 'up':
      case 'ctrl-p':
        this.#popup = movePopup(popup, -1);
        return true;
      case 'down':
      case 'ctrl-n':
        this.#popup = movePopup(popup, 1);
        return true;
      case 'escape':
        this.#suggestions.close(popup);
        return true;
      case 'tab':
        this.#takeSuggestion(popup);
        return true;
      case 'enter':
        return this.#enterInPopup(popup);
      default:
        return false;
    }
  }

  /** A command runs at once; a file name is completed, unless it is complete already. */
  #enterInPopup(popup: Popup): boolean {
    const isComplete = popup.suggestions[popup.selected]?.name === popup.at.query;
    if (!isComplete) this.#takeSuggestion(popup);
    if (popup.at.kind === 'command') this.#enter();
    return popup.at.kind === 'command' || !isComplete;
  }

  #takeSuggestion(popup: Popup): void {
    const action = takeSuggestion(popup);
    if (action !== undefined) this.edit(action);
  }

  #pressNamed(name: string): void {
    const action = editActionOf(name);
    const waiting = name === 'up' && this.#editor.text === '' ? this.#owner.takeBack() : undefined;
    if (typeof waiting === 'string') this.fill(waiting);
    else if (waiting !== undefined) this.edit({ do: 'set', draft: waiting });
    else if (name === 'enter') this.#enter();
    else if (name === 'ctrl-d' && this.#editor.text !== '') this.edit({ do: 'delete' });
    else if (action !== undefined) this.edit(action);
    else if (name === 'ctrl-r') void this.#search();
    else this.#owner.press(name);
  }

  async #search(): Promise<void> {
    const search = searchHistory(this.#editor);
    if (search === undefined) return;
    const { drafts, items, query } = search;
    const draft = drafts[(await this.#choose(openPicker('Search history:', items, 0, query))) ?? -1];
    if (draft !== undefined) this.edit({ do: 'set', draft });
  }

  #enter(): void {
    const { text, cursor, attachments } = this.#editor;
    if (text[cursor - 1] === '\\') this.edit({ do: 'newline' });
    else if (text.trim() === '') {
      this.edit({ do: 'clear' });
      // Enter may send queued messages.
      this.#owner.press('enter');
    } else this.edit({ do: this.#owner.send({ text, attachments }) === 'kept' ? 'keep' : 'clear' });
  }

  #paste(text: string): void {
    const folder = this.#owner.folder() ?? '.';
    this.edit(actionOfPaste(text, (path) => readMedia(path, folder)));
  }
}

interface HistorySearch {
  readonly drafts: readonly Draft[];
  readonly items: readonly PickerItem[];
  readonly query: string;
}

/** Only this many characters of a text are searched. */
const maxLength = 2_000;

/** Ctrl-R: earlier inputs as a list, newest first, filtered by the text in the prompt. Undefined: there are none. */
function searchHistory({ history, text, attachments }: Editor): HistorySearch | undefined {
  const byName = new Map<string, Draft>();
  for (const draft of history.toReversed()) {
    const name = shownDraft(draft).slice(0, maxLength);
    if (!byName.has(name)) byName.set(name, draft);
  }
  if (byName.size === 0) return undefined;
  const isQuery = attachments.length === 0 && !text.includes('\n');
  return {
    drafts: [...byName.values()],
    items: [...byName.keys()].map((name) => ({ name, note: '' })),
    query: isQuery ? text : '',
  };
}
