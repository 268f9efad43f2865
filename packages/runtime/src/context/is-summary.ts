/** Whether a content is what a compaction put in place of the first part of a history. */
import type { Content } from '@interlock/transcript';

/** `compact` of the transcript names the summary's turn after the one it comes before. */
export function isSummary({ metadata }: Content): boolean {
  return metadata?.prefixCut !== undefined && metadata.turnId?.endsWith('/summary') === true;
}
