/** Checks one content of a history with its blocks. */
import { checkBlock } from './check-block.ts';
import { checkFields } from './check-fields.ts';
import { eachObject } from './each-object.ts';
import { isSpeaker } from './field-rules.ts';
import type { JsonPath } from './json-path.ts';
import { CONTENT } from './known-fields.ts';
import { fixForForeignEntry } from './lookalike.ts';
import type { ProblemList } from './problem-list.ts';
import { isList, type JsonRecord, peekField } from './read.ts';

export function checkEntry(entry: JsonRecord, at: JsonPath, problems: ProblemList): void {
  const foreign = fixForForeignEntry(entry);
  if (foreign !== undefined) {
    // One error that says what it is; that its fields are unknown and its blocks missing would only bury that.
    problems.report('speaker-missing', { parent: at, key: 'speaker' }, undefined, foreign);
    return;
  }
  checkFields(entry, CONTENT, at, problems);
  const speaker = peekField(entry, 'speaker');
  const blocks = peekField(entry, 'blocks');
  if (!isList(blocks)) return;
  const inBlocks = { parent: at, key: 'blocks' };
  const known = isSpeaker(speaker) ? speaker : undefined;
  const length = eachObject(blocks, inBlocks, 'block-not-object', problems, (block, place) =>
    checkBlock(block, known, place, problems),
  );
  if (length === 0) problems.report('blocks-empty', inBlocks);
}
