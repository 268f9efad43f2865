/** One line of the history file: the input, and its folder. Long pastes are stored in full, images are not. */
import { attachmentAt, joinDrafts, markOf, typedText, withoutMarks } from '../editor/draft.ts';
import { type Draft, emptyDraft } from '../editor/editor.ts';
import { pastedText } from '../editor/paste.ts';

/** Typed text, or a paste that is shown as a label. */
type Piece = string | { readonly pasted: string };

export interface HistoryLine {
  readonly folder: string;
  readonly draft: Draft;
}

/** Longer input is not stored. */
const maxLength = 200_000;

/** Undefined: there is nothing to store, or too much. */
export function formatLine({ folder, draft }: HistoryLine): string | undefined {
  const said = piecesOf(draft);
  if (said.every((piece) => typeof piece === 'string' && piece.trim() === '')) return undefined;
  const line = JSON.stringify({ folder, said });
  return line.length > maxLength ? undefined : line;
}

/** Undefined: damaged, or something else. */
export function parseLine(line: string): HistoryLine | undefined {
  if (line.trim() === '' || line.length > maxLength) return undefined;
  const { folder, said } = recordOf(line);
  if (typeof folder !== 'string' || !Array.isArray(said)) return undefined;
  const pieces = said.filter(isPiece);
  if (pieces.length !== said.length) return undefined;
  const draft = pieces.map(draftOf).reduce(joinDrafts, emptyDraft);
  return draft.text.trim() === '' ? undefined : { folder, draft };
}

function piecesOf(draft: Draft): readonly Piece[] {
  return draft.text.split(/([\u{f0000}-\u{fff00}])/u).flatMap((part): readonly Piece[] => {
    const attachment = attachmentAt(draft, part);
    if (attachment?.kind === 'text') return [{ pasted: attachment.text }];
    const typed = withoutMarks(part);
    return attachment !== undefined || typed === '' ? [] : [typed];
  });
}

function draftOf(piece: Piece): Draft {
  if (typeof piece === 'string') return { text: typedText(piece), attachments: [] };
  return { text: markOf(0), attachments: [pastedText(typedText(piece.pasted))] };
}

function recordOf(line: string): { readonly folder?: unknown; readonly said?: unknown } {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function isPiece(value: unknown): value is Piece {
  if (typeof value === 'string') return true;
  return typeof value === 'object' && value !== null && 'pasted' in value && typeof value.pasted === 'string';
}
