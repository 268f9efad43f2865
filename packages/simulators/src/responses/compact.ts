/** `/v1/responses/compact`: what the user said, and the rest as one item that only the provider reads. */
import type { JsonObject } from '../json.ts';
import { tokensOf } from '../tokens.ts';
import type { World } from '../world.ts';
import { nextPrefixedId } from './ids.ts';
import type { ResponsesModel } from './models.ts';

const kind = 'compaction';

export function compact(items: readonly JsonObject[], tokens: number, model: ResponsesModel, world: World): JsonObject {
  const { account, endpoint } = world;
  const text = JSON.stringify(items).slice(0, 2000);
  const encrypted = world.mint({ kind, provider: 'responses', model: model.id, endpoint, account, text });
  const said = items.filter((item) => item['role'] === 'user');
  const output = [...said, { id: nextPrefixedId('cmp', world), type: kind, encrypted_content: encrypted }];
  const outputTokens = tokensOf(encrypted);
  return {
    id: nextPrefixedId('resp', world),
    object: 'response.compaction',
    created_at: world.now(),
    output,
    usage: { input_tokens: tokens, output_tokens: outputTokens, total_tokens: tokens + outputTokens },
  };
}
