/**
 * Builds a content of the conversation from the events of one answer: canonical ids, the caller's own tool names, seals with
 * their origin. Arguments are parsed only here, when a call has ended. A call that never ended does not count: nothing may run
 * with partial arguments.
 */
import {
  type Block,
  type Content,
  canonicalToolId,
  type JsonObject,
  type MediaBlock,
  type Origin,
  type Seal,
  type ToolCallBlock,
  type ToolResponseBlock,
} from '@interlock/transcript';
import type { Failure } from '../failure/failure.ts';
import { isDeeperThan } from '../json/json.ts';
import { cutArguments } from '../texts/model-texts.ts';
import { argumentsObject } from '../tools/arguments-object.ts';
import type { ToolNames } from '../tools/tool-names.ts';
import type { ReplyEvent, SealToken, StopReason, Usage } from './events.ts';

/** Where the answer belongs in its conversation. */
export interface AnswerContext {
  readonly protocol: { readonly name: string };
  /** The author of the answer: the origin of its seals. */
  readonly origin: Origin;
  readonly names: ToolNames;
  /** The turn the answer belongs to, and how many calls that turn already has: a call's identity is (turn, index). */
  readonly turnId: string;
  readonly calls: number;
  /** What the thinking in the answer is bound to, if the target binds it to everything before (ANT-054). */
  readonly prefix?: () => string;
}

