/** A whole response, read as the answer to the request it came for. */
import type { JsonValue } from '@interlock/transcript';
import type { PreparedRequest } from '../prepare/prepared-request.ts';
import type { ReplyEvent } from '../reply/events.ts';
import type { Reply } from '../reply/gatherer.ts';
import { decodeBody } from './decode-body.ts';
import { ReadingStages } from './reading-stages.ts';

export interface ReadReply extends Reply {
  readonly events: readonly ReplyEvent[];
}

/** `response` is the body, as text or parsed. It never throws: what cannot be read is a failure of the reply. */
export function readResponse(request: Pick<PreparedRequest, 'reply'>, response: string | JsonValue): ReadReply {
  const stages = new ReadingStages(request.reply);
  const events = [...stages.pass(decodeBody(request.reply.protocol, response)), ...stages.end()];
  return { ...stages.gatherer.reply(), events };
}
