/**
 * Compaction: the conversation so far as one item that only the provider can read. Requested at
 * `/v1/responses/compact`, or in an ordinary request whose last item is a `compaction_trigger`.
 */
import type { JsonObject } from '../api/json.ts';
import { tokensOf } from '../api/tokens.ts';
import type { World } from '../api/world.ts';
import { typeOf } from './entries.ts';
import { nextPrefixedId } from './ids.ts';
import type { ResponsesModel } from './models.ts';
import type { OutputItem } from './output.ts';

const kind = 'compaction';
const trigger = 'compaction_trigger';

/** The answer of `/v1/responses/compact`: what the user said, and the rest as one item. */
export function compact(items: readonly JsonObject[], tokens: number, model: ResponsesModel, world: World): JsonObject {
  const said = items.filter((item) => item['role'] === 'user');
  const item = compactionItem(items, model, world);
  const outputTokens = tokensOf(String(item['encrypted_content']));
  return {
    id: nextPrefixedId('resp', world),
    object: 'response.compaction',
    created_at: world.now(),
    output: [...said, item],
    usage: { input_tokens: tokens, output_tokens: outputTokens, total_tokens: tokens + outputTokens },
  };
}

export function isTriggered(items: readonly JsonObject[]): boolean {
  const last = items.at(-1);
  return last !== undefined && typeOf(last) === trigger;
}

/** The whole output of a request that ends with a trigger: the client decides what else it keeps. */
export function triggeredOutput(
  items: readonly JsonObject[],
  model: ResponsesModel,
  world: World,
): readonly OutputItem[] {
  return [{ item: compactionItem(items.slice(0, -1), model, world), thinking: '' }];
}

function compactionItem(items: readonly JsonObject[], model: ResponsesModel, world: World): JsonObject {
  const { account, endpoint } = world;
  const text = JSON.stringify(items).slice(0, 2000);
  const encrypted = world.mint({ kind, provider: 'responses', model: model.id, endpoint, account, text });
  return { id: nextPrefixedId('cmp', world), type: kind, encrypted_content: encrypted };
}
