/** Key bindings of the editor; as in most shells. */
import type { EditAction, PlainAction } from './edit.ts';

const byName: Readonly<Record<string, PlainAction>> = {
  left: 'left',
  right: 'right',
  'ctrl-b': 'left',
  'ctrl-f': 'right',
  'ctrl-left': 'word-left',
  'ctrl-right': 'word-right',
  'alt-left': 'word-left',
  'alt-right': 'word-right',
  'alt-b': 'word-left',
  'alt-f': 'word-right',
  home: 'line-start',
  end: 'line-end',
  'ctrl-a': 'line-start',
  'ctrl-e': 'line-end',
  'ctrl-home': 'start',
  'ctrl-end': 'end',
  'page-up': 'start',
  'page-down': 'end',
  up: 'up',
  down: 'down',
  'ctrl-p': 'up',
  'ctrl-n': 'down',
  backspace: 'backspace',
  'shift-backspace': 'backspace',
  delete: 'delete',
  'ctrl-k': 'cut-to-end',
  'ctrl-u': 'cut-to-start',
  'ctrl-w': 'cut-word',
  'alt-backspace': 'cut-part',
  'ctrl-backspace': 'cut-part',
  'alt-d': 'cut-next-word',
  'ctrl-delete': 'cut-next-word',
  'ctrl-y': 'yank',
  'alt-y': 'yank-earlier',
  // Terminals send the same for Ctrl-/.
  'ctrl-_': 'undo',
  'ctrl-/': 'undo',
  // As in Emacs and fish: Ctrl-Shift-_ and Ctrl-_ are the same to a terminal.
  'ctrl-alt-_': 'redo',
  'alt-_': 'redo',
  'alt-/': 'redo',
  'alt-enter': 'newline',
  'shift-enter': 'newline',
  'ctrl-enter': 'newline',
  'ctrl-j': 'newline',
};

export function editActionOf(name: string): EditAction | undefined {
  const action = Object.hasOwn(byName, name) ? byName[name] : undefined;
  return action === undefined ? undefined : { do: action };
}
