/** A past conversation as the events that would have reported it, so that a replay looks like a live turn. Pure. */
import {
  type Block,
  type Content,
  type MediaBlock,
  type TextBlock,
  type ToolResponseBlock,
  toJson,
} from '@interlock/transcript';
import { pastOutcome } from '../wording/past-outcome.ts';
import type { ShownEvent } from './map-event.ts';

export function pastEvents(contents: readonly Content[]): readonly ShownEvent[] {
  const responses = responsesIn(contents);
  return contents.flatMap((content) => {
    if (content.speaker === 'human') return userEvents(content);
    return content.speaker === 'ai' ? answerEvents(content, responses) : [];
  });
}

interface CallResponse {
  readonly response: ToolResponseBlock;
  readonly media: readonly MediaBlock[];
}

/** If a call has several responses, the tool's own one counts, even if it came late. Media blocks follow their response. */
function responsesIn(contents: readonly Content[]): ReadonlyMap<string, CallResponse> {
  const found = new Map<string, CallResponse>();
  for (const { blocks } of contents) {
    blocks.forEach((block, at) => {
      if (block.type !== 'tool_response') return;
      const before = found.get(block.callId)?.response;
      if (before !== undefined && (before.synthetic === undefined || block.synthetic !== undefined)) return;
      found.set(block.callId, { response: block, media: mediaFrom(blocks, at + 1) });
    });
  }
  return found;
}

function mediaFrom(blocks: readonly Block[], start: number): readonly MediaBlock[] {
  const end = blocks.findIndex((block, at) => at >= start && block.type !== 'media');
  return blocks
    .slice(start, end === -1 ? undefined : end)
    .filter((block): block is MediaBlock => block.type === 'media');
}

function userEvents({ blocks }: Content): readonly ShownEvent[] {
  const shown = blocks.filter(
    (block): block is TextBlock | MediaBlock => block.type === 'text' || block.type === 'media',
  );
  return shown.length === 0 ? [] : [{ type: 'user-message', blocks: shown }];
}

function answerEvents({ blocks }: Content, responses: ReadonlyMap<string, CallResponse>): readonly ShownEvent[] {
  const start: ShownEvent = { type: 'request', step: 0, target: '', account: '', plain: false, because: [] };
  return [start, ...blocks.flatMap((block) => blockEvents(block, responses))];
}

function blockEvents(block: Block, responses: ReadonlyMap<string, CallResponse>): readonly ShownEvent[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text-delta', text: block.text }];
    case 'code':
      return [{ type: 'text-delta', text: `\n\`\`\`${block.language ?? ''}\n${block.code}\n\`\`\`\n` }];
    case 'thinking':
      return [{ type: 'thinking-delta', text: block.thought }];
    case 'tool_call': {
      const { id, name, parameters } = block;
      const { response, media } = responses.get(id) ?? {};
      const outcome = pastOutcome(response, media);
      return [
        { type: 'tool-call', id, name, args: toJson(parameters ?? {}).value },
        { type: 'tool-result', id, name, outcome, ms: 0 },
      ];
    }
    default:
      return [];
  }
}
