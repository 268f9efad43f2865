/**
 * One conversation of one client in memory: the contents of its latest request, and what was prepared from them for each target. The next
 * request costs only what it adds. It is only a cache: without it, the same bytes are sent.
 */
import { Preparers, type Selection, TokenCounter } from '@interlock/runtime';
import { type Block, type Content, isSameData } from '@interlock/transcript';
import type { PreparedRequest, Preparer, RequestInput, Target, Tool } from '@interlock/wire';
import { AnswerGroups } from '../answers/answer-groups.ts';
import { PassedHistory } from './passed-history.ts';

export class Thread {
  readonly groups: AnswerGroups = new AnswerGroups();
  /** Counts each content once. */
  readonly counter: TokenCounter = new TokenCounter();
  #contents: readonly Content[] = [];
  #preparers = new Preparers();
  #sizes: readonly number[] = [];
  /** The number of characters a model would read, per content. */
  #lengths: readonly number[] = [];
  #bytes = 0;
  #passed: readonly { readonly target: Target; readonly history: PassedHistory }[] = [];
  #tools: { readonly tools: readonly Tool[]; readonly length: number } = { tools: [], length: 2 };
  #last: Pick<Selection, 'name' | 'account'> | undefined;
  /** How much of the conversation each target has read, and when. */
  #readBy: ReadonlyMap<string, { readonly tokens: number; readonly at: number }> = new Map();

  /** An estimate of the memory it uses. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The contents of the latest request. */
  get contents(): readonly Content[] {
    return this.#contents;
  }

  /** The target that answered last. */
  get last(): Pick<Selection, 'name' | 'account'> | undefined {
    return this.#last;
  }

  answered({ name, account }: Pick<Selection, 'name' | 'account'>, tokens: number, at: number): void {
    this.#last = { name, account };
    const others = [...this.#readBy].filter(([other]) => other !== name).slice(-mostReaders);
    this.#readBy = new Map([...others, [name, { tokens, at }]]);
  }

  /** How many of a request's tokens this target has not read recently. */
  uncachedAt(name: string, tokens: number, now: number): number {
    const read = this.#readBy.get(name);
    return read === undefined || now - read.at > cachedMs ? tokens : Math.max(0, tokens - read.tokens);
  }

  /** The number of contents of the latest request. */
  get length(): number {
    return this.#contents.length;
  }

  /** How many leading contents are equal to those of the latest request. */
  common(contents: readonly Content[]): number {
    const most = Math.min(contents.length, this.#contents.length);
    for (let at = 0; at < most; at += 1) if (!isSameData(contents[at], this.#contents[at])) return at;
    return most;
  }

  /** Takes over the contents of a new request. The first `common` are returned as the known objects. */
  take(contents: readonly Content[], common: number): readonly Content[] {
    if (common === contents.length && common === this.#contents.length) return this.#contents;
    // An edited conversation must be read again by every target.
    if (common < this.#contents.length) this.#readBy = new Map();
    this.#contents = [...this.#contents.slice(0, common), ...contents.slice(common)];
    this.#sizes = [...this.#sizes.slice(0, common), ...contents.slice(common).map(bytesOf)];
    this.#lengths = [...this.#lengths.slice(0, common), ...contents.slice(common).map(readLength)];
    this.#bytes = this.#sizes.reduce((sum, size) => sum + size, 0);
    return this.#contents;
  }

  /** Estimates the tokens of the latest request with these tools, at four characters per token. Media are not counted by their bytes. */
  roughTokens(tools: readonly Tool[]): number {
    if (tools !== this.#tools.tools) this.#tools = { tools, length: lengthOf(tools) };
    return Math.ceil(this.#lengths.reduce((sum, length) => sum + length, this.#tools.length) / 4);
  }

  /** What is known about the client's own messages at this target. */
  passed(target: Target): PassedHistory {
    const found = this.#passed.find((each) => isSameData(each.target, target));
    const known = found ?? { target, history: new PassedHistory() };
    this.#passed = [known, ...this.#passed.filter((each) => each !== known)].slice(0, mostTargets);
    return known.history;
  }

  /** `make`: creates a preparer for a target that is new to the conversation. */
  prepare(target: Target, input: RequestInput, make?: (target: Target) => Preparer): PreparedRequest {
    const request = this.#preparers.prepare({ target }, input, make);
    // After a fault, a preparer leaves out thinking, seals and media. The next request must be tried in full.
    if (request.diagnostics.faults.length > 0) this.#preparers = new Preparers();
    return request;
  }
}

/** As many as there are preparers. */
const mostTargets = 4;

/** Providers cache prompts for about this long. */
const cachedMs = 300_000;

/** Targets of one conversation that are remembered. */
const mostReaders = 15;

/** Estimated bytes of one content with its blocks, as read, restored, rendered and encoded. */
const perContent = 4_000;
/** Estimated bytes per character: texts are held as received and as bytes for each target. */
const perCharacter = 4;

function bytesOf({ blocks }: Content): number {
  return blocks.reduce((sum, block) => sum + perCharacter * charactersOf(block), perContent);
}

function charactersOf(block: Block): number {
  switch (block.type) {
    case 'text':
      return block.text.length;
    case 'thinking':
      return block.thought.length + (block.seal?.value.length ?? 0);
    case 'media':
      return block.data.length;
    case 'tool_call':
      return lengthOf(block.parameters);
    case 'tool_response':
      return lengthOf(block.result) + (block.error?.length ?? 0);
    default:
      return lengthOf(block);
  }
}

function readLength({ blocks }: Content): number {
  let characters = 0;
  for (const block of blocks) {
    if (block.type === 'text') characters += block.text.length;
    else if (block.type === 'thinking') characters += block.thought.length;
    else if (block.type === 'tool_call') characters += lengthOf(block.parameters);
    else if (block.type === 'tool_response') characters += lengthOf(block.result) + (block.error?.length ?? 0);
  }
  return characters;
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return value === undefined ? 0 : JSON.stringify(value).length;
}
