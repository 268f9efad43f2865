/** Writes a file through the editor: its buffer and the disk then have the same text, and no unsaved change is lost. */

import { dirname } from 'node:path';
import { messageOf } from '../text/sentences.ts';
import type { Buffers } from '../tool/tool.ts';
import { FileProblem, fileProblem } from './file-problem.ts';
import { holdFolder } from './held-folder.ts';
import { assertWritable } from './protected-path.ts';
import type { Location } from './resolve-path.ts';
import { showPath } from './show-path.ts';

export async function writeBuffer(
  write: NonNullable<Buffers['write']>,
  location: Location,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  const shown = showPath(location.name);
  assertWritable(location);
  try {
    // Creates missing folders: not every editor does.
    await (await holdFolder(dirname(location.path), shown)).close();
  } catch (error) {
    throw fileProblem(shown, error);
  }
  signal.throwIfAborted();
  try {
    await write(location.path, text, signal);
  } catch (error) {
    signal.throwIfAborted();
    const why = messageOf(error);
    throw new FileProblem(`The editor did not write ${shown}: ${why}`);
  }
}
