/**
 * Messages that an agent stores as it sent them, read by the protocol they are written in: the same function that reads
 * a request at the gateway. What the provider sealed gets its origin, so that the same provider accepts it.
 */
import type { Block, Content, JsonValue, Metadata, Origin } from '@interlock/transcript';
import { type ProtocolName, protocolOf } from '@interlock/wire';

export interface Author {
  readonly protocol: ProtocolName;
  /** The author of the model's messages. */
  readonly origin?: Origin;
  /** Milliseconds since 1970. */
  readonly time?: number;
  /** Called for what the protocol cannot read, with its path in the list. */
  readonly report?: (path: string, message: string) => void;
}

export function readMessages(messages: readonly JsonValue[], author: Author): readonly Content[] {
  const protocol = protocolOf(author.protocol);
  const { contents, problems } = protocol.decodeRequest({ [protocol.list]: messages });
  for (const { path, message } of problems) author.report?.(path, message);
  return contents.map((content) => withAuthor(content, author));
}

function withAuthor(content: Content, { origin, time }: Author): Content {
  const metadata: Metadata = {
    ...(content.speaker === 'ai' && origin !== undefined ? known(origin) : {}),
    ...(time === undefined ? {} : { timestamp: time }),
  };
  const blocks = origin === undefined ? content.blocks : content.blocks.map((block) => withOrigin(block, origin));
  return { ...content, blocks, ...(Object.keys(metadata).length === 0 ? {} : { metadata }) };
}

/** An unknown provider is not a provider: '' would look like one. */
function known({ provider, ...rest }: Origin): Partial<Origin> {
  return provider === '' ? rest : { provider, ...rest };
}

function withOrigin(block: Block, origin: Origin): Block {
  return block.seal === undefined ? block : { ...block, seal: { ...block.seal, ...origin } };
}
