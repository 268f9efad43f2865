/** A whole response, read as the answer to the request it came for. */
import type { JsonValue } from '@interlock/transcript';
import type { ReplyEvent } from '../events.ts';
import { parseJson } from '../json.ts';
import type { PreparedRequest } from '../prepare/prepared-request.ts';
import { readCalls } from '../prompt-tools/read-calls.ts';
import { Gatherer, type Reply } from './gatherer.ts';

export interface ReadReply extends Reply {
  readonly events: readonly ReplyEvent[];
}

/** `response` is the body, as text or parsed. It never throws: what cannot be read is a failure of the reply. */
export function readResponse(request: Pick<PreparedRequest, 'reply'>, response: string | JsonValue): ReadReply {
  const { protocol, promptTools } = request.reply;
  const body = typeof response === 'string' ? parseJson(response) : response;
  const decoded = body === undefined ? [notJson] : protocol.decodeResponse(body);
  const gatherer = new Gatherer(request.reply);
  const events = (promptTools ? readCalls(decoded) : decoded).map((event) => gatherer.take(event));
  return { ...gatherer.reply(), events };
}

const notJson: ReplyEvent = {
  type: 'reply-error',
  failure: { reason: 'server', message: 'The provider answered with something that is not JSON.' },
};
