/** Failures of the gateway's own that clients of OpenAI recognise by a code. Those of providers have the code of their kind. */
import type { JsonObject } from '@interlock/transcript';
import { asObject, type Failure, type Protocol } from '@interlock/wire';

/** What OpenAI says about a path that it does not serve. */
export const unknownUrl = 'unknown_url';

/** Makes clients send the whole conversation again. */
export const noPrevious = 'previous_response_not_found';

/** There is no such response for this client. Not a code that clients get. */
export const noResponse = 'response_not_found';

interface Shown {
  readonly status?: number;
  readonly param: string | null;
  readonly code: string | null;
}

const known: ReadonlyMap<string | undefined, Shown> = new Map([
  [unknownUrl, { param: null, code: unknownUrl }],
  [noPrevious, { param: 'previous_response_id', code: noPrevious }],
  [noResponse, { status: 404, param: null, code: null }],
]);

export function openaiFailure(protocol: Protocol, failure: Failure): { status: number; body: JsonObject } {
  const { status: usual, body } = protocol.encodeFailure(failure);
  const { status = usual, ...shown } = known.get(failure.code) ?? {};
  return { status, body: { ...body, error: { ...asObject(body['error']), ...shown } } };
}
