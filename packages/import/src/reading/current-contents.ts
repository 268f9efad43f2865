/** The history to continue with: the log, with its last compaction applied and its open calls closed. */
import { type Content, syntheticTexts } from '@interlock/transcript';
import type { ClosedEntry, ImportedSession } from './imported-session.ts';

export function currentContents({ log }: Pick<ImportedSession, 'log'>): readonly Content[] {
  const closed = new Map<string, ClosedEntry>();
  let contents: Content[] = [];
  for (const entry of log) {
    if (entry.kind === 'content') contents.push(entry.content);
    else if (entry.kind === 'compaction') contents = [...entry.contents];
    else closed.set(entry.callId, entry);
  }
  return closed.size === 0 ? contents : withClosures(contents, closed);
}

/** Each closure comes with the results of its round. */
function withClosures(contents: readonly Content[], closed: ReadonlyMap<string, ClosedEntry>): readonly Content[] {
  const result: Content[] = [];
  const waiting: Content[] = [];
  for (const content of contents) {
    if (content.speaker !== 'tool') for (const each of waiting.splice(0)) result.push(each);
    result.push(content);
    const entries = content.blocks.flatMap((block) => (block.type === 'tool_call' ? (closed.get(block.id) ?? []) : []));
    if (entries.length > 0) waiting.push(closureOf(entries, content));
  }
  return [...result, ...waiting];
}

function closureOf(entries: readonly ClosedEntry[], { metadata }: Content): Content {
  const blocks = entries.map(
    ({ callId, toolName, reason }) =>
      ({
        type: 'tool_response',
        callId,
        toolName,
        error: syntheticTexts[reason],
        synthetic: reason,
        isComplete: true,
      }) as const,
  );
  return {
    speaker: 'tool',
    blocks,
    ...(metadata?.turnId === undefined ? {} : { metadata: { turnId: metadata.turnId } }),
  };
}
