/**
 * Some agents repeat a call inside the tool message that answers it. Such a copy has the id, name and arguments of the call it
 * repeats and is next to an answer to it: it is not a second call whose result was lost.
 */
import type { Content, ToolCallBlock } from '../canonical/content.ts';
import { answeredIdOf, callIdOf, callNameOf } from '../canonical/read-block.ts';
import { jsonText } from '../json/json-text.ts';
import { toJson } from '../json/to-json.ts';
import type { Call } from './occurrence.ts';

/** The ids that a content answers. Only a tool content can hold copies. */
export function answeredBeside({ speaker, blocks }: Content): ReadonlySet<string> | undefined {
  if (speaker !== 'tool' || !blocks.some((block) => block?.type === 'tool_call')) return undefined;
  const ids = new Set<string>();
  for (const block of blocks) if (block?.type === 'tool_response') ids.add(answeredIdOf(block));
  return ids.size === 0 ? undefined : ids;
}

/** The last of these calls that the block repeats word for word. */
export function originalOf(block: ToolCallBlock, calls: readonly Call[]): Call | undefined {
  return calls.findLast(
    (call) =>
      call.rawId === callIdOf(block) &&
      callNameOf(call.block) === callNameOf(block) &&
      sameArguments(call.block.parameters, block.parameters),
  );
}

function sameArguments(a: unknown, b: unknown): boolean {
  return a === b || jsonText(toJson(a).value) === jsonText(toJson(b).value);
}
