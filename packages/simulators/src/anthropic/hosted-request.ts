/**
 * A request to Claude at a cloud, as the Messages API itself would get it: model, stream and betas in their usual
 * places.
 */
import type { ApiRequest } from '../api/api.ts';
import { arrayOf, type JsonObject, textOf } from '../api/json.ts';

export interface Hosted {
  /** The name in the path. */
  readonly model: string;
  readonly stream: boolean;
  /** Without the fields that only the cloud reads. */
  readonly body: JsonObject;
  readonly betas: readonly string[];
  readonly counts?: boolean;
}

export function hostedRequest(request: ApiRequest, { model, stream, body, betas, counts = false }: Hosted): ApiRequest {
  return {
    ...request,
    method: 'POST',
    path: `/v1/messages${counts ? '/count_tokens' : ''}`,
    headers: { 'x-api-key': 'hosted', 'anthropic-version': '2023-06-01', 'anthropic-beta': betas.join(',') },
    body: { ...body, model, ...(stream ? { stream } : {}) },
  };
}

/** `anthropic_beta` of a body, which clouds read instead of the header. */
export function betasIn(body: JsonObject): readonly string[] {
  return arrayOf(body['anthropic_beta']).map(textOf);
}
