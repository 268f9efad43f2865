/** Reads a complete response as events. A list of chunks, which is a stream without SSE, is read as one. */
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

/** Reads a stream as events: every frame is a complete response with the next parts. */
export function startDecoding(options?: DecodingOptions): Decoding {
  const reader = new ReplyReading(options);
  let last = '';
  const frame = ({ data }: Frame): readonly ReplyEvent[] => {
    // Gateways end every stream with OpenAI's `[DONE]`, this one too.
    if (data.trim() === '' || data.trim() === '[DONE]') return [];
    // The last frame again, as gateways that resume a stream send it: it must not count twice.
    if (data === last && isLast(data)) return [];
    last = data;
    const chunk = parseJson(data);
    return chunk === undefined
      ? reader.fail({ reason: 'server', message: 'The stream has a frame that is not JSON.' })
      : reader.read(chunk);
  };
  return { frame, end: () => reader.end() };
}

/** Whether a frame has a finish reason, and a call or a signature. Other frames may be equal and still be two texts. */
function isLast(data: string): boolean {
  return /"finish_?[rR]eason"/.test(data) && /"(function_?[cC]all|thought_?[sS]ignature)"/.test(data);
}
