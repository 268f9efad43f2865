/** The live region, ready to be drawn. Pure. */

import { cut, plainLine } from '../terminal/lines.ts';
import type { Size } from '../terminal/live-region.ts';
import { type Popup, viewPopup } from './completion/popup.ts';
import { type ComposedFrame, composeFrame } from './compose-frame.ts';
import type { Editor } from './editor/editor.ts';
import { joinBlocks, type PreviousBlock } from './join-blocks.ts';
import type { LoadedViews } from './load-views.ts';
import { type Picker, viewPicker } from './picker.ts';
import type { Drawing, Screen } from './screen.ts';
import { viewPrompt } from './view-prompt.ts';
import { paletteOf } from './views/palette.ts';
import { viewTodos } from './views/view-todos.ts';

export interface FrameData {
  readonly screen: Screen;
  readonly editor: Editor;
  readonly popup: Popup | undefined;
  readonly picker: Picker | undefined;
  /** Queued messages. */
  readonly waiting: readonly string[];
  /** The kind of the last block in the scrollback. */
  readonly lastKind: PreviousBlock;
  /** Replaces the status. */
  readonly hint: string | undefined;
  readonly isBusy: boolean;
}

export interface ViewedFrame extends ComposedFrame {
  /** The whole question is on the screen. */
  readonly showsQuestion: boolean;
}

/** `views` are not loaded yet when the first prompt is drawn. */
export function viewFrame(data: FrameData, views: LoadedViews | undefined, drawing: Drawing, size: Size): ViewedFrame {
  const { screen, editor, popup, picker } = data;
  const body = views === undefined ? [] : joinBlocks(screen.blocks, data.lastKind, views.viewBlock, drawing).lines;
  const status = statusLines(data, views, drawing);
  const { question } = screen;
  const asked = question === undefined ? undefined : views?.layoutQuestion(question, drawing);
  if (picker !== undefined) {
    const { lines, cursor } = viewPicker(picker, drawing, Math.floor(size.rows / 2));
    const above = { body, question: asked?.lines ?? [], waiting: [] };
    const parts = { ...above, prompt: lines, promptRows: lines.length, below: [], status };
    return { ...composeFrame({ ...parts, cursor }, size), showsQuestion: false };
  }
  const { lines, cursor } = viewPrompt(editor, drawing, placeholder(data));
  const frame = composeFrame(
    {
      body,
      question: asked?.lines ?? [],
      waiting: [...viewTodos(screen.todos, drawing), ...data.waiting.map((text) => waitingLine(text, drawing))],
      prompt: lines,
      cursor,
      below: popup === undefined ? [] : viewPopup(popup, drawing, Math.floor(size.rows / 3)),
      status,
    },
    size,
  );
  return { ...frame, showsQuestion: asked?.isCut === false && !frame.cutsQuestion };
}

function statusLines({ hint, screen }: FrameData, views: LoadedViews | undefined, drawing: Drawing): readonly string[] {
  if (hint !== undefined) return [cut(hint, drawing.width)];
  if (views === undefined || screen.status.target === '')
    return [paletteOf(drawing)('dim', cut('starting…', drawing.width))];
  return views.viewStatus(screen.status, drawing);
}

function placeholder({ screen, isBusy, waiting }: FrameData): string {
  if (screen.question !== undefined) return 'Type one of the letters above, or say what to do instead';
  if (isBusy) return 'Esc cancels; type to add something';
  return waiting.length > 0
    ? 'Ask something; Enter sends the queued message, Up edits it'
    : 'Ask something; /help lists the commands';
}

function waitingLine(text: string, drawing: Drawing): string {
  return paletteOf(drawing)('dim', cut(`waiting: ${plainLine(text)}`, drawing.width));
}
