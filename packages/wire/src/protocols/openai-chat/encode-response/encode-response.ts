/** Writes an answer in one piece. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';
import type { ReplyEvent, Usage } from '../../../reply/events.ts';
import { choiceLogprobs, logprobsIn } from '../../../reply/logprobs.ts';
import { grown, OwnFields, ownFieldsOf } from '../../../reply/own-fields.ts';
import type { Frame } from '../../../transport/frame.ts';
import type { Encoding, ReplyHead } from '../../protocol.ts';
import { encodeFailure } from '../failures.ts';
import { writeStop } from '../stop-reason.ts';
import { writeUsage } from '../usage.ts';
import { DeltaWriter } from './delta-writer.ts';

export function encodeResponse(events: readonly ReplyEvent[], { id, model, created }: ReplyHead): JsonObject {
  const failed = events.find((event) => event.type === 'reply-error');
  if (failed !== undefined) return encodeFailure(failed.failure).body;
  const writer = new DeltaWriter(id);
  const deltas = [...events.flatMap((event) => writer.write(event)), ...writer.end()];
  const end = events.findLast((event) => event.type === 'reply-end');
  const counted = events.findLast((event) => event.type === 'usage');
  const finish = writeStop(end?.stop ?? 'error', end?.rawStop);
  const own = ownFieldsOf('openai-chat', events, growing);
  const message = { ...messageOf(deltas), ...own.at('message') };
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message, ...logprobsOf(events), finish_reason: finish, ...own.at('choice') }],
    ...(counted === undefined ? {} : { usage: grown(writeUsage(counted.usage), own.at('usage')) }),
    ...own.at('reply'),
  };
}

/** Each chunk has only what is new: annotations, probabilities, tools that the server ran. */
const growing: ReadonlySet<string> = new Set(['message', 'choice']);

/** Those of a target that speaks Responses. Chat's own are among the fields of the choice. */
function logprobsOf(events: readonly ReplyEvent[]): JsonObject {
  const fields = events.filter(({ type }) => type === 'block-fields');
  const entries = fields.flatMap(logprobsIn);
  return entries.length === 0 ? { logprobs: null } : choiceLogprobs(entries);
}

function messageOf(deltas: readonly JsonObject[]): JsonObject {
  const thought = joinedText(deltas, 'reasoning_content');
  const details = joinedList(deltas, 'reasoning_details');
  const text = joinedText(deltas, 'content');
  const refusal = joinedText(deltas, 'refusal');
  const images = joinedList(deltas, 'images');
  const calls = joinedCalls(deltas);
  return {
    role: 'assistant',
    ...(thought === '' ? {} : { reasoning_content: thought }),
    ...(details.length === 0 ? {} : { reasoning_details: details }),
    content: text === '' && (calls.length > 0 || refusal !== '') ? null : text,
    refusal: refusal === '' ? null : refusal,
    ...(images.length === 0 ? {} : { images }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function joinedText(deltas: readonly JsonObject[], field: string): string {
  return deltas.map((delta) => asText(delta[field])).join('');
}

function joinedList(deltas: readonly JsonObject[], field: string): readonly JsonValue[] {
  return deltas.flatMap((delta) => asArray(delta[field]));
}

/** The first chunk of a call has its id and name, the others its arguments. */
function joinedCalls(deltas: readonly JsonObject[]): readonly JsonObject[] {
  const calls = new Map<JsonValue | undefined, { id: string; name: string; pieces: string[] }>();
  for (const piece of joinedList(deltas, 'tool_calls').map(asObject)) {
    const tool = asObject(piece?.['function']);
    const known = calls.get(piece?.['index']);
    const call = known ?? { id: asText(piece?.['id']), name: asText(tool?.['name']), pieces: [] };
    call.pieces.push(asText(tool?.['arguments']));
    calls.set(piece?.['index'], call);
  }
  return [...calls.values()].map(({ id, name, pieces }) => {
    return { id, type: 'function', function: { name, arguments: pieces.join('') } };
  });
}

/** Writes an answer as it comes. */
export function startEncoding(head: ReplyHead): Encoding {
  return new StreamEncoding(head);
}

class StreamEncoding implements Encoding {
  readonly #head: ReplyHead;
  readonly #writer: DeltaWriter;
  readonly #own = new OwnFields('openai-chat', growing);
  /** Of the next text, from a target that speaks Responses. */
  #logprobs: JsonValue[] = [];
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
      case 'reply-fields':
        this.#own.add(event);
        return [];
      case 'reply-end': {
        const deltas = this.#writer.end();
        this.#state = 'ended';
        const last = [...this.#begin(), ...this.#deltas(deltas)];
        return [...last, this.#choice({}, writeStop(event.stop, event.rawStop))];
      }
      case 'reply-error':
        this.#state = 'failed';
        return [frameOf(encodeFailure(event.failure).body)];
      case 'block-fields':
        this.#logprobs.push(...logprobsIn(event));
        return this.#deltas(this.#writer.write(event));
      default:
        return this.#deltas(this.#writer.write(event));
    }
  }

  /** The counts, then `[DONE]`, which is only sent if the answer has ended. */
  end(): readonly Frame[] {
    if (this.#state === 'failed') return [];
    if (this.#state === 'open') {
      const failure = { reason: 'network', message: 'The answer was cut off.' } as const;
      return [frameOf(encodeFailure(failure).body)];
    }
    const usage = this.#usage;
    const counts =
      usage === undefined ? [] : [this.#chunk([], { usage: grown(writeUsage(usage), this.#own.at('usage')) })];
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
    return this.#choice(delta, null);
  }

  #choice(delta: JsonObject, finish: string | null): Frame {
    const more = this.#own.take('message');
    const choice = { index: 0, delta: { ...delta, ...more }, logprobs: null, finish_reason: finish };
    const isOfText = this.#logprobs.length > 0 && (finish !== null || asText(delta['content']) !== '');
    const logprobs = isOfText ? choiceLogprobs(this.#logprobs.splice(0)) : {};
    return this.#chunk([{ ...choice, ...logprobs, ...this.#own.take('choice') }]);
  }

  #chunk(choices: readonly JsonObject[], more: JsonObject = {}): Frame {
    const { id, created, model } = this.#head;
    return frameOf({ id, object: 'chat.completion.chunk', created, model, choices, ...more, ...this.#own.at('reply') });
  }
}

function frameOf(data: JsonObject): Frame {
  return { data: JSON.stringify(data) };
}
