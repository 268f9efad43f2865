/**
 * From a history to a request, and from turn to turn: renders, shapes, projects, encodes and verifies. It keeps what it has
 * done, so an appended turn costs what it adds; `prepareRequest` is this class used once, so the two cannot disagree.
 */
import { ConfigError } from '../errors.ts';
import { asArray } from '../json.ts';
import type { Protocol } from '../protocol.ts';
import { protocolOf } from '../protocols/index.ts';
import { readTarget } from '../read-target.ts';
import { resolveTarget } from '../resolve-target.ts';
import { findViolations } from '../rule.ts';
import type { Destination, Target } from '../target.ts';
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
  const sound = readTarget(target);
  const destination = resolveTarget(sound);
  const keeping = new KeepingPreparer(destination, sound);
  return { destination, prepare: (input) => keeping.prepare(input) };
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
  readonly #destination: Destination;
  readonly #protocol: Protocol;
  readonly #target: Target;
  #conversation: Conversation | undefined;
  #faults: readonly ProjectionFault[] = [];

  constructor(destination: Destination, target: Target) {
    this.#destination = destination;
    this.#target = target;
    this.#protocol = protocolOf(destination.protocol);
  }

  prepare(given: RequestInput): PreparedRequest {
    const input = readInput(given);
    try {
      return this.#prepare(input);
    } catch (error) {
      // It may have taken a part of the history.
      this.#conversation = undefined;
      throw meaningOf(error, input, this.#target);
    }
  }

  #prepare(input: SoundInput): PreparedRequest {
    const { contents, tools, ledger, policy, plain } = input;
    const options = { tools, ledger, policy };
    let conversation = this.#conversation;
    if (!conversation?.isContinuedBy(contents, options) || (plain && !conversation.plain)) {
      conversation = new Conversation(this.#destination, this.#protocol, options, plain);
      this.#conversation = conversation;
      this.#faults = [];
    }
    const tried = this.#request(conversation, input);
    if (tried.faults.length === 0) return tried.request;
    if (policy.onFault === 'throw' || conversation.plain) throw faultError(tried.faults);
    // Once more without anything delicate; if that fails too, nothing is sent.
    conversation = new Conversation(this.#destination, this.#protocol, options, true);
    this.#conversation = conversation;
    this.#faults = tried.faults;
    const again = this.#request(conversation, input);
    if (again.faults.length > 0) throw faultError(again.faults);
    return again.request;
  }

  #request(conversation: Conversation, input: SoundInput): Attempt {
    const destination = this.#destination;
    const protocol = this.#protocol;
    const state = conversation.update(input.contents);
    const settings: LeftOut[] = [...input.left];
    const outgoing = composeOutgoing(destination.model, conversation.traits, state, input, settings);
    const { body, prefix, rewritten, dropped } = bindThinking(protocol, outgoing, state);
    const { rendering, notes, names, list } = state;
    const pieces = (): readonly Uint8Array[] => bodyPieces(body, protocol.list, list);
    const stream = outgoing.settings.stream === true && outgoing.traits.streaming;
    const request: PreparedRequest = {
      url: destination.endpoint + protocol.path(destination.model, stream),
      method: 'POST',
      headers: { 'content-type': 'application/json', ...protocol.headers(this.#target.key) },
      body,
      diagnostics: new RequestDiagnostics(destination, rendering.diagnostics, notes, {
        settings,
        faults: this.#faults,
        names: names.changed,
        dropped,
      }),
      reply: replyContext(protocol, destination, state, prefix),
      bytes: () => joined(pieces()),
      pieces,
    };
    const from = rewritten ? 0 : list.checkFrom;
    const view = { body, list: asArray(body[protocol.list]), traits: outgoing.traits, from };
    const broken = findViolations(protocol.rules, view).filter(({ level }) => level === 'error');
    return { request, faults: broken.map((violation) => projectionFault(violation, notes)) };
  }
}

interface Attempt {
  readonly request: PreparedRequest;
  readonly faults: readonly ProjectionFault[];
}
