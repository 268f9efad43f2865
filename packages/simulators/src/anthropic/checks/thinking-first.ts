/** ANT-044: with a thinking budget, the turn that is waiting for results has to begin with thinking. */
import type { Violation } from '../../api/api.ts';
import { type Draft, type DraftMessage, isThinking, lastAssistant } from '../draft.ts';
import { breach, warning } from '../errors.ts';
import { thinkingOf } from './parameters.ts';

export function* checkThinkingFirst(draft: Draft): Iterable<Violation> {
  if (thinkingOf(draft)['type'] !== 'enabled') return;
  const last = lastAssistant(draft);
  if (!last?.blocks.some(({ type }) => type === 'tool_use') || beginsThinking(last)) return;
  const path = `messages.${last.index}.content.0.type`;
  const message = `${path}: Expected \`thinking\` or \`redacted_thinking\`, but found \`${last.blocks[0]?.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. Please consult our documentation at https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking`;
  // A model that does not think between its calls thinks only once, at the start of the turn.
  const first = firstOfTurn(draft.entries, last);
  yield first !== last && beginsThinking(first) ? warning('ANT-044', path, message) : breach('ANT-044', path, message);
}

function beginsThinking({ blocks: [first] }: DraftMessage): boolean {
  return first !== undefined && isThinking(first);
}

/** Goes back over messages that contain only tool results. */
function firstOfTurn(entries: readonly DraftMessage[], last: DraftMessage): DraftMessage {
  let first = last;
  for (const entry of entries.slice(0, last.index).toReversed()) {
    if (entry.role === 'user' && !entry.blocks.every(({ type }) => type === 'tool_result')) break;
    if (entry.role === 'assistant') first = entry;
  }
  return first;
}
