/**
 * Turns steps into messages, incrementally: roles are merged rather than turns inserted, system texts are placed, and a turn is
 * added only where a target requires one. Appending a step only appends messages or extends the last one, so encoded messages
 * can be kept. Nothing here depends on a step being the last, except `trailingMessage`.
 */
import type { AiStep, HumanStep, Step, SystemStep } from '@interlock/transcript';
import { bridge, leadingUser, systemAsUser, trailingUser } from '../texts/model-texts.ts';
import type { Traits } from '../traits/traits.ts';
import { portionsOf, shapeAnswer } from './answer.ts';
import { acceptedMedia } from './media-kind.ts';
import type { Added, Message, ModelPart, ResultPart, SystemMessage, UserPart } from './message.ts';
import type { ShapeContext } from './shape-context.ts';
import { sizeOf } from './size.ts';
import { isBlank, isUnsealedText, mediaText, spokenText } from './spoken-text.ts';

/** What all steps so far have become. */
export interface ShapedHistory {
  /** The list is live; entries handed out are never changed, only the last one is ever replaced. */
  readonly messages: readonly Message[];
  /** The system texts before the first turn, in order. */
  readonly leadingSystem: readonly string[];
  /** Total characters. */
  readonly size: number;
  /** Whether any thinking is sent back. */
  readonly thinks: boolean;
  /** The turn of the last step, and how many calls that turn has: the position of the next call. */
  readonly turn: { readonly id: string; readonly calls: number };
}

const noResults: readonly ResultPart[] = [];

export class Shaper {
  readonly #context: ShapeContext;
  readonly #messages: Message[] = [];
  readonly #system: string[] = [];
  #steps = 0;
  #hasTurns = false;
  #size = 0;
  #thinks = false;
  #turnId = '';
  #turnCalls = 0;
  /** The last message's own list, as long as it was not handed out: it may be pushed to instead of copied. */
  #userParts: UserPart[] | undefined;
  #modelParts: ModelPart[] | undefined;

  constructor(context: ShapeContext) {
    this.#context = context;
  }

  /** How many steps were added. */
  get steps(): number {
    return this.#steps;
  }

  /** What all steps so far have become. Later steps copy the lists of the last message instead of changing them. */
  handOut(): ShapedHistory {
    this.#userParts = undefined;
    this.#modelParts = undefined;
    return {
      messages: this.#messages,
      leadingSystem: this.#system,
      size: this.#size,
      thinks: this.#thinks,
      turn: { id: this.#turnId, calls: this.#turnCalls },
    };
  }

  add(step: Step): void {
    const at = this.#steps;
    this.#steps += 1;
    this.#countCalls(step);
    if (step.kind === 'system') this.#addSystem(step, at);
    else if (step.kind === 'human') this.#addHuman(step, at);
    else this.#addAnswer(step, at);
  }

  #countCalls({ kind, blocks, metadata }: Step): void {
    if (metadata.turnId !== this.#turnId) this.#turnCalls = 0;
    this.#turnId = metadata.turnId;
    if (kind === 'ai') for (const { type } of blocks) if (type === 'interaction') this.#turnCalls += 1;
  }

  #addSystem(step: SystemStep, at: number): void {
    // No API takes media there.
    for (const block of step.blocks) {
      if (block.type === 'media' && mediaText(block) === undefined)
        this.#context.notes.media.push({ step: at, outcome: 'replaced', mimeType: block.mimeType });
    }
    const text = step.blocks.map(spokenText).join('\n\n');
    if (isBlank(text)) return;
    const { laterSystem, systemRole } = this.#context.traits;
    const last = this.#messages.at(-1);
    const fits =
      !this.#hasTurns ||
      laterSystem === 'in-place' ||
      (laterSystem === 'after-user' && last !== undefined && last.role !== 'model');
    // OAC-016: without such a role, each text has its place among the user's, so that a later one changes no earlier one.
    if (systemRole === 'user' || !fits) {
      this.#user([{ type: 'text', text: systemAsUser(text) }]);
      return;
    }
    this.#size += text.length;
    if (!this.#hasTurns) this.#system.push(text);
    else if (last?.role === 'system')
      this.#messages[this.#messages.length - 1] = { role: 'system', text: joined(last, text) };
    else this.#push({ role: 'system', text });
  }

  #addHuman(step: HumanStep, at: number): void {
    const { traits, notes } = this.#context;
    const parts: UserPart[] = [];
    for (const block of step.blocks) {
      const media = block.type === 'media' ? acceptedMedia(traits, 'user', block) : undefined;
      if (media !== undefined) {
        parts.push({ type: 'media', block: media });
        continue;
      }
      if (block.type === 'media' && mediaText(block) === undefined) {
        notes.media.push({ step: at, outcome: 'replaced', mimeType: block.mimeType });
      }
      const part = isUnsealedText(block) ? block : ({ type: 'text', text: spokenText(block) } as const);
      if (!isBlank(part.text)) parts.push(part); // ANT-028
    }
    this.#user(parts);
  }

