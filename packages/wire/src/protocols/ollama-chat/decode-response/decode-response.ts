/** Reads a complete response. */
import type { JsonValue } from '@interlock/transcript';
import { asObject, parseJson } from '../../../json/json.ts';
import type { ReplyEvent } from '../../../reply/events.ts';
import type { Frame } from '../../../transport/frame.ts';
import type { Decoding, DecodingOptions } from '../../protocol.ts';
import { ReplyReading } from './reply-reading.ts';

export function decodeResponse(body: JsonValue, options?: DecodingOptions): readonly ReplyEvent[] {
  const reading = new ReplyReading(options);
  const line = asObject(body);
  if (line === undefined || (line['message'] === undefined && line['error'] === undefined)) {
    return reading.fail({ reason: 'server', message: 'The response is not a chat message.' });
  }
  const events = reading.read(line);
  // The answer is complete, whether or not it says so.
  return reading.over ? events : [...events, ...reading.finish(line)];
}

/**
 * Reads a reply line by line (OLL-001). A line that is not a JSON object, or a missing last line, means that the stream was cut
 * off.
 */
export function startDecoding(options?: DecodingOptions): Decoding {
  const reading = new ReplyReading(options);
  return {
    frame: ({ data }: Frame): readonly ReplyEvent[] => {
      if (data.trim() === '') return [];
      const line = asObject(parseJson(data));
      return line === undefined
        ? reading.fail(broken('A line of the stream is not a JSON object.'))
        : reading.read(line);
    },
    end: (): readonly ReplyEvent[] => reading.fail(broken('The stream ended before the answer was complete.')),
  };
}

function broken(message: string): { readonly reason: 'network'; readonly message: string } {
  return { reason: 'network', message };
}
