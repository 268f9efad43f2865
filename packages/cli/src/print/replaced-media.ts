/** The notice about files that a model cannot read. */
import { counted } from './counted.ts';

export function replacedMedia({
  target,
  mimeTypes,
}: {
  readonly target: string;
  readonly mimeTypes: readonly string[];
}): string {
  const types = [...new Set(mimeTypes.map((type) => type || 'unknown type'))].join(', ');
  return `${target} cannot read ${counted(mimeTypes.length, 'file')} of this conversation (${types}). Each is replaced by a note.`;
}
