/** A stream as events: every frame is a response of its own, with the next few parts. */
import type { ReplyEvent } from '../../events.ts';
import { parseJson } from '../../json.ts';
import type { Decoding, Frame } from '../../protocol.ts';
import { ReplyReading } from './reply/reply-reading.ts';

export function startDecoding(): Decoding {
  const reader = new ReplyReading();
  const frame = ({ data }: Frame): readonly ReplyEvent[] => {
    // Gateways end every stream with OpenAI's last word, also this one.
    if (data.trim() === '' || data.trim() === '[DONE]') return [];
    const chunk = parseJson(data);
    return chunk === undefined
      ? reader.fail({ reason: 'server', message: 'The stream has a frame that is no JSON.' })
      : reader.read(chunk);
  };
  return { frame, end: () => reader.end() };
}
