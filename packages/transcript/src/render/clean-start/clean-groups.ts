/**
 * Finds the start of a history in which nothing needs repair: user and model take turns, and every call has an id, a name, an
 * object of arguments and its result right after it. Anything else ends it: a rule too many here costs time, a missing one
 * would be a wrong request.
 */

import { hasError } from '../../canonical/completion.ts';
import type { Block, Content, Metadata, ToolCallBlock, ToolResponseBlock } from '../../canonical/content.ts';
import { hasForeignSeal } from '../../canonical/foreign-seal.ts';
import { isProviderExecuted } from '../../canonical/read-block.ts';
import { isCleanJson } from '../../json/is-clean-json.ts';
import { isJsonObject } from '../../json/json-value.ts';

/** Answers with more calls than this are rare enough for the slow path. */
export const mostCleanCalls = 16;

/** How many contents at the start are clean system messages. */
export function leadingSystem(contents: readonly Content[]): number {
  let count = 0;
  while (isCleanSystem(contents[count])) count += 1;
  return count;
}

function isCleanSystem(content: Content | undefined): boolean {
  if (content?.speaker !== 'system' || !isReadable(content)) return false;
  return content.blocks.length > 0 && content.blocks.every(isCleanText);
}

/** The end index of each clean group from `from` on. A group is a message, or an answer of the model with all results of its calls. */
export function cleanGroups(contents: readonly Content[], from: number, longestResult: number): readonly number[] {
  const ends: number[] = [];
  let speaker: 'human' | 'ai' = 'human';
  for (let at = from; at < contents.length; ) {
    const end: number = speaker === 'human' ? endOfMessage(contents, at) : endOfAnswer(contents, at, longestResult);
    if (end === at) break;
    ends.push(end);
    // Results are on the user's side, so the model speaks next.
    speaker = speaker === 'ai' && end === at + 1 ? 'human' : 'ai';
    at = end;
  }
  return ends;
}

function endOfMessage(contents: readonly Content[], at: number): number {
  const content = contents[at];
  const isClean = content?.speaker === 'human' && isReadable(content) && content.blocks.length === 1;
  return isClean && isCleanText(content.blocks[0]) ? at + 1 : at;
}

/** A clean answer is a text, calls, or a text and then calls. The results follow, in the order of the calls. */
function endOfAnswer(contents: readonly Content[], at: number, longestResult: number): number {
  const content = contents[at];
  if (content?.speaker !== 'ai' || !isReadable(content)) return at;
  const { blocks } = content;
  const first = isCleanText(blocks[0]) ? 1 : 0;
  if (blocks.length === 0 || blocks.length - first > mostCleanCalls) return at;
  for (let call = first; call < blocks.length; call += 1) if (!isCleanCall(blocks[call])) return at;
  let end = at + 1;
  for (let call = first; call < blocks.length; end += 1) {
    const answered = answersFrom(contents[end], blocks, call, longestResult);
    if (answered === call) return at;
    call = answered;
  }
  return end;
}

/** The first call that the content does not answer; `from` itself if the content is not clean. */
function answersFrom(content: Content | undefined, calls: readonly Block[], from: number, longest: number): number {
  if (content?.speaker !== 'tool' || !isReadable(content)) return from;
  const { blocks } = content;
  if (from + blocks.length > calls.length) return from;
  for (let at = 0; at < blocks.length; at += 1) if (!isCleanAnswer(blocks[at], calls[from + at], longest)) return from;
  return from + blocks.length;
}

function isReadable({ blocks, metadata }: Content): boolean {
  return Array.isArray(blocks) && (metadata === undefined || isCleanMetadata(metadata));
}

function isCleanMetadata(metadata: Metadata | null): boolean {
  if (typeof metadata !== 'object' || metadata === null || metadata.prefixCut !== undefined) return false;
  const { turnId } = metadata;
  return turnId === undefined || (typeof turnId === 'string' && turnId.isWellFormed());
}

function isCleanText(block: Block | undefined): boolean {
  return block?.type === 'text' && isWords(block.text) && isUnsealed(block);
}

function isCleanCall(block: Block | undefined): block is ToolCallBlock {
  if (block?.type !== 'tool_call' || !isUnsealed(block) || isProviderExecuted(block)) return false;
  const { id, name, rawId, parameters } = block;
  if (!isName(id) || !isName(name) || !(rawId === undefined || isName(rawId))) return false;
  return isCleanJson(parameters) && isJsonObject(parameters);
}

function isCleanAnswer(block: Block | undefined, call: Block | undefined, longest: number): block is ToolResponseBlock {
  if (block?.type !== 'tool_response' || call?.type !== 'tool_call' || block.callId !== call.id) return false;
  if (block.synthetic !== undefined || hasError(block) || !isUnsealed(block)) return false;
  return isWords(block.result) && block.result.length <= longest;
}

function isUnsealed(block: Block): boolean {
  return block.seal === undefined && !hasForeignSeal(block);
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.isWellFormed();
}

/** A non-empty text: some targets drop whitespace. */
function isWords(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && value.trim() !== '';
}
