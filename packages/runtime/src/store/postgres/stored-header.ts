/** A session's header as stored: the original text with a checksum; refused if it is damaged or too new. */

import { useNewerProgram } from '../refusals.ts';
import type { SessionHeader } from '../session-store.ts';
import { StoreError } from '../store-error.ts';
import { checksum } from './stored-text.ts';

export interface HeaderText {
  readonly header: string;
  readonly checksum: string;
}

export function readHeader(id: string, row: HeaderText): SessionHeader {
  const header = row.checksum === headerSum(id, row.header) ? parse(row.header) : undefined;
  if (!isHeader(header)) {
    const fix = 'Its records are kept; restore the row from a backup.';
    throw new StoreError('unreadable', `The header of the session ${id} is damaged.`, fix);
  }
  if (header.version === 1) return header;
  const what = `The session ${id} has the format ${JSON.stringify(header.version)}; this program knows 1.`;
  throw new StoreError('newer-format', what, useNewerProgram);
}

export function headerSum(id: string, text: string): string {
  return checksum(id, 0, 0, text);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isHeader(value: unknown): value is SessionHeader {
  return typeof value === 'object' && value !== null && 'version' in value && 'id' in value;
}
