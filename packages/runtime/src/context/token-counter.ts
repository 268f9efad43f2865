/**
 * How many tokens a request will have. The usage of the last response is exact for everything up to it; only later contents are
 * estimated, each once, so a turn costs only what it adds.
 */
import { type Content, jsonText, type MediaBlock, toJson } from '@interlock/transcript';
import type { Tool, Usage } from '@interlock/wire';
import { estimateByCharacters } from './estimate-by-characters.ts';

export interface MeasuredRequest {
  readonly contents: readonly Content[];
  readonly system?: string;
  readonly tools?: readonly Tool[];
  /** The usage of the last response, if these contents still start with those it counted. */
  readonly usage?: MeasuredUsage;
}

export interface MeasuredUsage extends Pick<Usage, 'input' | 'output'> {
  /** How many contents it covers, including the response. */
  readonly contents: number;
}

/** Tokens for a message's role and markers, for a call or result besides its text, and for media of any size. */
const overhead = { content: 4, call: 10 } as const;
const mediaTokens: readonly (readonly [prefix: string, tokens: number])[] = [
  ['image/', 1_600],
  ['audio/', 2_000],
  ['video/', 10_000],
  ['application/pdf', 8_000],
];
const otherMedia = 1_000;

export class TokenCounter {
  readonly #countText: (text: string) => number;
  readonly #known = new WeakMap<Content, number>();

  constructor(countText: (text: string) => number = estimateByCharacters) {
    this.#countText = countText;
  }

  /** An arrow function, so that it can be passed on. */
  readonly count = (content: Content): number => {
    const known = this.#known.get(content);
    if (known !== undefined) return known;
    const tokens = (content.blocks ?? []).reduce<number>(
      (sum, block) => sum + this.#countBlock(block),
      overhead.content,
    );
    this.#known.set(content, tokens);
    return tokens;
  };

  countAll(contents: readonly Content[]): number {
    return contents.reduce((sum, content) => sum + this.count(content), 0);
  }

  /** If there is a usage, only the contents after it are counted. */
  countRequest({ contents, system = '', tools = [], usage }: MeasuredRequest): number {
    if (usage !== undefined && usage.contents <= contents.length && usage.input > 0) {
      return usage.input + usage.output + this.countAll(contents.slice(usage.contents));
    }
    // Counts only what the model sees; a tool also has functions.
    const declared = tools.map(({ name, description, parameters }) => toJson({ name, description, parameters }).value);
    const offered = declared.reduce<number>((sum, tool) => sum + this.#countText(jsonText(tool)), 0);
    return this.#countText(system) + offered + this.countAll(contents);
  }

  #countBlock(block: Content['blocks'][number]): number {
    switch (block.type) {
      case 'text':
        return this.#countValue(block.text);
      case 'code':
        return this.#countValue(block.code);
      case 'thinking':
        // Encrypted thinking is sent back unchanged.
        return block.thought === '' ? Math.ceil((block.seal?.value?.length ?? 0) / 6) : this.#countValue(block.thought);
      case 'tool_call':
        return overhead.call + this.#countValue(block.name) + this.#countValue(block.parameters);
      case 'tool_response':
        return overhead.call + this.#countValue(block.error) + this.#countValue(block.result);
      case 'media':
        return this.#countMedia(block);
      default:
        return this.#countValue(block);
    }
  }

  /** Accepts any value: imported histories may have anything in place of a text. */
  #countValue(value: unknown): number {
    if (value === undefined || value === null) return 0;
    return this.#countText(typeof value === 'string' ? value : jsonText(toJson(value).value));
  }

  #countMedia({ encoding, data, mimeType }: MediaBlock): number {
    if (encoding === 'text') return this.#countValue(data);
    return mediaTokens.find(([prefix]) => mimeType?.startsWith(prefix))?.[1] ?? otherMedia;
  }
}