  #addAnswer(step: AiStep, at: number): void {
    const { parts, results, after } = shapeAnswer(step, at, this.#context);
    for (const portion of portionsOf(parts, results, this.#context.traits.maxCalls)) {
      if (portion.parts.length > 0) this.#model(portion.parts);
      if (portion.results.length > 0) this.#results(portion.results);
    }
    this.#user(after);
  }

  /** The shaper owns the list from here on. */
  #user(parts: UserPart[]): void {
    if (parts.length === 0) return;
    for (const part of parts) this.#size += sizeOf(part);
    const last = this.#messages.at(-1);
    if (last?.role === 'user') {
      if (this.#userParts === undefined) {
        this.#userParts = [...last.parts];
        this.#messages[this.#messages.length - 1] = { ...last, parts: this.#userParts };
      }
      for (const part of parts) this.#userParts.push(part);
      return;
    }
    // ANT-024: no user message may follow a system entry directly.
    if (last?.role === 'system' && this.#context.traits.laterSystem === 'after-user')
      this.#addConstant('model', bridge, 'bridge');
    this.#push({ role: 'user', results: noResults, parts });
    this.#userParts = parts;
  }

  #results(results: readonly ResultPart[]): void {
    for (const part of results) this.#size += sizeOf(part);
    const own: UserPart[] = [];
    this.#push({ role: 'user', results, parts: own });
    this.#userParts = own;
  }

  #model(parts: ModelPart[]): void {
    for (const part of parts) {
      this.#size += sizeOf(part);
      if (part.type === 'thinking') this.#thinks = true;
    }
    const last = this.#messages.at(-1);
    if (last?.role === 'model') {
      if (this.#modelParts === undefined) {
        this.#modelParts = [...last.parts];
        this.#messages[this.#messages.length - 1] = { ...last, parts: this.#modelParts };
      }
      for (const part of parts) this.#modelParts.push(part);
      return;
    }
    if (!this.#hasTurns && this.#context.traits.firstMessage === 'user')
      this.#addConstant('user', leadingUser, 'leading');
    this.#push({ role: 'model', parts });
    this.#modelParts = parts;
  }

  #addConstant(role: 'user' | 'model', text: string, added: Added): void {
    const parts = [{ type: 'text', text }] as const;
    this.#push(role === 'user' ? { role, results: [], parts, added } : { role, parts, added });
  }

  #push(message: Message): void {
    this.#hasTurns = true;
    this.#messages.push(message);
    this.#userParts = undefined;
    this.#modelParts = undefined;
  }
}

/** The turn a request must end with, if the conversation does not; never part of later requests. */
export function trailingMessage(
  last: Message | undefined,
  mustEndWithUser: boolean,
  { laterSystem }: Traits,
): Message | undefined {
  if (last?.role === 'user') return undefined;
  // ANT-024: a system message may be the last if it follows the user.
  if (last?.role === 'system' && (!mustEndWithUser || laterSystem === 'after-user')) return undefined;
  // ANT-029: an answer that is continued must not end in whitespace.
  if (last?.role === 'model' && !mustEndWithUser && !endsInSpace(last.parts)) return undefined;
  return { role: 'user', results: [], parts: [{ type: 'text', text: trailingUser }], added: 'trailing' };
}

function joined({ text }: SystemMessage, more: string): string {
  return `${text}\n\n${more}`;
}

function endsInSpace(parts: readonly ModelPart[]): boolean {
  const last = parts.at(-1);
  return last?.type === 'text' && /\s$/.test(last.text);
}
