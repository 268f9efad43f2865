/**
 * A reply as the stream this API gives: `message_start`, each block with its start, deltas and stop, one block after the
 * other, then `message_delta` and `message_stop`. Blocks that grow at the same time wait for each other.
 */
import type { JsonObject } from '@interlock/transcript';
import type { ReplyEvent, Usage } from '../../../reply/events.ts';
import type { Frame } from '../../../transport/frame.ts';
import type { Encoding, ReplyHead } from '../../protocol.ts';
import { encodeFailure } from '../failures.ts';
import { writeStop } from '../stop-reasons.ts';
import { writeUsage } from '../usage-count.ts';
import { BlockWriter } from './block-writer.ts';
import { encodeHead, encodeStopFields } from './encode-response.ts';
import { frameOf } from './frame-of.ts';

export function startEncoding(head: ReplyHead): Encoding {
  return new StreamEncoding(head);
}

class StreamEncoding implements Encoding {
  readonly #head: ReplyHead;
  readonly #blocks: BlockWriter;
  #started = false;
  #usage: Usage | undefined;
  #stop: string | undefined;
  #failed = false;

  constructor(head: ReplyHead) {
    this.#head = head;
    this.#blocks = new BlockWriter(head);
  }

  event(event: ReplyEvent): readonly Frame[] {
    if (event.type === 'usage') this.#usage = event.usage;
    if (this.#failed || this.#stop !== undefined) return [];
    switch (event.type) {
      case 'reply-start':
        return this.#start();
      case 'usage':
        return [];
      case 'reply-end':
        this.#stop = writeStop(event.stop, event.rawStop);
        return [...this.#start(), ...this.#blocks.closeAll()];
      case 'reply-error':
        this.#failed = true;
        return [frameOf(encodeFailure(event.failure).body)];
      default:
        return [...this.#start(), ...this.#blocks.write(event)];
    }
  }

  /** The last events wait for counts that come after the reason. */
  end(): readonly Frame[] {
    if (this.#failed) return [];
    this.#failed = true;
    if (this.#stop === undefined) {
      return [frameOf(encodeFailure({ reason: 'server', message: 'The reply broke off.' }).body)];
    }
    const usage = writeUsage(this.#usage);
    return [
      frameOf({ type: 'message_delta', delta: encodeStopFields(this.#stop), usage }),
      frameOf({ type: 'message_stop' }),
    ];
  }

  #start(): readonly Frame[] {
    if (this.#started) return [];
    this.#started = true;
    const message: JsonObject = {
      ...encodeHead(this.#head),
      content: [],
      ...encodeStopFields(null),
      usage: writeUsage(this.#usage),
    };
    return [frameOf({ type: 'message_start', message })];
  }
}
