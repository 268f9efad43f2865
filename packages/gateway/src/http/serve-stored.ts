/** What clients ask about stored responses: one of them, its input, and that it be deleted. */
import type { JsonObject } from '@interlock/transcript';
import type { Failure } from '@interlock/wire';
import type { Client } from '../clients/client.ts';
import { responseNotFound } from '../fronts/openai-responses.ts';
import { listInputItems, type Query } from '../responses/list-input-items.ts';
import type { ResponseStore } from '../responses/response-store.ts';
import { notFoundIn } from '../responses/stored-request.ts';

export interface StoredQuestion {
  readonly action: 'show' | 'delete' | 'list-input' | 'cancel';
  readonly id: string;
  readonly query: Query;
}

export async function answerStored(
  store: ResponseStore | undefined,
  { key }: Pick<Client, 'key'>,
  { action, id, query }: StoredQuestion,
): Promise<{ readonly body: JsonObject } | { readonly failure: Failure }> {
  const stored = await store?.find(key, id);
  if (stored === undefined) return { failure: notFoundIn(store, responseNotFound(id)) };
  switch (action) {
    case 'show':
      return query.get('stream') === 'true' ? { failure: notReplayed } : { body: stored.response };
    case 'list-input':
      return listInputItems(stored, query);
    case 'delete':
      await store?.forget(key, id);
      return { body: { id, object: 'response', deleted: true } };
    case 'cancel':
      return { failure: notBackground };
  }
}

const notBackground: Failure = {
  reason: 'invalid-request',
  message: 'Only background responses can be cancelled, and the gateway has none. To stop an answer, disconnect.',
};

const notReplayed: Failure = {
  reason: 'invalid-request',
  message: 'A stored response cannot be streamed again: only background responses can. Omit stream.',
};
