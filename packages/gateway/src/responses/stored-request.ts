/**
 * A request of the Responses API that refers to stored responses, as if its client had sent the whole conversation; and how its own answer
 * is stored. Instructions, tools and settings are not part of a conversation.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText, type Failure } from '@interlock/wire';
import { inputItems } from '../fronts/input-items.ts';
import { previousNotFound } from '../fronts/openai-responses.ts';
import { mostValues } from '../memory/measure-body.ts';
import { jsonSize, listsIn } from './json-size.ts';
import type { ResponseStore } from './response-store.ts';
import { conversationOf, type GivenResponse, StoredResponse } from './stored-response.ts';

/** How an answer is stored. */
export interface Storing {
  /** What the answer says about it: `store` and `previous_response_id`. */
  readonly fields: JsonObject;
  /**
   * Waited for before the client sees the end of the answer: its next request may follow at once. Absent: it is not stored. `given`:
   * undefined if there is nothing to store, because the answer failed.
   */
  keep?(id: string, given: GivenResponse | undefined): Promise<void> | undefined;
}

export interface StoredRequest {
  readonly body: JsonObject;
  readonly storing: Storing;
  /** What it continues. */
  readonly previous?: StoredResponse;
  /** About how many characters it has that the client did not send. */
  readonly more: number;
}

/** What a request needs to know. */
export interface StoredContext {
  /** Absent: the gateway stores nothing. */
  readonly store: ResponseStore | undefined;
  readonly client: string;
  /** Characters of a whole conversation. */
  readonly most: number;
}

export async function storedRequest(
  body: JsonObject,
  { store, client, most }: StoredContext,
): Promise<StoredRequest | { readonly failure: Failure }> {
  const id = body['previous_response_id'] ?? null;
  if (store === undefined && body['store'] === true) return { failure: storesNothing };
  if (id === null) {
    const whole = await withItems(body, { store, client });
    if ('failure' in whole) return whole;
    if (whole.more > most) return { failure: tooLarge };
    if (store === undefined || body['store'] === false) return { ...whole, storing: notStored };
    return { ...whole, storing: storingOf(store, client, inputItems(whole.body['input'])) };
  }
  const previous = typeof id === 'string' ? await store?.find(client, id) : undefined;
  if (store === undefined || previous === undefined) return { failure: notFoundIn(store, previousNotFound(id)) };
  const { previous_response_id: _, ...rest } = body;
  const sent = await withItems(rest, { store, client });
  if ('failure' in sent) return sent;
  const added = inputItems(sent.body['input']);
  const more = previous.total + sent.more;
  // The first is cheap: thousands of references to one large item are not walked over.
  if (more > most || previous.total + jsonSize(added) > most || hasTooMany(added, previous)) {
    return { failure: tooLarge };
  }
  const whole = { ...rest, input: [...conversationOf(previous), ...added] };
  const storing =
    body['store'] === false
      ? { fields: { store: false, previous_response_id: id } }
      : storingOf(store, client, added, previous);
  return { body: whole, storing, previous, more };
}

const notStored: Storing = { fields: { store: false, previous_response_id: null } };

function storingOf(
  store: ResponseStore,
  client: string,
  input: readonly JsonValue[],
  before?: StoredResponse,
): Storing {
  return {
    fields: { store: true, previous_response_id: before?.id ?? null },
    keep: (id, given) =>
      given === undefined ? undefined : store.keep(client, new StoredResponse({ id, before, input, given })),
  };
}

/** With the items themselves in place of references to them. References to items that are not stored stay: their provider may know them. */
export async function withItems(
  body: JsonObject,
  { store, client }: Pick<StoredContext, 'store' | 'client'>,
): Promise<Pick<StoredRequest, 'body' | 'more'> | { readonly failure: Failure }> {
  const input = asArray(body['input']);
  const ids = input.flatMap((item) => referenceIn(item) ?? []);
  if (ids.length === 0 || store === undefined) return { body, more: 0 };
  const wanted = new Set(ids);
  const items = await store.findItems(client, [...wanted]);
  if (items.size < wanted.size && store.isPartial === true) return { failure: outOfReach };
  const sizes = new Map([...items].map(([id, item]) => [id, jsonSize(item)]));
  return {
    body: { ...body, input: input.map((item) => items.get(referenceIn(item) ?? '') ?? item) },
    more: ids.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0),
  };
}

/** A conversation in pieces is as large as one that is sent as a whole may be. */
export function hasTooMany(added: readonly JsonValue[], before: StoredResponse | undefined): boolean {
  return (before?.lists ?? 0) + listsIn(added) > mostValues;
}

/** The type may be missing. */
function referenceIn(entry: JsonValue): string | undefined {
  const { type, role, id } = asObject(entry) ?? {};
  const isReference = type === undefined ? role === undefined && id !== undefined : type === 'item_reference';
  return isReference ? asText(id) : undefined;
}

/** What a client is told about a response that was not found. While the database is lost, it may still be there. */
export function notFoundIn(store: ResponseStore | undefined, failure: Failure): Failure {
  return store?.isPartial === true ? outOfReach : failure;
}

const outOfReach: Failure = {
  reason: 'overloaded',
  message: 'The stored responses of other instances cannot be reached at the moment. Try again.',
  retryAfterMs: 1_000,
};

export const storesNothing: Failure = {
  reason: 'invalid-request',
  message: 'store: true is not supported: this gateway stores no responses (gateway.limits.storedBytes is 0).',
};

export const tooLarge: Failure = {
  reason: 'context-overflow',
  message: 'The conversation is too large for the gateway.',
};
