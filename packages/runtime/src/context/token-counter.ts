/**
 * How many tokens a request will be. What the last response reported is the truth about everything up to it; only what came after
 * is estimated, and each content once, so a turn costs what it adds.
 */
import { type Content, jsonText, type MediaBlock, toJson } from '@interlock/transcript';
import type { Tool, Usage } from '@interlock/wire';
import { estimateByCharacters } from './estimate-by-characters.ts';

export interface MeasuredRequest {
  readonly contents: readonly Content[];
  readonly system?: string;
  readonly tools?: readonly Tool[];
  /** Of the last response, if these contents still begin with those it was about. */
  readonly usage?: MeasuredUsage;
}

export interface MeasuredUsage extends Pick<Usage, 'input' | 'output'> {
  /** How many contents it covers, the response itself included. */
  readonly contents: number;
}

/** What a role and its marks cost, a call or result beside its text, and a medium whatever its size. */
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

  /** Bound, to be handed on. */
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

  /** With a usage, only the contents after it are looked at. */
  countRequest({ contents, system = '', tools = [], usage }: MeasuredRequest): number {
    if (usage !== undefined && usage.contents <= contents.length && usage.input > 0) {
      return usage.input + usage.output + this.countAll(contents.slice(usage.contents));
    }
    // Only what the model sees: a tool may contain functions, too.
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
        // Thinking that only its provider can read goes back as it came.
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

  /** Of anything: histories from elsewhere have other things where a text should be. */
  #countValue(value: unknown): number {
    if (value === undefined || value === null) return 0;
    return this.#countText(typeof value === 'string' ? value : jsonText(toJson(value).value));
  }

  #countMedia({ encoding, data, mimeType }: MediaBlock): number {
    if (encoding === 'text') return this.#countValue(data);
    return mediaTokens.find(([prefix]) => mimeType?.startsWith(prefix))?.[1] ?? otherMedia;
  }
}
