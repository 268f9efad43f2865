/** Whether a content is what a compaction put in place of the first part of a conversation. */
import type { Content } from '@interlock/transcript';

/** As the compaction of the transcript marks it. */
export function isSummary({ metadata }: Content): boolean {
  return metadata?.prefixCut !== undefined && metadata.turnId?.endsWith('/summary') === true;
}
