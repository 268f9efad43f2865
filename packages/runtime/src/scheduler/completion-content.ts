/** The content that completes a batch: each call's response, followed by its media. */
import { type Block, type Content, syntheticTexts, type ToolResponseBlock } from '@interlock/transcript';
import type { Outcome, SettledCall } from './outcome.ts';

export function completionContent(settled: readonly SettledCall[], turnId: string): Content {
  // One response for each id; the first call with it was run.
  const answered = new Set<string>();
  const first = settled.filter(({ call }) => !answered.has(call.id) && answered.add(call.id));
  return { speaker: 'tool', blocks: first.flatMap(blocksOf), metadata: { turnId } };
}

function blocksOf({ call, outcome }: SettledCall): readonly Block[] {
  const response: ToolResponseBlock = {
    type: 'tool_response',
    callId: call.id,
    toolName: call.name,
    ...answerOf(outcome),
    isComplete: true,
  };
  return [response, ...('media' in outcome ? (outcome.media ?? []) : [])];
}

function answerOf(outcome: Outcome): Pick<ToolResponseBlock, 'result' | 'error' | 'synthetic'> {
  switch (outcome.state) {
    case 'complete':
      return { result: outcome.result };
    case 'error':
      return { error: outcome.error, ...(outcome.result === undefined ? {} : { result: outcome.result }) };
    default: {
      const { state, partial } = outcome;
      const sentence = syntheticTexts[state];
      return { error: partial ? `${sentence}\n${partial}` : sentence, synthetic: state };
    }
  }
}
