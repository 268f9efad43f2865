/** The opaque parts of items in a request, as seals. The caller, who knows the target of the request, knows whose they are. */
import type { JsonObject, Seal } from '@interlock/transcript';
import { asText } from '../../../json/json.ts';
import type { SealToken } from '../../../reply/events.ts';

export function sealFrom(token: SealToken): Seal {
  return { provider: '', protocol: 'openai-responses', ...token };
}

/** The id keeps the bytes of a request that is written again; the phase belongs to the message (OAR-024). */
export function messageSeal(item: JsonObject): Seal | undefined {
  const id = asText(item['id']);
  const value = asText(item['phase']);
  if (id === '' && value === '') return undefined;
  return sealFrom({ field: 'message', value, ...(id === '' ? {} : { item: id }) });
}

export function callSeal(item: JsonObject): Seal | undefined {
  const id = asText(item['id']);
  if (id === '' || item['type'] !== 'function_call') return undefined;
  return sealFrom({ field: 'function_call', value: '', item: id });
}

/** Without encrypted content the id is a reference to what only the provider has (OAR-010): no seal. */
export function reasoningSeal(item: JsonObject): Seal | undefined {
  const id = asText(item['id']);
  const value = asText(item['encrypted_content']);
  if (value === '') return undefined;
  return sealFrom({ field: 'encrypted_content', value, ...(id === '' ? {} : { item: id }) });
}
