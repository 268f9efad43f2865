/** Reads a response, complete or streamed, as events. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asNumber, asObject, asText, parseJson } from '../../../json/json.ts';
import type { ReplyEvent } from '../../../reply/events.ts';
import type { Frame } from '../../../transport/frame.ts';
import type { Decoding, DecodingOptions } from '../../protocol.ts';
import { failureInside } from '../failures.ts';
import { ReplyReading } from './reply-reading.ts';

export function decodeResponse(body: JsonValue, options?: DecodingOptions): readonly ReplyEvent[] {
  const message = asObject(body);
  const reading = new ReplyReading(options);
  if (message === undefined) return reading.fail({ reason: 'server', message: 'The response is not a message.' });
  // ANT-073: an error can come with status 200.
  const content = contentOf(message);
  if (message['type'] === 'error' || content === undefined) return reading.fail(failureInside(message));
  const begun = [...reading.start(message), ...reading.readAll(content)];
  return [...begun, ...reading.finish(asText(message['stop_reason']))];
}

/** The blocks of a message. Proxies write a single text as a string, and an empty answer as null. */
export function contentOf(message: JsonObject): readonly JsonValue[] | undefined {
  const content = message['content'];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (content === null && asText(message['stop_reason']) !== '') return [];
  return Array.isArray(content) ? asArray(content) : undefined;
}

/** Reads the events of a streamed response. Careless servers send frames in any order. */
export function startDecoding(options?: DecodingOptions): Decoding {
  return new StreamDecoding(options);
}

class StreamDecoding implements Decoding {
  readonly #reading: ReplyReading;
  #rawStop = '';
  /** The index of the last block, for servers that do not number them. */
  #latest = -1;

  constructor(options: DecodingOptions | undefined) {
    this.#reading = new ReplyReading(options);
  }

  frame({ event, data }: Frame): readonly ReplyEvent[] {
    if (this.#reading.over) return [];
    const body = asObject(parseJson(data));
    if (body === undefined) return this.#unreadable(event, data);
    return this.#read(asText(body['type']) || (event ?? ''), body);
  }

  /** A stop reason comes after all blocks: with it the message is complete, even without its last event. */
  end(): readonly ReplyEvent[] {
    if (this.#reading.over) return [];
    if (this.#rawStop !== '') return this.#reading.finish(this.#rawStop);
    return this.#reading.fail({ reason: 'network', message: 'The stream ended before the message was complete.' });
  }

  /** Keep-alive lines of proxies are not JSON at all; incomplete JSON is an answer with a gap. */
  #unreadable(event: string | undefined, data: string): readonly ReplyEvent[] {
    if (event === 'error') return this.#reading.fail(failureInside({ error: { message: data } }));
    if (!data.trimStart().startsWith('{')) return [];
    return this.#reading.fail({ reason: 'network', message: 'The stream has an incomplete event.' });
  }

  #read(type: string, body: JsonObject): readonly ReplyEvent[] {
    switch (type) {
      case 'message_start':
        return this.#reading.start(asObject(body['message']) ?? {});
      case 'content_block_start':
        this.#latest = asNumber(body['index']) ?? this.#latest + 1;
        return this.#reading.open(this.#latest, asObject(body['content_block']) ?? {});
      case 'content_block_delta':
        return this.#reading.delta(asNumber(body['index']) ?? this.#latest, asObject(body['delta']) ?? {});
      case 'content_block_stop':
        return this.#reading.close(asNumber(body['index']) ?? this.#latest);
      case 'message_delta':
        this.#reading.count(body['usage']);
        this.#rawStop = asText(asObject(body['delta'])?.['stop_reason']) || this.#rawStop;
        return this.#reading.ending(body);
      case 'message_stop':
        return this.#reading.finish(this.#rawStop);
      // A proxy that does not stream: the whole answer is one event.
      case 'message':
        this.#rawStop = asText(body['stop_reason']) || this.#rawStop;
        return [...this.#reading.start(body), ...this.#reading.readAll(contentOf(body) ?? [])];
      case 'error':
        return this.#reading.fail(failureInside(body));
      default:
        return [];
    }
  }
}
