/** Reads a complete response as stream events. */
import { type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import { asNumber, asObject, asText, parseJson } from '../../../json/json.ts';
import type { ReplyEvent } from '../../../reply/events.ts';
import type { Frame } from '../../../transport/frame.ts';
import type { Decoding } from '../../protocol.ts';
import { failureInside } from '../failures.ts';
import { ReplyReading } from './reply-reading.ts';

export function decodeResponse(body: JsonValue): readonly ReplyEvent[] {
  const response = asObject(body);
  const reading = new ReplyReading();
  const message = asObject(asObject(response?.['output'])?.['message']);
  if (response === undefined) return reading.fail({ reason: 'server', message: 'The response is not a message.' });
  if (message === undefined) return reading.fail(failureInside('', jsonText(response)));
  reading.count(response['usage']);
  const begun = [...reading.start(), ...reading.readAll(message['content'])];
  return [...begun, ...reading.finish(asText(response['stopReason']))];
}

/** The events of a streamed response (CNV-028). The counts come last, after the stop reason. */
export function startDecoding(): Decoding {
  return new StreamDecoding();
}

class StreamDecoding implements Decoding {
  readonly #reading = new ReplyReading();
  #rawStop: string | undefined;

  frame({ event = '', data }: Frame): readonly ReplyEvent[] {
    if (this.#reading.over) return [];
    if (/exception$/i.test(event)) return this.#reading.fail(failureInside(event, data));
    const body = asObject(parseJson(data));
    if (body !== undefined) return this.#read(event, body);
    return this.#reading.fail({ reason: 'network', message: 'The stream has an incomplete event.' });
  }

  /** A stop reason comes after all blocks: with it the message is complete, even without its counts. */
  end(): readonly ReplyEvent[] {
    if (this.#reading.over) return [];
    if (this.#rawStop !== undefined) return this.#reading.finish(this.#rawStop);
    return this.#reading.fail({ reason: 'network', message: 'The stream ended before the message was complete.' });
  }

  #read(event: string, body: JsonObject): readonly ReplyEvent[] {
    const key = asNumber(body['contentBlockIndex']) ?? 0;
    switch (event) {
      case 'messageStart':
        return this.#reading.start();
      case 'contentBlockStart': {
        const { toolUse, toolResult } = asObject(body['start']) ?? {};
        const call = asObject(toolUse);
        if (call !== undefined) return this.#reading.openCall(key, call);
        return this.#reading.openResult(key, asObject(toolResult) ?? {});
      }
      case 'contentBlockDelta':
        return this.#reading.delta(key, asObject(body['delta']) ?? {});
      case 'contentBlockStop':
        return this.#reading.close(key);
      case 'messageStop':
        this.#rawStop = asText(body['stopReason']);
        return [];
      case 'metadata':
        this.#reading.count(body['usage']);
        return this.#rawStop === undefined ? [] : this.#reading.finish(this.#rawStop);
      default:
        return [];
    }
  }
}
