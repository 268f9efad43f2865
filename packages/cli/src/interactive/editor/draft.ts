/**
 * Converts between edited and sent text. An attachment is one character of a private range, so that it moves, wraps and is deleted as one;
 * such a character cannot be typed.
 */
import type { MediaBlock, TextBlock } from '@interlock/transcript';
import type { Attachment, Draft } from './editor.ts';

const first = 0xf0000;
const maxAttachments = 0xff00;
const marks = /[\u{f0000}-\u{fff00}]/gu;

export function markOf(index: number): string {
  return String.fromCodePoint(first + index);
}

export function attachmentAt({ attachments }: Draft, character: string): Attachment | undefined {
  const index = (character.codePointAt(0) ?? 0) - first;
  return index >= 0 && index < maxAttachments ? attachments[index] : undefined;
}

export function canAttach({ attachments }: Draft): boolean {
  return attachments.length < maxAttachments;
}

/** Text that may be inserted into a draft: with normalized newlines, and without control characters and attachment characters. */
export function typedText(text: string): string {
  return withoutMarks(text.replaceAll(/\r\n?/g, '\n')).replaceAll(/[^\P{Cc}\t\n]/gu, '');
}

export function withoutMarks(text: string): string {
  return text.replaceAll(marks, '');
}

/** Prepares a draft for insertion into another: its text with renumbered attachments, and all attachments together. */
export function adopt(draft: Draft, into: Draft): Draft {
  let { attachments } = into;
  const text = draft.text.replaceAll(marks, (mark) => {
    const attachment = attachmentAt(draft, mark);
    if (attachment === undefined) return '';
    const known = attachments.indexOf(attachment);
    if (known !== -1) return markOf(known);
    if (!canAttach({ text: '', attachments })) return '';
    attachments = [...attachments, attachment];
    return markOf(attachments.length - 1);
  });
  return { text, attachments };
}

export function joinDrafts(one: Draft, other: Draft): Draft {
  const { text, attachments } = adopt(other, one);
  return { text: one.text + text, attachments };
}

/** The draft as the user sees it. */
export function shownDraft(draft: Draft): string {
  return draft.text.replaceAll(marks, (mark) => attachmentAt(draft, mark)?.label ?? '');
}

/** The draft as the model gets it: pasted text in place, images between the texts. */
export function inputOf(draft: Draft): string | readonly (TextBlock | MediaBlock)[] {
  const blocks: (TextBlock | MediaBlock)[] = [];
  let text = '';
  for (const piece of draft.text.split(/([\u{f0000}-\u{fff00}])/u)) {
    const attachment = attachmentAt(draft, piece);
    if (attachment === undefined) text += withoutMarks(piece);
    else if (attachment.kind === 'text') text += attachment.text;
    else {
      if (text.trim() !== '') blocks.push({ type: 'text', text });
      blocks.push(attachment.block);
      text = '';
    }
  }
  if (blocks.length === 0) return text;
  return text.trim() === '' ? blocks : [...blocks, { type: 'text', text }];
}
