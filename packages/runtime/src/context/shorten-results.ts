/**
 * Shortens tool results of the running turn when they fill the window. They cannot be summarised, because the model is still working
 * with them. Each keeps its start and end, and says what is missing and how to read it; the longest are shortened most.
 */
import { type Content, jsonText, type ToolResponseBlock, toJson } from '@interlock/transcript';
import { type KeepWhole, limitOutput } from '../scheduler/limit-output.ts';

export interface ShortenInput {
  readonly contents: readonly Content[];
  /** Where the running turn starts. */
  readonly from: number;
  /** How many tokens the contents from there on may have. */
  readonly allowance: number;
  readonly count: (content: Content) => number;
  /** Stores a complete result and returns how to read it; absent: it cannot be stored. */
  readonly keepWhole?: (callId: string, whole: string) => Promise<string>;
}

export interface ShortenedResult {
  readonly id: string;
  readonly result: string;
  readonly error?: string;
}

export interface ShortenedHistory {
  readonly contents: readonly Content[];
  /** The shortened results, for the ledger. */
  readonly results: readonly ShortenedResult[];
}

/** Anything shorter is useless. */
const leastTokens = 100;
/** For the notice in the middle, which is added. */
const noticeLength = 200;
/** The wording of `keepOutput`: a result that was cut once is already stored. */
const keptBefore = /\bread_output with \{"name":"output-[^"]+"\}/;

export async function shortenResults(input: ShortenInput): Promise<ShortenedHistory> {
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

/** The largest size at which everything fits: short results stay complete, longer ones are cut to it. */
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
