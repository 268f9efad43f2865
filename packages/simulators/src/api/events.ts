/** Frames of an event stream: OpenAI's have only data, Anthropic's repeat the type as the event name. */
import type { JsonObject } from './json.ts';

export function dataEvent(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

export function namedEvent(type: string, fields: JsonObject): string {
  return `event: ${type}\n${dataEvent({ type, ...fields })}`;
}

/** The end of a stream of Chat Completions. */
export const doneEvent = 'data: [DONE]\n\n';
