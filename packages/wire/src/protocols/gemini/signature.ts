/** Thought signatures: an opaque token on the part it came on, and the placeholder for a missing one. */
import type { JsonObject } from '@interlock/transcript';
import { asText } from '../../json/json.ts';
import type { SealToken } from '../../reply/events.ts';
import { field } from './field.ts';

export const signatureField = 'thoughtSignature';

/** GEM-011: accepted instead of a signature, for calls that this model did not write. */
export const sentinel = 'skip_thought_signature_validator';

/** The signature of a part. The sentinel is not a signature. */
export function signatureOf(part: JsonObject): SealToken | undefined {
  const value = asText(field(part, signatureField));
  return value === '' || value === sentinel ? undefined : { field: signatureField, value };
}

/** The signature for a part, to be spread into it; a token of another protocol is not one (GEM-012). */
export function signed(seal: { readonly field?: string; readonly value: string } | undefined): JsonObject | undefined {
  return seal?.field === signatureField && seal.value !== '' ? { [signatureField]: seal.value } : undefined;
}
