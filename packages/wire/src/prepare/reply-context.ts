/** What the answer to a request will be part of: its turn, and its place in it. */
import type { Protocol } from '../protocols/protocol.ts';
import type { Destination } from '../target/target.ts';
import type { Framing } from '../transport/frame.ts';
import type { ConversationState } from './conversation.ts';
import type { ReplyContext } from './prepared-request.ts';

export function replyContext(
  protocol: Protocol,
  framing: Framing | undefined,
  { origin, model, traits }: Destination,
  { names, shaper }: ConversationState,
  prefix: (() => string) | undefined,
): ReplyContext {
  const { id, calls } = shaper.turn;
  return {
    protocol,
    ...(framing === undefined ? {} : { framing }),
    origin: { ...origin, model },
    names,
    turnId: id,
    calls,
    promptTools: traits.tools === 'prompt',
    ...(traits.thinking.inText === undefined ? {} : { thinkingInText: traits.thinking.inText }),
    ...(prefix === undefined ? {} : { prefix }),
  };
}
