/** Reads a response, complete or streamed, as events. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, parseJson } from '../../../json/json.ts';
import type { ReplyEvent } from '../../../reply/events.ts';
import type { Frame } from '../../../transport/frame.ts';
import type { Decoding, DecodingOptions } from '../../protocol.ts';
import { ReplyReading } from './reply-reading.ts';

export function decodeResponse(body: JsonValue, options?: DecodingOptions): readonly ReplyEvent[] {
  // Some gateways put an error into a list of one.
  const given = asObject(body) ?? asObject(asArray(body)[0]);
  const response = given === undefined ? undefined : onlyMessages(given);
  const reading = new ReplyReading(options);
  const events = response === undefined ? [] : reading.read(response);
  if (reading.over) return events;
  if (asObject(asArray(response?.['choices'])[0]) === undefined) {
    return reading.fail({ reason: 'server', message: 'The response has no answer.' });
  }
  // The answer is complete, whether or not it has a reason.
  return [...events, ...reading.finish()];
}

/** Perplexity puts an empty `delta` beside the message of a complete answer. */
function onlyMessages(response: JsonObject): JsonObject {
  const choices = asArray(response['choices']).map((value) => {
    const choice = asObject(value);
    if (asObject(choice?.['message']) === undefined || choice?.['delta'] === undefined) return value;
    const { delta: _, ...others } = choice;
    return others;
  });
  return choices.length === 0 ? response : { ...response, choices };
}

/** Reads a streamed answer. It is complete with a finish reason or `[DONE]`. */
export function startDecoding(options?: DecodingOptions): Decoding {
  const reading = new ReplyReading(options);
  return {
    frame: (frame) => readFrame(reading, frame),
    end: () => (reading.stopped ? reading.finish() : breakOff(reading)),
  };
}

function readFrame(reading: ReplyReading, { event, data }: Frame): readonly ReplyEvent[] {
  const text = data.trim();
  if (text === '[DONE]') return reading.begun ? reading.finish() : [];
  // Keep-alive lines of proxies are not JSON at all; incomplete JSON is an answer with a gap.
  if (!text.startsWith('{') && !text.startsWith('[')) return [];
  const value = parseJson(text);
  const chunk = asObject(value) ?? asObject(asArray(value)[0]);
  if (chunk === undefined) return value === undefined ? breakOff(reading) : [];
  // An event of this name is an error, whatever its data.
  const isBareError = event === 'error' && chunk['error'] === undefined;
  return reading.read(isBareError ? { error: chunk } : chunk);
}

function breakOff(reading: ReplyReading): readonly ReplyEvent[] {
  return reading.fail({ reason: 'network', message: 'The stream ended before the answer was complete.' });
}
