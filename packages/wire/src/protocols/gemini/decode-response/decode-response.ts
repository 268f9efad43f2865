/** A whole response as events. A list of chunks, which is how a stream without SSE looks, is read as one. */
import type { JsonValue } from '@interlock/transcript';
import { parseJson } from '../../../json/json.ts';
import type { ReplyEvent } from '../../../reply/events.ts';
import type { Frame } from '../../../transport/frame.ts';
import type { Decoding, DecodingOptions } from '../../protocol.ts';
import { ReplyReading } from './reply-reading.ts';

export function decodeResponse(body: JsonValue, options?: DecodingOptions): readonly ReplyEvent[] {
  const reader = new ReplyReading(options);
  return [...reader.read(body), ...reader.end(true)];
}

/** A stream as events: every frame is a complete response, with the next few parts. */
export function startDecoding(options?: DecodingOptions): Decoding {
  const reader = new ReplyReading(options);
  let last = '';
  const frame = ({ data }: Frame): readonly ReplyEvent[] => {
    // Gateways end every stream with OpenAI's last word, also this one.
    if (data.trim() === '' || data.trim() === '[DONE]') return [];
    // The last frame once more, as gateways that resume a stream send it: nothing in it may be done twice.
    if (data === last && isLast(data)) return [];
    last = data;
    const chunk = parseJson(data);
    return chunk === undefined
      ? reader.fail({ reason: 'server', message: 'The stream has a frame that is not JSON.' })
      : reader.read(chunk);
  };
  return { frame, end: () => reader.end() };
}

/** It has a reason to end, and a call or a signature: two of the same text would be two texts. */
function isLast(data: string): boolean {
  return /"finish_?[rR]eason"/.test(data) && /"(function_?[cC]all|thought_?[sS]ignature)"/.test(data);
}
