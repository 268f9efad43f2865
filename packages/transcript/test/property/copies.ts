/** Tool messages that repeat the calls they answer, as some agents store them. */
import type { Block, Content, ToolCallBlock } from '../../src/index.ts';

/** `copied` says of the tool messages with answers, in order, which ones begin with copies of their calls. */
export function withCopies(history: readonly Content[], copied: readonly boolean[]): readonly Content[] {
  let number = 0;
  return history.map((content, at) => {
    const answered = idsAnswered(content);
    if (content.speaker !== 'tool' || answered.size === 0) return content;
    number += 1;
    if (copied[number - 1] !== true) return content;
    const before = history.slice(0, at);
    // If the id was answered before, it is undecidable whether it is used again.
    const isAnswered = (id: unknown): boolean => before.some((other) => idsAnswered(other).has(id));
    // Nor where a result with an id that no one has may have been given to a call without one.
    const isGuessed = (id: unknown): boolean => id === '' && hasStrays(before);
    const open = [...answered].filter((id) => !isAnswered(id) && !isGuessed(id));
    const copies = open.flatMap((id) => lastCall(before, id) ?? []);
    return copies.length === 0 ? content : { ...content, blocks: [...copies, ...content.blocks] };
  });
}

/** Whether a result names a call that was not made before it. */
function hasStrays(history: readonly Content[]): boolean {
  const called = new Set<unknown>();
  return history.some(({ blocks }) =>
    (blocks ?? []).some((block) => {
      if (block.type === 'tool_call') called.add(block.id || '');
      return block.type === 'tool_response' && !called.has(block.callId || '');
    }),
  );
}

function idsAnswered({ blocks }: Content): ReadonlySet<unknown> {
  return new Set((blocks ?? []).flatMap((block) => (block.type === 'tool_response' ? [block.callId || ''] : [])));
}

function lastCall(history: readonly Content[], id: unknown): ToolCallBlock | undefined {
  const isIt = (block: Block): block is ToolCallBlock => block.type === 'tool_call' && (block.id || '') === id;
  return history.flatMap(({ blocks }) => blocks ?? []).findLast(isIt);
}
