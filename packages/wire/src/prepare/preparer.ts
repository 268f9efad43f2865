/**
 * From a history to a request, and from turn to turn: renders, shapes, projects, encodes and verifies. It keeps what it has
 * done, so an appended turn costs what it adds; `prepareRequest` is this class used once, so the two cannot disagree.
 */
import { ConfigError } from '../errors.ts';
import { asArray } from '../json.ts';
import { readTarget } from '../read-target.ts';
import { type ResolvedTarget, resolveParts } from '../resolve-target.ts';
import { findViolations } from '../rule.ts';
import type { Destination, Target } from '../target.ts';
import { addressRequest } from './address-request.ts';
import { bindThinking } from './bind-thinking.ts';
import { bodyPieces } from './body-pieces.ts';
import { composeOutgoing } from './compose-outgoing.ts';
import { Conversation } from './conversation.ts';
import { joined } from './kept-pieces.ts';
import { meaningOf } from './meaning-of.ts';
import type { PreparedRequest } from './prepared-request.ts';
import { faultError, type ProjectionFault, projectionFault } from './projection-fault.ts';
import { readInput, type SoundInput } from './read-input.ts';
import { replyContext } from './reply-context.ts';
import { type LeftOut, RequestDiagnostics } from './request-diagnostics.ts';
import type { RequestInput } from './request-input.ts';

export interface Preparer {
  /** Where the requests go, with everything known about it. */
  readonly destination: Destination;
  prepare(input: RequestInput): PreparedRequest;
}

/**
 * For one conversation, or one after the other. Contents may be appended or replaced; one that is changed in place is not
 * looked at again.
 */
export function createPreparer(target: Target): Preparer {
  const parts = resolveParts(readTarget(target));
  const keeping = new KeepingPreparer(parts);
  return { destination: parts.destination, prepare: (input) => keeping.prepare(input) };
}

/** One request. Pure: the same input gives the same bytes. Throws nothing but `ConfigError`, unless the fault is ours. */
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

class KeepingPreparer {
  readonly #parts: ResolvedTarget;
  #conversation: Conversation | undefined;
  #faults: readonly ProjectionFault[] = [];

  constructor(parts: ResolvedTarget) {
    this.#parts = parts;
  }

  prepare(given: RequestInput): PreparedRequest {
    const input = readInput(given);
    try {
      return this.#prepare(input);
    } catch (error) {
      // It may have taken a part of the history.
      this.#conversation = undefined;
      throw meaningOf(error, input, this.#parts.target);
    }
  }

  #prepare(input: SoundInput): PreparedRequest {
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
    // Once more without anything delicate; if that fails too, nothing is sent.
    conversation = new Conversation(destination, protocol, options, true);
    this.#conversation = conversation;
    this.#faults = tried.faults;
    const again = this.#request(conversation, input);
    if (again.faults.length > 0) throw unsendable(again);
    return again.request;
  }

  #request(conversation: Conversation, input: SoundInput): Attempt {
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
    const bytes = (): Uint8Array => joined(pieces());
    const request: PreparedRequest = {
      ...addressRequest(this.#parts, stream, bytes),
      body,
      diagnostics: new RequestDiagnostics(destination, rendering.diagnostics, notes, {
        settings,
        faults: this.#faults,
        names: names.changed,
        dropped,
      }),
      reply: replyContext(protocol, provider.framing?.[protocol.name], destination, state, prefix),
      bytes,
      pieces,
    };
    const from = rewritten ? 0 : list.checkFrom;
    const view = { body: bound, list: asArray(bound[protocol.list]), traits: outgoing.traits, from };
    // What only other or older servers refuse is not sent either: the host behind an address may be one of them.
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
