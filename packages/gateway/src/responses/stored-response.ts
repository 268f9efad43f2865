/**
 * An answer of the Responses API as its client got it, with what the request added to the conversation. What came before belongs to the
 * response that it continues: a chain of any length holds every item once. Nothing is parsed or copied before someone asks for it.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText, type Frame, parseJson, type RequestReading } from '@interlock/wire';
import { jsonSize, listsIn } from './json-size.ts';

/** The response itself, or the text of the event that ended its stream. */
export type GivenResponse = { readonly response: JsonObject } | { readonly text: string };

export interface StoredParts {
  readonly id: string;
  /** What it continues. */
  readonly before?: StoredResponse | undefined;
  /** The items of its request; without those of the responses before it. */
  readonly input: readonly JsonValue[];
  readonly given: GivenResponse;
}

export class StoredResponse {
  readonly id: string;
  readonly before: StoredResponse | undefined;
  readonly input: readonly JsonValue[];
  /** About how many characters it has, and how many with everything before it. */
  readonly size: number;
  readonly total: number;
  /** Lists and objects in all that was said by the client. */
  readonly lists: number;
  /** Reads what continues it from where that is new. */
  reading: RequestReading | undefined;
  #given: GivenResponse;

  constructor({ id, before, input, given }: StoredParts) {
    this.id = id;
    this.before = before;
    this.input = input;
    this.size = jsonSize(input) + ('text' in given ? given.text.length : jsonSize(given.response));
    this.total = this.size + (before?.total ?? 0);
    this.lists = listsIn(input) + (before?.lists ?? 0);
    this.reading = before?.reading;
    this.#given = given;
  }

  get response(): JsonObject {
    if ('text' in this.#given) this.#given = { response: responseIn(this.#given.text) };
    return this.#given.response;
  }

  get output(): readonly JsonValue[] {
    return asArray(this.response['output']);
  }
}

function responseIn(event: string): JsonObject {
  return asObject(asObject(parseJson(event))?.['response']) ?? {};
}

const endings: ReadonlySet<string> = new Set(['completed', 'incomplete']);

/** Undefined: a failure, or not a response. */
export function wholeResponse(body: JsonObject): GivenResponse | undefined {
  return body['object'] === 'response' && endings.has(asText(body['status'])) ? { response: body } : undefined;
}

/** The same of the last frame of a stream. */
export function streamedResponse(last: Frame | undefined): GivenResponse | undefined {
  return last?.event !== undefined && endings.has(last.event.replace('response.', ''))
    ? { text: last.data }
    : undefined;
}

/** The responses from the first of a conversation to this one. */
export function chainOf(last: StoredResponse | undefined): readonly StoredResponse[] {
  const chain: StoredResponse[] = [];
  for (let at = last; at !== undefined; at = at.before) chain.push(at);
  return chain.reverse();
}

/** Everything that was said up to the end of a response. */
export function conversationOf(last: StoredResponse | undefined): readonly JsonValue[] {
  return chainOf(last).flatMap(({ input, output }) => [...input, ...output]);
}
