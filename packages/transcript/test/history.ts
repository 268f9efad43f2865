/** Short words for writing histories and reading transcripts in tests. */
import type {
  Block,
  Content,
  Metadata,
  RenderedTranscript,
  TextBlock,
  ThinkingBlock,
  ToolCallBlock,
  ToolResponseBlock,
} from '@interlock/transcript';

export const text = (words: string): TextBlock => ({ type: 'text', text: words });
export const thinking = (thought: string, extra: object = {}): ThinkingBlock => ({
  type: 'thinking',
  thought,
  ...extra,
});
export const call = (id: string, name = 'read', parameters: unknown = {}): ToolCallBlock => ({
  type: 'tool_call',
  id,
  name,
  parameters,
});
export const answer = (callId: string, result: unknown, extra: Partial<ToolResponseBlock> = {}): ToolResponseBlock => ({
  type: 'tool_response',
  callId,
  toolName: 'read',
  result,
  ...extra,
});
export const failure = (callId: string, error: string, extra: Partial<ToolResponseBlock> = {}): ToolResponseBlock =>
  answer(callId, null, { error, ...extra });

const say =
  (speaker: Content['speaker']) =>
  (...blocks: readonly (Block | string)[]): Content => ({
    speaker,
    blocks: blocks.map((block) => (typeof block === 'string' ? text(block) : block)),
  });
export const human: (...blocks: readonly (Block | string)[]) => Content = say('human');
export const ai: (...blocks: readonly (Block | string)[]) => Content = say('ai');
export const tool: (...blocks: readonly (Block | string)[]) => Content = say('tool');
export const system: (...blocks: readonly (Block | string)[]) => Content = say('system');

export const by = (metadata: Metadata, content: Content): Content => ({ ...content, metadata });

/** A transcript as lines a person can compare: who, what, and every call with its completion. */
export function outline(transcript: RenderedTranscript): readonly string[] {
  return transcript.steps.map(
    (step) =>
      `${step.kind}: ${step.blocks
        .map((block) => {
          if (block.type === 'text') return block.text;
          if (block.type === 'thinking') return `(${block.thought})`;
          if (block.type === 'media') return `<${block.mimeType}>`;
          if (block.type === 'code') return `\`${block.code}\``;
          const { call: made, completion } = block;
          const said = completion.kind === 'real' ? outcome(completion) : completion.reason;
          const beside = completion.attachments.map((item) =>
            item.type === 'text' ? `+${item.text}` : `+<${item.type}>`,
          );
          return `${made.name}${JSON.stringify(made.parameters)} -> ${said}${beside.join('')}`;
        })
        .join(' | ')}`,
  );
}

function outcome({ result, error }: { readonly result: unknown; readonly error?: string }): string {
  return error === undefined
    ? JSON.stringify(result)
    : `error ${error}${result === null ? '' : JSON.stringify(result)}`;
}
