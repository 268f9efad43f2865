/** Any provider's own request body, read as a canonical history: once, at the door. */
import { type Block, type Content, importContents, type JsonValue, type Origin } from '@interlock/transcript';
import { asArray, asObject, asText } from './json.ts';
import type { Protocol, ReadRequest } from './protocol.ts';
import { type ProtocolName, protocolOf } from './protocols/index.ts';

/**
 * `origin` is whom the body was meant for: its seals are taken to be theirs. Without it, opaque tokens keep the protocol's own
 * provider and the body's model as their origin.
 */
export function importRequest(
  given: ProtocolName | (string & {}) | Protocol,
  body: JsonValue,
  origin?: Origin,
): ReadRequest {
  const protocol = protocolOf(typeof given === 'object' && given !== null ? given : asText(given));
  const read = protocol.decodeRequest(body);
  const author = origin ?? { provider: protocol.home, ...(read.model === undefined ? {} : { model: read.model }) };
  const answers = read.contents.filter(({ speaker }) => speaker === 'ai').length;
  const prefixes = prefixesOf(protocol, body, answers).values();
  const sealed = read.contents.map((content) =>
    content.speaker === 'ai' ? withOrigin(content, author, prefixes.next().value) : content,
  );
  return { ...read, contents: importContents(sealed) };
}

/** Thinking is bound to what stood before it in this very body (ANT-054): its digest goes with it. */
function prefixesOf(protocol: Protocol, body: JsonValue, answers: number): readonly string[] {
  const request = asObject(body);
  if (request === undefined) return [];
  const digests = protocol.prefixDigests?.(request) ?? [];
  const roles = asArray(request[protocol.list]).map((message) => asObject(message)?.['role']);
  if (digests.length === 0) return [];
  const prefixes = roles.flatMap((role, index) => (role === 'assistant' ? [digests[index] ?? ''] : []));
  return prefixes.length === answers ? prefixes : [];
}

function withOrigin(content: Content, author: Origin, prefix: string | undefined): Content {
  const blocks = content.blocks.map((block): Block => {
    if (block.seal === undefined) return block;
    const bound = block.type === 'thinking' && prefix !== undefined ? { prefix } : {};
    return { ...block, seal: { ...block.seal, ...author, ...bound } };
  });
  return { ...content, blocks, metadata: { ...content.metadata, ...author } };
}
