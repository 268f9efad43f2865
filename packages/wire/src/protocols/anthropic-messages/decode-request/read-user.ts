/** A user message as what it is: the results of tools, and then what a human says. */
import type { Content, JsonValue } from '@interlock/transcript';
import { asObject } from '../../../json/json.ts';
import { type BlockScene, readBlock } from './read-block.ts';
import { readEntries } from './read-entries.ts';
import { saidBy } from './said-by.ts';

export function readUser(content: JsonValue | undefined, path: string, scene: BlockScene): readonly Content[] {
  const placed = readEntries(content, path, scene.report).map((entry, at) => ({
    isResult: asObject(entry)?.['type'] === 'tool_result',
    blocks: readBlock(entry, `${path}.${at}`, scene),
  }));
  return [
    ...saidBy(
      'tool',
      placed.flatMap(({ isResult, blocks }) => (isResult ? blocks : [])),
    ),
    ...saidBy(
      'human',
      placed.flatMap(({ isResult, blocks }) => (isResult ? [] : blocks)),
    ),
  ];
}