export interface Reply {
  /** After a failure: everything that had arrived until then. */
  readonly content: Content;
  readonly stop: StopReason;
  /** The provider's own stop reason. */
  readonly rawStop?: string;
  readonly usage?: Usage;
  /** The provider's id of the response. */
  readonly id?: string;
  readonly failure?: Failure;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export class Gatherer {
  readonly #context: AnswerContext;
  readonly #texts = new Map<number, { type: 'text' | 'thinking'; pieces: string[]; seal?: SealToken }>();
  readonly #calls = new Map<number, { readonly id: string; readonly name: string; block?: ToolCallBlock }>();
  readonly #others = new Map<number, Block>();
  readonly #about: Mutable<Omit<Reply, 'content' | 'stop'>> = {};
  #stop: StopReason = 'error';

  constructor(context: AnswerContext) {
    this.#context = context;
  }

  /** Adds an event and returns it for the caller: with a canonical id, and the tool's own name. */
  take(event: ReplyEvent): ReplyEvent {
    switch (event.type) {
      case 'text-delta':
      case 'thinking-delta':
        this.#text(event.index, event.type === 'text-delta' ? 'text' : 'thinking').pieces.push(event.text);
        return event;
      case 'text-end':
      case 'thinking-end': {
        const text = this.#text(event.index, event.type === 'text-end' ? 'text' : 'thinking');
        if (event.seal !== undefined) text.seal = event.seal;
        return event;
      }
      case 'call-start':
        return { ...event, ...this.#call(event) };
      case 'call-end':
        return this.#endCall(event);
      case 'media':
        this.#others.set(event.index, this.#medium(event.block));
        return event;
      case 'provider-result':
        this.#others.set(event.index, this.#providerResult(event));
        return event;
      default:
        this.#note(event);
        return event;
    }
  }

  reply(): Reply {
    const { origin, turnId } = this.#context;
    const blocks = [...this.#blocks()].sort(([a], [b]) => a - b).map(([, block]) => block);
    const content: Content = { speaker: 'ai', blocks, metadata: { turnId, ...origin } };
    return { content, stop: this.#stop, ...this.#about };
  }

  *#blocks(): Generator<readonly [number, Block]> {
    for (const [index, { type, pieces, seal }] of this.#texts) {
      const text = pieces.join('');
      const sealed = seal === undefined ? {} : { seal: this.#seal(seal, type === 'thinking') };
      if (text === '' && seal === undefined) continue;
      yield [index, type === 'text' ? { type, text, ...sealed } : { type, thought: text, ...sealed }];
    }
    for (const [index, { block }] of this.#calls) if (block !== undefined) yield [index, block];
    yield* this.#others;
  }

  #text(index: number, type: 'text' | 'thinking'): { pieces: string[]; seal?: SealToken } {
    const known = this.#texts.get(index);
    if (known !== undefined) return known;
    const text = { type, pieces: [] };
    this.#texts.set(index, text);
    return text;
  }

  #call({ index, rawId, name }: Extract<ReplyEvent, { type: 'call-start' | 'call-end' }>): {
    id: string;
    name: string;
  } {
    const known = this.#calls.get(index);
    const { origin, turnId, calls, names } = this.#context;
    const toolName = names.read(name);
    // A name may come late, or in chunks: the end of the call has the final one.
    if (known !== undefined && (name === '' || known.name === toolName)) return known;
    const callIndex = known === undefined ? calls + this.#calls.size : calls + [...this.#calls.keys()].indexOf(index);
    const id = canonicalToolId({ providerName: origin.provider, rawId, toolName, turnKey: turnId, callIndex });
    const call = { id, name: toolName };
    this.#calls.set(index, call);
    return call;
  }

  #endCall(event: Extract<ReplyEvent, { type: 'call-end' }>): ReplyEvent {
    const { id, name } = this.#call(event);
    const { rawId, seal, executor, freeForm } = event;
    const block: ToolCallBlock = {
      type: 'tool_call',
      id,
      ...(rawId === '' ? {} : { rawId }),
      name,
      parameters: parseArguments(event.arguments),
      ...(freeForm === undefined ? {} : { freeForm }),
      ...(executor === undefined ? {} : { executor }),
      // Leftovers of a template are removed from the name, but the signature covers them.
      ...(seal === undefined || !this.#context.names.isExactName(name, event.name)
        ? {}
        : { seal: this.#seal(seal, false) }),
    };
    this.#calls.set(event.index, { id, name, block });
    return { ...event, id, name };
  }

  #providerResult(event: Extract<ReplyEvent, { type: 'provider-result' }>): ToolResponseBlock {
    const { id = '', name = '' } = this.#calls.get(event.call) ?? {};
    const outcome = event.isError === true ? { error: errorText(event.result) } : { result: event.result };
    const seal = event.seal === undefined ? {} : { seal: this.#seal(event.seal, false) };
    return { type: 'tool_response', callId: id, toolName: name, ...outcome, isComplete: true, ...seal };
  }

  /** The token of a medium comes with it; its author is known here. */
  #medium(block: MediaBlock): MediaBlock {
    const { field, value } = block.seal ?? {};
    if (field === undefined || value === undefined) return block;
    return { ...block, seal: this.#seal({ field, value }, false) };
  }

  #seal(token: SealToken, thinking: boolean): Seal {
    const { origin, protocol, prefix } = this.#context;
    return {
      ...origin,
      ...token,
      protocol: protocol.name,
      ...(thinking && prefix !== undefined ? { prefix: prefix() } : {}),
    };
  }

  #note(event: ReplyEvent): void {
    if (event.type === 'reply-start' && event.id !== undefined) this.#about.id = event.id;
    if (event.type === 'usage') this.#about.usage = event.usage;
    if (event.type === 'reply-error') {
      this.#about.failure = event.failure;
      this.#stop = 'error';
    }
    if (event.type === 'reply-end') {
      this.#stop = event.stop;
      if (event.rawStop !== undefined) this.#about.rawStop = event.rawStop;
    }
  }
}

function errorText(result: unknown): string {
  return typeof result === 'string' ? result : JSON.stringify(result);
}

/** No real tool has arguments nested this deep. Deeper arguments do not count as an object, so only this call fails. */
const deepest = 100;

/**
 * The arguments of a finished call. Text that is not a JSON object is kept unchanged, so that nothing is lost: no tool runs
 * with it, and the renderer makes it an object, with a diagnostic, when the history is sent again.
 */
export function parseArguments(text: string): JsonObject | string {
  const trimmed = text.trim();
  if (isDeeperThan(trimmed, deepest)) return cutArguments(trimmed.slice(0, 1_000), deepest);
  return argumentsObject(trimmed) ?? text;
}
