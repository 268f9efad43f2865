/** What a compaction kept verbatim: the messages its boundary names, and the results of their calls. */
import type { Block, Content } from '@interlock/transcript';
import { listOf, objectAt, textOf } from '../../reading/json.ts';
import type { ClaudeRecord } from './claude-record.ts';

/** `written`: the records each content was made of. */
export function keptContents(
  boundary: ClaudeRecord | undefined,
  contents: readonly Content[],
  written: ReadonlyMap<Content, readonly string[]>,
): readonly Content[] {
  const metadata = objectAt(boundary?.value, 'compactMetadata');
  const isNamed = namedIn(metadata === undefined ? {} : metadata, contents, written);
  const named = new Set(contents.filter(isNamed));
  const calls = new Set([...named].flatMap(({ blocks }) => blocks.flatMap(callIdOf)));
  const answersNamed = ({ blocks }: Content): boolean =>
    blocks.some((block) => block.type === 'tool_response' && calls.has(block.callId));
  return contents.filter((content) => named.has(content) || answersNamed(content));
}

/** 2.1.3xx lists the messages; earlier versions name the first and the last. */
function namedIn(
  metadata: Readonly<Record<string, Parameters<typeof listOf>[0]>>,
  contents: readonly Content[],
  written: ReadonlyMap<Content, readonly string[]>,
): (content: Content) => boolean {
  const has = (content: Content, id: string): boolean => id !== '' && (written.get(content)?.includes(id) ?? false);
  const ids = new Set(listOf(objectAt(metadata['preservedMessages'])?.['uuids']).map(textOf));
  if (ids.size > 0) return (content) => written.get(content)?.some((id) => ids.has(id)) ?? false;
  const segment = objectAt(metadata['preservedSegment']);
  const from = contents.findIndex((content) => has(content, textOf(segment?.['headUuid'])));
  const to = contents.findLastIndex((content) => has(content, textOf(segment?.['tailUuid'])));
  const range = new Set(from === -1 || to < from ? [] : contents.slice(from, to + 1));
  return (content) => range.has(content);
}

function callIdOf(block: Block): readonly string[] {
  return block.type === 'tool_call' ? [block.id] : [];
}
