/** Converts a transcript back to a history that renders to the same steps. */
import type { Block, Content, ToolResponseBlock } from '../canonical/content.ts';
import type { AiBlock, AiStep, Completion, Interaction, RenderedCall } from './step.ts';
import type { RenderedTranscript } from './transcript.ts';

export function toContents(transcript: RenderedTranscript): readonly Content[] {
  return transcript.steps.flatMap((step): readonly Content[] => {
    if (step.kind !== 'ai') return [{ speaker: step.kind, blocks: step.blocks, metadata: step.metadata }];
    return aiContents(step);
  });
}

function aiContents({ blocks, metadata }: AiStep): readonly Content[] {
  const message: Content = { speaker: 'ai', blocks: blocks.map(spokenOrCalled), metadata };
  const answers = blocks.flatMap((block): readonly Block[] => (block.type === 'interaction' ? answered(block) : []));
  if (answers.length === 0) return [message];
  return [message, { speaker: 'tool', blocks: answers, metadata: { turnId: metadata.turnId } }];
}

function spokenOrCalled(block: AiBlock): Block {
  return block.type === 'interaction' ? block.call : block;
}

function answered({ call, completion }: Interaction): readonly Block[] {
  return [responseOf(call, completion), ...completion.attachments];
}

function responseOf(call: RenderedCall, completion: Completion): ToolResponseBlock {
  const about = { type: 'tool_response', callId: call.id, toolName: call.name } as const;
  if (completion.kind === 'synthetic') return { ...about, error: completion.text, synthetic: completion.reason };
  const { result, error, seal } = completion;
  return {
    ...about,
    result,
    ...(error === undefined ? {} : { error }),
    isComplete: true,
    ...(seal === undefined ? {} : { seal }),
  };
}
