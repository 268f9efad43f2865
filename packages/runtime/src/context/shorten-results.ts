/**
 * Results of the turn that is running, shown shorter: when they fill the window there is nothing to summarise, because the model is
 * still at work with them. Each keeps its beginning and its end, says what is missing and how to read it; the longest give most.
 */
import { type Content, jsonText, type ToolResponseBlock, toJson } from '@interlock/transcript';
import { type KeepWhole, limitOutput } from '../scheduler/limit-output.ts';

export interface ShortenInput {
  readonly contents: readonly Content[];
  /** Where the running turn begins. */
  readonly from: number;
  /** How many tokens the contents from there on may have. */
  readonly allowance: number;
  readonly count: (content: Content) => number;
  /** Keeps a result whole and says how to read it; absent: there is nowhere to keep it. */
  readonly keepWhole?: (callId: string, whole: string) => Promise<string>;
}

export interface ShortenedResult {
  readonly id: string;
  readonly result: string;
  readonly error?: string;
}

export interface Shortened {
  readonly contents: readonly Content[];
  /** What became shorter, for the ledger. */
  readonly results: readonly ShortenedResult[];
}

/** Less than this tells nothing. */
const leastTokens = 100;
/** For the notice in the middle, which comes on top. */
const noticeLength = 200;
/** As `keepOutput` words it: what was cut once is kept whole already. */
const keptBefore = /\bread_output with \{"name":"output-[^"]+"\}/;

export async function shortenResults(input: ShortenInput): Promise<Shortened> {
  const { contents, from, allowance, count } = input;
  const running = contents.slice(from);
  const sizes = running.flatMap(responsesOf).map((block) => sizeOf(block, count));
  const all = running.reduce((sum, content) => sum + count(content), 0);
  const others = all - sizes.reduce((sum, size) => sum + size, 0);
  const cap = Math.max(leastTokens, capFor(sizes, allowance - others));
  if (all <= allowance) return { contents, results: [] };
  const results: ShortenedResult[] = [];
  const shorter = await Promise.all(
    running.map(async (content) => {
      const blocks = await Promise.all(
        content.blocks.map(async (block) => {
          if (block.type !== 'tool_response' || sizeOf(block, count) <= cap) return block;
          const cut = await shorten(block, cap / sizeOf(block, count), input.keepWhole);
          if (cut === undefined || sizeOf(cut, count) >= sizeOf(block, count)) return block;
          results.push(recordOf(cut));
          return cut;
        }),
      );
      return blocks.some((block, index) => block !== content.blocks[index]) ? { ...content, blocks } : content;
    }),
  );
  return { contents: [...contents.slice(0, from), ...shorter], results };
}

/** The largest size at which all together fit: short ones stay whole, long ones are cut to it. */
function capFor(sizes: readonly number[], room: number): number {
  let left = room;
  const ascending = sizes.toSorted((a, b) => a - b);
  for (const [index, size] of ascending.entries()) {
    const share = left / (ascending.length - index);
    if (size > share) return Math.floor(share);
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

async function shorten(
  block: ToolResponseBlock,
  share: number,
  keepWhole: ShortenInput['keepWhole'],
): Promise<ToolResponseBlock | undefined> {
  const keepOnce = (whole: string): KeepWhole | undefined => {
    const before = keptBefore.exec(whole)?.[0];
    if (before !== undefined) return async () => `Complete output: ${before}.`;
    return keepWhole === undefined ? undefined : () => keepWhole(block.callId, whole);
  };
  const cut = async (text: string): Promise<string> =>
    limitOutput(text, Math.max(0, Math.floor(text.length * share) - noticeLength), keepOnce(text));
  const result = textOf(block.result);
  const error = textOf(block.error);
  if (result === '' && error === '') return undefined;
  return {
    ...block,
    ...(result === '' ? {} : { result: await cut(result) }),
    ...(error === '' ? {} : { error: await cut(error) }),
  };
}

function recordOf({ callId, result, error }: ToolResponseBlock): ShortenedResult {
  const told = textOf(error);
  return { id: callId, result: textOf(result), ...(told === '' ? {} : { error: told }) };
}

function responsesOf({ blocks }: Content): readonly ToolResponseBlock[] {
  return blocks.filter((block) => block.type === 'tool_response');
}

function sizeOf(block: ToolResponseBlock, count: (content: Content) => number): number {
  return count({ speaker: 'tool', blocks: [block] });
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : jsonText(toJson(value).value);
}
