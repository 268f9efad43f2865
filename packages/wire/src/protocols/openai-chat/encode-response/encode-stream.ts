/** Writes an answer as it comes. */
import type { JsonObject } from '@interlock/transcript';
import type { ReplyEvent, Usage } from '../../../reply/events.ts';
import type { Frame } from '../../../transport/frame.ts';
import type { Encoding, ReplyHead } from '../../protocol.ts';
import { encodeFailure } from '../failures.ts';
import { writeStop } from '../stop-reason.ts';
import { writeUsage } from '../usage.ts';
import { DeltaWriter } from './delta-writer.ts';

export function startEncoding(head: ReplyHead): Encoding {
  return new StreamEncoding(head);
}

class StreamEncoding implements Encoding {
  readonly #head: ReplyHead;
  readonly #writer: DeltaWriter;
  #begun = false;
  #state: 'open' | 'ended' | 'failed' = 'open';
  #usage: Usage | undefined;

  constructor(head: ReplyHead) {
    this.#head = head;
    this.#writer = new DeltaWriter(head.id);
  }

  event(event: ReplyEvent): readonly Frame[] {
    if (event.type === 'usage') this.#usage = event.usage;
    if (this.#state !== 'open') return [];
    switch (event.type) {
      case 'reply-start':
        return this.#begin();
      case 'reply-end': {
        const deltas = this.#writer.end();
        this.#state = 'ended';
        const finish = this.#chunk([{ index: 0, delta: {}, logprobs: null, finish_reason: writeStop(event.stop) }]);
        return [...this.#begin(), ...this.#deltas(deltas), finish];
      }
      case 'reply-error':
        this.#state = 'failed';
        return [frameOf(encodeFailure(event.failure).body)];
      default:
        return this.#deltas(this.#writer.write(event));
    }
  }

  /** The counts, then `[DONE]`. An answer that has not ended is not passed off as one that has. */
  end(): readonly Frame[] {
    if (this.#state === 'failed') return [];
    if (this.#state === 'open') {
      const failure = { reason: 'network', message: 'The answer broke off.' } as const;
      return [frameOf(encodeFailure(failure).body)];
    }
    const usage = this.#usage;
    const counts = usage === undefined ? [] : [this.#chunk([], { usage: writeUsage(usage) })];
    return [...counts, { data: '[DONE]' }];
  }

  #begin(): readonly Frame[] {
    if (this.#begun) return [];
    this.#begun = true;
    return [this.#delta({ role: 'assistant', content: '' })];
  }

  #deltas(deltas: readonly JsonObject[]): readonly Frame[] {
    if (deltas.length === 0) return [];
    return [...this.#begin(), ...deltas.map((delta) => this.#delta(delta))];
  }

  #delta(delta: JsonObject): Frame {
    return this.#chunk([{ index: 0, delta, logprobs: null, finish_reason: null }]);
  }

  #chunk(choices: readonly JsonObject[], more: JsonObject = {}): Frame {
    const { id, created, model } = this.#head;
    return frameOf({ id, object: 'chat.completion.chunk', created, model, choices, ...more });
  }
}

function frameOf(data: JsonObject): Frame {
  return { data: JSON.stringify(data) };
}
