/** How many tokens a request is, counted here: roughly, rather too many than too few. */
import { createTokenCounter, type Route } from '@interlock/runtime';
import type { JsonObject } from '@interlock/transcript';
import { asObject, importRequest, resolveTarget } from '@interlock/wire';
import type { Front } from '../fronts/front.ts';

/** As the first target of the route would count it. */
export async function countTokens({ protocol }: Front, body: JsonObject, { config }: Route): Promise<JsonObject> {
  // Google's clients may wrap the request.
  const request = asObject(body['generateContentRequest']) ?? body;
  const { contents, tools } = importRequest(protocol, request);
  const [first] = config.targets;
  const counter = await createTokenCounter(first === undefined ? { provider: '', model: '' } : resolveTarget(first));
  const tokens = counter.countRequest({ contents, tools });
  return protocol.name === 'gemini' ? { totalTokens: tokens } : { input_tokens: tokens };
}
