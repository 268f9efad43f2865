/**
 * Turns a history into a request, turn after turn: renders, shapes, projects, encodes and verifies. It keeps its work, so an
 * appended turn costs only what it adds; `prepareRequest` uses this class once, so the two cannot differ.
 */
import { TranscriptError, toJson } from '@interlock/transcript';
import { ConfigError } from '../failure/errors.ts';
import { asArray } from '../json/json.ts';
import type { ClientProtocol } from '../protocols/protocol.ts';
import { findViolations } from '../rules/rule.ts';
import { type ResolvedTarget, resolveWhole } from '../target/resolve-target.ts';
import type { Destination, Target } from '../target/target.ts';
import type { Framing } from '../transport/frame.ts';
import { wholeBody } from '../transport/request-body.ts';
import { bindThinking } from './bind-thinking.ts';
import { bodyPieces } from './body-pieces.ts';
import { composeOutgoing } from './compose-outgoing.ts';
import { Conversation, type ConversationState } from './conversation.ts';
import { addressRequest, type PreparedRequest, type ReplyContext } from './prepared-request.ts';
import { faultError, type ProjectionFault, projectionFault } from './projection-fault.ts';
import { type CheckedInput, type RequestInput, readInput } from './read-input.ts';
import { type LeftOut, RequestDiagnostics } from './request-diagnostics.ts';

export interface Preparer {
  /** Where the requests go, with everything known about it. */
  readonly destination: Destination;
  prepare(input: RequestInput): PreparedRequest;
}

/** For one conversation at a time. Contents may be appended or replaced; a content that is changed in place is not read again. */
export function createPreparer(target: Target): Preparer {
  return preparerFor(resolveWhole(target));
}

/** The same for a resolved target: it is not resolved again, however many requests are prepared. */
export function preparerFor(parts: ResolvedTarget): Preparer {
  return new KeepingPreparer(parts);
}

/** One request. Pure: the same input gives the same bytes. Throws only `ConfigError`, except for bugs of ours. */
export function prepareRequest(input: RequestInput & { readonly target: Target }): PreparedRequest {
  return createPreparer(targetOf(input)).prepare(input);
}

function targetOf(input: { readonly target: Target }): Target {
  try {
    return input.target;
  } catch {
    throw new ConfigError(
      'invalid-input',
      'The request cannot be read.',
      'Give an object with `contents` and `target`.',
    );
  }
}

class KeepingPreparer implements Preparer {
  readonly destination: Destination;
  readonly #parts: ResolvedTarget;
  #conversation: Conversation | undefined;
  #faults: readonly ProjectionFault[] = [];

  constructor(parts: ResolvedTarget) {
    this.destination = parts.destination;
    this.#parts = parts;
  }

  /** Bound, so that it can be passed around. */
  readonly prepare = (given: RequestInput): PreparedRequest => {
    const input = readInput(given);
    try {
      return this.#prepare(input);
    } catch (error) {
      // The conversation may have read only a part of the history.
      this.#conversation = undefined;
      throw attributeFault(error, input, this.#parts.target);
    }
  };

  #prepare(input: CheckedInput): PreparedRequest {
    const { contents, tools, ledger, policy, plain } = input;
    const { destination, protocol } = this.#parts;
    const options = { tools, ledger, policy };
    let conversation = this.#conversation;
    if (!conversation?.isContinuedBy(contents, options) || (plain && !conversation.plain)) {
      conversation = new Conversation(destination, protocol, options, plain);
      this.#conversation = conversation;
      this.#faults = [];
    }
    const tried = this.#request(conversation, input);
    if (tried.faults.length === 0) return tried.request;
    if (policy.onFault === 'throw' || conversation.plain) throw unsendable(tried);
    // Once more without thinking, seals and media; if that fails too, nothing is sent.
    conversation = new Conversation(destination, protocol, options, true);
    this.#conversation = conversation;
    this.#faults = tried.faults;
    const again = this.#request(conversation, input);
    if (again.faults.length > 0) throw unsendable(again);
    return again.request;
  }

  #request(conversation: Conversation, input: CheckedInput): Attempt {
    const { destination, provider, protocol, places } = this.#parts;
    const state = conversation.update(input.contents);
    const settings: LeftOut[] = [...input.left];
    const outgoing = composeOutgoing(destination.model, conversation.traits, state, input, settings);
    const { body: bound, prefix, rewritten, dropped } = bindThinking(protocol, outgoing, state);
    const { rendering, notes, names, list } = state;
    const stream = outgoing.settings.stream === true && outgoing.traits.streaming;
    const asked = { protocol: protocol.name, model: destination.model, stream, places };
    const body = provider.finishBody?.(bound, asked) ?? bound;
    const pieces = (): readonly Uint8Array[] => bodyPieces(body, protocol.list, list);
    const bytes = (): Uint8Array => wholeBody(pieces());
    const request: PreparedRequest = {
      ...addressRequest(this.#parts, stream, bytes),
      diagnostics: new RequestDiagnostics(destination, rendering.diagnostics, notes, {
        settings,
        faults: this.#faults,
        names: names.changed,
        dropped,
      }),
      reply: {
        ...replyContext(protocol, provider.framing?.[protocol.name], destination, state, prefix),
        ...(outgoing.settings.logprobs === undefined || !outgoing.traits.logprobs ? {} : { ownFields: true }),
      },
      body,
      bytes,
      pieces,
    };
    const from = rewritten ? 0 : list.checkFrom;
    const view = { body: bound, list: asArray(bound[protocol.list]), traits: outgoing.traits, from };
    // Warnings count too: the endpoint may be one of the other or older servers that refuse the request.
    const broken = findViolations(protocol.rules, view).filter(({ level }) => level !== 'loss');
    return { request, faults: broken.map((violation) => projectionFault(violation, bound, notes)) };
  }
}

function unsendable({ request, faults }: Attempt): Error {
  return faultError(faults, request.diagnostics.ofUnsent(faults));
}

interface Attempt {
  readonly request: PreparedRequest;
  readonly faults: readonly ProjectionFault[];
}

/** The error to throw: the caller's where a broken history or contradictory traits caused it. */
function attributeFault(error: unknown, { contents }: CheckedInput, { traits, compat, protocol }: Target): unknown {
  if (error instanceof ConfigError) return error;
  if (error instanceof TranscriptError) {
    const isTheirs = traits !== undefined || compat !== undefined || protocol !== undefined;
    if (error.fault !== 'projection-fault' || !isTheirs) return error;
    return new ConfigError(
      'invalid-target',
      `The settings of the target contradict each other. ${error.message}`,
      'Remove `traits`, `compat` and `protocol` one by one to find the cause.',
      { cause: error },
    );
  }
  if (!toJson(contents).changes.some(({ kind }) => kind === 'unreadable')) return error;
  return new ConfigError(
    'invalid-contents',
    'The history cannot be read: a getter or a proxy in it throws.',
    'Pass plain data.',
  );
}

/** The context of the answer: its turn, and its position in the turn. */
function replyContext(
  protocol: ClientProtocol,
  framing: Framing | undefined,
  { origin, model, traits }: Destination,
  { names, turn }: ConversationState,
  prefix: (() => string) | undefined,
): ReplyContext {
  return {
    protocol,
    ...(framing === undefined ? {} : { framing }),
    origin: { ...origin, model },
    names,
    turnId: turn.id,
    calls: turn.calls,
    promptTools: traits.tools === 'prompt',
    ...(traits.thinking.inText === undefined ? {} : { thinkingInText: traits.thinking.inText }),
    ...(prefix === undefined ? {} : { prefix }),
  };
}
