/** The response object: the request, its outcome, and its cost. */

import { type JsonObject, objectOf } from '../api/json.ts';
import type { Answer } from '../api/model.ts';
import { tokensOf } from '../api/tokens.ts';
import type { World } from '../api/world.ts';
import { nextPrefixedId } from './ids.ts';
import type { ResponsesModel } from './models.ts';
import { type OutputItem, textIn } from './output.ts';

/** Its state when the response starts: the request repeated, with defaults filled in. */
export function beginResponse(body: JsonObject, model: ResponsesModel, stored: boolean, world: World): JsonObject {
  const { effort = null, summary = null } = objectOf(body['reasoning']);
  return {
    id: nextPrefixedId('resp', world),
    object: 'response',
    created_at: world.now(),
    status: 'in_progress',
    background: false,
    completed_at: null,
    error: null,
    incomplete_details: null,
    instructions: body['instructions'] ?? null,
    max_output_tokens: body['max_output_tokens'] ?? null,
    max_tool_calls: null,
    model: model.id,
    output: [],
    parallel_tool_calls: body['parallel_tool_calls'] ?? true,
    previous_response_id: body['previous_response_id'] ?? null,
    prompt_cache_key: body['prompt_cache_key'] ?? null,
    reasoning: { effort, summary },
    safety_identifier: null,
    service_tier: 'auto',
    store: stored,
    temperature: body['temperature'] ?? 1,
    text: body['text'] ?? { format: { type: 'text' }, verbosity: 'medium' },
    tool_choice: body['tool_choice'] ?? 'auto',
    tools: body['tools'] ?? [],
    top_logprobs: 0,
    top_p: body['top_p'] ?? 1,
    truncation: body['truncation'] ?? 'disabled',
    usage: null,
    user: null,
    metadata: body['metadata'] ?? {},
  };
}

export function finishResponse(
  begun: JsonObject,
  output: readonly OutputItem[],
  stop: Answer['stop'],
  inputTokens: number,
  world: World,
): JsonObject {
  const reason = stop === 'length' ? 'max_output_tokens' : stop === 'filtered' ? 'content_filter' : undefined;
  const outputTokens = output.reduce((sum, each) => sum + tokensOf(textIn(each)), 0);
  return {
    ...begun,
    status: reason === undefined ? 'completed' : 'incomplete',
    completed_at: reason === undefined ? world.now() : null,
    incomplete_details: reason === undefined ? null : { reason },
    output: output.map(({ item }) => item),
    service_tier: 'default',
    usage: {
      input_tokens: inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: output.reduce((sum, { thinking }) => sum + tokensOf(thinking), 0) },
      total_tokens: inputTokens + outputTokens,
    },
  };
}

export function failResponse(begun: JsonObject, error: JsonObject): JsonObject {
  return { ...begun, status: 'failed', error };
}
