/** What the answer to a request will be part of: its turn, and its place in it. */
import type { RenderedTranscript } from '@interlock/transcript';
import type { Protocol } from '../protocol.ts';
import type { Destination } from '../target.ts';
import type { ToolNames } from '../tool-names.ts';
import type { ReplyContext } from './prepared-request.ts';

export function replyContext(
  protocol: Protocol,
  { origin, model, traits }: Destination,
  transcript: RenderedTranscript,
  names: ToolNames,
  prefix: (() => string) | undefined,
): ReplyContext {
  const turnId = transcript.at(transcript.length - 1)?.metadata.turnId ?? '';
  return {
    protocol,
    origin: { ...origin, model },
    names,
    turnId,
    calls: countCalls(transcript, turnId),
    promptTools: traits.tools === 'prompt',
    ...(prefix === undefined ? {} : { prefix }),
  };
}

/** Calls of the last turn: the next call's place in it. Looks at that turn alone. */
function countCalls(transcript: RenderedTranscript, turnId: string): number {
  let calls = 0;
  for (let at = transcript.length - 1; at >= 0; at -= 1) {
    const step = transcript.at(at);
    if (step?.metadata.turnId !== turnId) break;
    if (step.kind === 'ai') calls += step.blocks.filter(({ type }) => type === 'interaction').length;
  }
  return calls;
}
