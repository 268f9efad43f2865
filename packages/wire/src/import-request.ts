/** Any provider's own request body, read as a canonical history: once, at the door. */
import { type Block, type Content, importContents, type JsonValue, type Origin } from '@interlock/transcript';
import { ConfigError } from './errors.ts';
import { asArray, asObject, asText } from './json.ts';
import type { ReadRequest } from './protocol.ts';
import { type ProtocolName, protocolNames } from './protocol-name.ts';
import { prefixDigests } from './protocols/anthropic-messages/prefix-digest.ts';
import { protocolOf } from './protocols/index.ts';
import { presentable } from './redact.ts';

/**
 * `origin` is whom the body was meant for: its seals are taken to be theirs. Without it, opaque tokens keep the protocol's own
 * provider and the body's model as their origin.
 */
export function importRequest(protocol: ProtocolName, body: JsonValue, origin?: Origin): ReadRequest {
  if (!protocolNames.includes(protocol)) {
    throw new ConfigError(
      'unknown-protocol',
      `There is no protocol "${presentable(asText(protocol), 64)}".`,
      `Use ${protocolNames.join(', ')}.`,
    );
  }
  const read = protocolOf(protocol).decodeRequest(body);
  const author = origin ?? { provider: homeOf[protocol], ...(read.model === undefined ? {} : { model: read.model }) };
  const answers = read.contents.filter(({ speaker }) => speaker === 'ai').length;
  const prefixes = prefixesOf(protocol, body, answers).values();
  const sealed = read.contents.map((content) =>
    content.speaker === 'ai' ? withOrigin(content, author, prefixes.next().value) : content,
  );
  return { ...read, contents: importContents(sealed) };
}

const homeOf: Readonly<Record<ProtocolName, string>> = {
  'openai-chat': 'openai',
  'openai-responses': 'openai',
  'anthropic-messages': 'anthropic',
  gemini: 'google',
  'ollama-chat': 'ollama',
};

/** Thinking is bound to what stood before it in this very body (ANT-054): its digest goes with it. */
function prefixesOf(protocol: ProtocolName, body: JsonValue, answers: number): readonly string[] {
  const request = asObject(body);
  if (protocol !== 'anthropic-messages' || request === undefined) return [];
  const digests = prefixDigests(request);
  const roles = asArray(request['messages']).map((message) => asObject(message)?.['role']);
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
