/** Writes a reply as a complete response of this API. */
import type { JsonObject } from '@interlock/transcript';
import { asArray, asText } from '../../../json/json.ts';
import type { ReplyEvent, Usage } from '../../../reply/events.ts';
import { OwnFields, ownFieldsOf } from '../../../reply/own-fields.ts';
import type { Frame } from '../../../transport/frame.ts';
import type { Encoding, ReplyHead } from '../../protocol.ts';
import { ReplyWriter } from './reply-writer.ts';
import { type ReplyOutcome, responseObject, statusOf } from './response-object.ts';

export function encodeResponse(events: readonly ReplyEvent[], head: ReplyHead): JsonObject {
  const writer = new ReplyWriter(head);
  let outcome: ReplyOutcome;
  let usage: Usage | undefined;
  for (const event of events) {
    if (event.type === 'usage') usage = event.usage;
    else if (outcome === undefined) writer.write(event);
    if (event.type === 'reply-end' || event.type === 'reply-error') outcome ??= event;
  }
  if (outcome?.type === 'reply-end') writer.closeAll();
  return responseObject(
    head,
    joinMessages(writer.output),
    statusOf(outcome, writer.output),
    outcome,
    usage,
    ownFieldsOf('openai-responses', events),
  );
}

/** Texts that came as one message item are joined again. A stream cannot know this in time, and gives each an item. */
function joinMessages(output: readonly JsonObject[]): readonly JsonObject[] {
  const joined: JsonObject[] = [];
  for (const item of output) {
    const last = joined.at(-1);
    if (last !== undefined && item['type'] === 'message' && last['id'] === item['id']) {
      joined[joined.length - 1] = { ...last, content: [...asArray(last['content']), ...asArray(item['content'])] };
    } else joined.push(item);
  }
  return joined;
}

/** Writes a reply as a stream of this API: every event has its name, its number and its position. */
export function startEncoding(head: ReplyHead): Encoding {
  return new StreamEncoding(head);
}

class StreamEncoding implements Encoding {
  readonly #head: ReplyHead;
  readonly #writer: ReplyWriter;
  readonly #own = new OwnFields('openai-responses');
  #sequence = 0;
  #started = false;
  #over = false;
  #outcome: ReplyOutcome;
  #usage: Usage | undefined;

  constructor(head: ReplyHead) {
    this.#head = head;
    this.#writer = new ReplyWriter(head);
  }

  event(event: ReplyEvent): readonly Frame[] {
    if (event.type === 'usage') this.#usage = event.usage;
    if (event.type === 'reply-fields') {
      this.#own.add(event);
      this.#writer.write(event);
    }
    if (event.type === 'reply-fields' || this.#outcome !== undefined || this.#over) return [];
    if (event.type === 'reply-end' || event.type === 'reply-error') this.#outcome = event;
    const closed = event.type === 'reply-end' ? this.#writer.closeAll() : this.#writer.write(event);
    return [...this.#start(), ...closed.map((body) => this.#frame(body))];
  }

  /** The last event waits for counts that come after the reason. */
  end(): readonly Frame[] {
    if (this.#over) return [];
    this.#over = true;
    const status = statusOf(this.#outcome, this.#writer.output);
    const response = responseObject(this.#head, this.#writer.output, status, this.#outcome, this.#usage, this.#own);
    return [...this.#start(), this.#frame({ type: `response.${status}`, response })];
  }

  #start(): readonly Frame[] {
    if (this.#started) return [];
    this.#started = true;
    const response = responseObject(this.#head, [], 'in_progress', undefined, undefined, this.#own);
    return ['response.created', 'response.in_progress'].map((type) => this.#frame({ type, response }));
  }

  #frame(body: JsonObject): Frame {
    const data = JSON.stringify({ ...body, sequence_number: this.#sequence });
    this.#sequence += 1;
    return { event: asText(body['type']), data };
  }
}
