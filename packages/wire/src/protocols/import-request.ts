/** Reads any provider's request body as a canonical history, once, where it enters. */
import {
  type Block,
  type Content,
  Importer,
  isSameData,
  type JsonValue,
  type Origin,
  standardBase64,
} from '@interlock/transcript';
import { EntryReadings } from '../decode-request/entry-readings.ts';
import type { ReadRequest } from '../decode-request/read-request.ts';
import { asArray, asObject } from '../json/json.ts';
import type { Tool } from '../traits/settings.ts';
import { PrefixDigests } from './prefix-digest.ts';
import type { ServerProtocol } from './protocol.ts';

/**
 * `origin` is the target the body was meant for: its seals are assumed to be the target's. Default: the protocol's own provider
 * and the body's model.
 */
export function importRequest(protocol: ServerProtocol, body: JsonValue, origin?: Origin): ReadRequest {
  return new RequestReading(protocol, origin).read(body);
}

/**
 * The same for successive requests of one conversation: entries that are the same objects as the last time are not read again,
 * and give the same content objects. A body must not be changed after it was read.
 */
export class RequestReading {
  readonly #protocol: ServerProtocol;
  readonly #origin: Origin | undefined;
  readonly #entries = new EntryReadings();
  readonly #importer = new Importer();
  readonly #digests = new PrefixDigests();
  readonly #sealed: SealedContent[] = [];
  readonly #checked: CheckedContent[] = [];
  #tools: readonly Tool[] = [];

  constructor(protocol: ServerProtocol, origin?: Origin) {
    this.#protocol = protocol;
    this.#origin = origin;
  }

  read(body: JsonValue): ReadRequest {
    const read = this.#protocol.decodeRequest(body, this.#entries);
    const contents = this.#importer.import(this.#seal(read, body));
    if (!isSameData(this.#tools, read.tools)) this.#tools = read.tools;
    return { ...read, contents, tools: this.#tools, problems: [...read.problems, ...this.#unreadableMedia(contents)] };
  }

  /** The origin of the answers and their tokens. */
  #seal({ contents, model }: ReadRequest, body: JsonValue): readonly Content[] {
    const { home } = this.#protocol;
    const author = this.#origin ?? { provider: home, ...(model === undefined ? {} : { model }) };
    const answers = contents.filter(({ speaker }) => speaker === 'ai');
    const prefixes = (answers.some(hasSealedThinking) ? this.#prefixesOf(body, answers.length) : []).values();
    this.#sealed.length = Math.min(this.#sealed.length, contents.length);
    return contents.map((content, at) => {
      // Results of tools that the provider ran are sealed, too, and in some protocols they are apart from the answer.
      const isAnswer = content.speaker === 'ai';
      if (!isAnswer && content.blocks.every(({ seal }) => seal === undefined)) return content;
      const before = isAnswer ? prefixes.next().value : undefined;
      const prefix = hasSealedThinking(content) ? before : undefined;
      const known = this.#sealed[at];
      if (known?.content === content && known.prefix === prefix && isSameData(known.author, author)) return known.own;
      const sealed = withSealOrigin(content, author, prefix);
      const own = isAnswer ? withExecutor({ ...sealed, metadata: { ...sealed.metadata, ...author } }) : sealed;
      this.#sealed[at] = { content, prefix, author, own };
      return own;
    });
  }

  /** Thinking is bound to what came before it in this body (ANT-054): the digest is stored with it. */
  #prefixesOf(body: JsonValue, answers: number): readonly string[] {
    const request = asObject(body);
    if (request === undefined) return [];
    const digests = this.#protocol.prefixDigests?.(request, this.#digests) ?? [];
    if (digests.length === 0) return [];
    const roles = asArray(request[this.#protocol.list]).map((message) => asObject(message)?.['role']);
    const prefixes = roles.flatMap((role, index) => (role === 'assistant' ? [digests[index] ?? ''] : []));
    return prefixes.length === answers ? prefixes : [];
  }

  #unreadableMedia(contents: readonly Content[]): ReadRequest['problems'] {
    this.#checked.length = Math.min(this.#checked.length, contents.length);
    return contents.flatMap((content, at) => {
      const known = this.#checked[at];
      if (known?.content === content) return known.problems;
      const problems = unreadableMedia(content, at);
      this.#checked[at] = { content, problems };
      return problems;
    });
  }
}

interface SealedContent {
  readonly content: Content;
  readonly prefix: string | undefined;
  readonly author: Origin;
  readonly own: Content;
}

interface CheckedContent {
  readonly content: Content;
  readonly problems: ReadRequest['problems'];
}

function hasSealedThinking({ blocks }: Content): boolean {
  return blocks.some(({ type, seal }) => type === 'thinking' && seal !== undefined);
}

/** Bytes that are not base64 in either alphabet cannot be sent: a placeholder replaces them. */
function unreadableMedia({ blocks }: Content, entry: number): ReadRequest['problems'] {
  return blocks.flatMap((block, at) =>
    block.type === 'media' && block.encoding === 'base64' && standardBase64(block.data) === undefined
      ? [
          {
            path: `contents.${entry}.blocks.${at}`,
            message: `The ${block.mimeType} is not base64; a placeholder is sent.`,
          },
        ]
      : [],
  );
}

/**
 * The type of a call (`server_tool_use` and the like) tells who ran it, and the protocol has read it. The id does not: clients
 * pass an id of Anthropic's server tools (`srvtoolu_…`) on to other APIs, as the id of an ordinary call.
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

/** In a history without executors these mark the provider's calls; here they must not. */
const providerIds = 'srvtoolu_';

function withSealOrigin(content: Content, author: Origin, prefix: string | undefined): Content {
  const blocks = content.blocks.map((block): Block => {
    if (block.seal === undefined) return block;
    const bound = block.type === 'thinking' && prefix !== undefined ? { prefix } : {};
    return { ...block, seal: { ...block.seal, ...author, ...bound } };
  });
  return { ...content, blocks };
}
