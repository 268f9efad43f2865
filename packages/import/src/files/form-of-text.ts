/** Whether a file is lines or one document. Its first lines decide, since copies and archives of sessions have any name. */
import { isObject, parseJson } from '../reading/json.ts';
import { gluedRecords } from './glued-records.ts';

/** So many lines may be torn or strange before the first whole one. */
const lookedAt = 20;

/** `text`: the beginning of the file. */
export function formOfText(text: string, name: string): 'lines' | 'document' {
  const start = text.replace(/^[\0\ufeff\s]+/, '');
  if (start.startsWith('[')) return 'document';
  const first = start.split('\n', lookedAt);
  const isOpen = start.startsWith('{');
  // One line is read alike in both forms.
  if (isOpen && first.length === 1) return 'lines';
  if (first.some((line) => line.startsWith('{') && isRecord(line))) return 'lines';
  return !isOpen && /\.jsonl(?:\.|$)/.test(name) ? 'lines' : 'document';
}

/** The first line of a document that is written over many lines ends before its object does. */
function isRecord(line: string): boolean {
  return isObject(parseJson(line)) || gluedRecords(line).records.length > 0;
}
