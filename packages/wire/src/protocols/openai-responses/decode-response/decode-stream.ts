/** The events of a streamed response as the events of a reply. Events nobody knows yet are ignored. */
import type { JsonObject } from '@interlock/transcript';
import { asObject, asText, parseJson } from '../../../json/json.ts';
import type { ReplyEvent } from '../../../reply/events.ts';
import type { Frame } from '../../../transport/frame.ts';
import type { Decoding } from '../../protocol.ts';
import { readFailure } from '../failures.ts';
import type { ItemKind } from '../provider-item.ts';
import { endOf, startOf } from './decode-response.ts';
import { OutputReading } from './output-reading.ts';

export function startDecoding(): Decoding {
  return new StreamDecoding();
}

/** Events that carry a piece of an item, by the item's kind. */
const pieces: ReadonlyMap<string, ItemKind> = new Map<string, ItemKind>([
  ['response.output_text.delta', 'message'],
  ['response.output_text.done', 'message'],
  ['response.refusal.delta', 'message'],
  ['response.refusal.done', 'message'],
  ['response.reasoning_summary_part.added', 'reasoning'],
  ['response.reasoning_summary_text.delta', 'reasoning'],
  ['response.reasoning_summary_text.done', 'reasoning'],
  ['response.reasoning_text.delta', 'reasoning'],
  ['response.reasoning_text.done', 'reasoning'],
  ['response.function_call_arguments.delta', 'call'],
  ['response.function_call_arguments.done', 'call'],
]);

class StreamDecoding implements Decoding {
  readonly #output = new OutputReading();
  #started = false;
  #over = false;
  /** The server said that nothing more comes, in the words of the older API. */
  #saidDone = false;

  frame({ event, data }: Frame): readonly ReplyEvent[] {
    if (this.#over) return [];
    if (data.trim() === '[DONE]') this.#saidDone = true;
    const body = asObject(parseJson(data));
    if (body === undefined) return [];
    const type = asText(body['type']) || (event ?? '');
    return this.#terminal(type, body) ?? this.#begun(type, body);
  }

  end(): readonly ReplyEvent[] {
    if (this.#over) return [];
    this.#over = true;
    const start: readonly ReplyEvent[] = this.#started ? [] : [{ type: 'reply-start' }];
    if (this.#saidDone && !this.#output.isEmpty && !this.#output.hasOpen) {
      return [...start, ...endOf({ status: 'completed' }, this.#output)];
    }
    const failure = { reason: 'network', message: 'The stream ended before the response was complete.' } as const;
    return [...start, ...this.#output.breakOff(), { type: 'reply-error', failure }];
  }

  #terminal(type: string, body: JsonObject): readonly ReplyEvent[] | undefined {
    const end = this.#endEvents(type, body);
    if (end === undefined) return undefined;
    const start = this.#start(asObject(body['response']) ?? body);
    this.#over = true;
    return [...start, ...end];
  }

  #endEvents(type: string, body: JsonObject): readonly ReplyEvent[] | undefined {
    const response = asObject(body['response']) ?? {};
    switch (type) {
      // The name of the event decides; a response inside that has no status, or a wrong one, does not.
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        return endOf({ ...response, status: type.slice('response.'.length) }, this.#output);
      case 'error':
        return [...this.#output.breakOff(), { type: 'reply-error', failure: readFailure(body) }];
      default:
        // A server that does not stream: all of it is one event.
        if (body['object'] === 'response') return endOf(body, this.#output);
        // Proxies send a bare error object in place of an event.
        if (asObject(body['error']) === undefined || type.startsWith('response.')) return undefined;
        return [...this.#output.breakOff(), { type: 'reply-error', failure: readFailure(body) }];
    }
  }

  #begun(type: string, body: JsonObject): readonly ReplyEvent[] {
    if (type === 'response.created' || type === 'response.in_progress') {
      return this.#start(asObject(body['response']) ?? {});
    }
    const events = this.#itemEvents(type, body);
    return events.length === 0 ? events : [...this.#start({}), ...events];
  }

  #itemEvents(type: string, body: JsonObject): readonly ReplyEvent[] {
    if (type === 'response.output_item.added') return this.#output.added(body);
    if (type === 'response.output_item.done') return this.#output.done(body);
    if (type === 'response.content_part.added' || type === 'response.content_part.done') {
      const reasoning = asObject(body['part'])?.['type'] === 'reasoning_text';
      return this.#output.piece(type, reasoning ? 'reasoning' : 'message', body);
    }
    const kind = pieces.get(type);
    return kind === undefined ? [] : this.#output.piece(type, kind, body);
  }

  #start(response: JsonObject): readonly ReplyEvent[] {
    if (this.#started) return [];
    this.#started = true;
    return [startOf(response)];
  }
}
