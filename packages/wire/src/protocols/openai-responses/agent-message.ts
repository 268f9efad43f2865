/**
 * Messages between the agents of one client (Codex): tasks and answers. OpenAI encrypts some of them; with other providers the same field
 * has the text itself.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../json/json.ts';

/** As a message of the user. Undefined if a part of it is encrypted. */
export function agentMessage(item: JsonObject): JsonObject | undefined {
  const parts = asArray(item['content']);
  const content = parts.flatMap(plainPart);
  return content.length < parts.length ? undefined : { type: 'message', role: 'user', content };
}

/** Encrypted messages are longer. */
const shortestEncrypted = 64;

function plainPart(part: JsonValue): readonly JsonValue[] {
  const text = asText(asObject(part)?.['encrypted_content']);
  if (text === '') return [part];
  return isText(text) || text.length < shortestEncrypted ? [{ type: 'input_text', text }] : [];
}

/** Encrypted data is base64, which has no spaces. */
export function isText(sealed: string): boolean {
  return /\s/.test(sealed.trim());
}
