/** Any provider's own request body, read as a canonical history: once, at the door. */
import {
  type Block,
  type Content,
  importContents,
  type JsonValue,
  type Origin,
  standardBase64,
} from '@interlock/transcript';
import type { ReadRequest } from '../decode-request/read-request.ts';
import { asArray, asObject } from '../json/json.ts';
import type { ServerProtocol } from './protocol.ts';

/**
 * `origin` is whom the body was meant for: its seals are taken to be theirs. Without it, opaque tokens keep the protocol's own
 * provider and the body's model as their origin.
 */
export function importRequest(protocol: ServerProtocol, body: JsonValue, origin?: Origin): ReadRequest {
  const read = protocol.decodeRequest(body);
  const author = origin ?? { provider: protocol.home, ...(read.model === undefined ? {} : { model: read.model }) };
  const answers = read.contents.filter(({ speaker }) => speaker === 'ai').length;
  const prefixes = prefixesOf(protocol, body, answers).values();
  const sealed = read.contents.map((content) =>
    content.speaker === 'ai' ? withOrigin(withExecutor(content), author, prefixes.next().value) : content,
  );
  const contents = importContents(sealed);
  return { ...read, contents, problems: [...read.problems, ...unreadableMedia(contents)] };
}

/** Bytes that are no base64 in either alphabet cannot be sent to anybody: a placeholder stands in for them. */
function unreadableMedia(contents: readonly Content[]): ReadRequest['problems'] {
  return contents.flatMap(({ blocks }, entry) =>
    blocks.flatMap((block, at) =>
      block.type === 'media' && block.encoding === 'base64' && standardBase64(block.data) === undefined
        ? [
            {
              path: `contents.${entry}.blocks.${at}`,
              message: `The ${block.mimeType} is not base64; a placeholder is sent.`,
            },
          ]
        : [],
    ),
  );
}

/**
 * Who ran a call is said by its kind (`server_tool_use` and the like), which the protocol has read. An id says nothing: clients
 * carry one of Anthropic's server tools (`srvtoolu_…`) on to other APIs, as the id of an ordinary call.
 */
function withExecutor(content: Content): Content {
  const isUnsaid = (block: Block): boolean => block.type === 'tool_call' && block.executor === undefined;
  if (!content.blocks.some(isUnsaid)) return content;
  const blocks = content.blocks.map((block) =>
    block.type === 'tool_call' && block.executor === undefined && block.id.startsWith(providerIds)
      ? { ...block, executor: 'client' as const }
      : block,
  );
  return { ...content, blocks };
}

/** In a history without executors these tell calls of the provider; here they must not. */
const providerIds = 'srvtoolu_';

/** Thinking is bound to what stood before it in this very body (ANT-054): its digest goes with it. */
function prefixesOf(protocol: ServerProtocol, body: JsonValue, answers: number): readonly string[] {
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
