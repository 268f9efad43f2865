/** One history for one target: everything that is kept between its requests. */
import {
  type Content,
  type IncrementalRendering,
  type Ledger,
  type PolicyOptions,
  Renderer,
  TranscriptError,
} from '@interlock/transcript';
import { ConfigError } from '../failure/errors.ts';
import type { ClientProtocol } from '../protocols/protocol.ts';
import type { ShapeNotes } from '../shape/shape-context.ts';
import { type ShapedHistory, Shaper } from '../shape/shaper.ts';
import type { Destination } from '../target/target.ts';
import type { DeclaredTool } from '../tools/declared-tool.ts';
import { ToolIds } from '../tools/tool-ids.ts';
import { ToolNames } from '../tools/tool-names.ts';
import type { Tool } from '../traits/settings.ts';
import { overlayTraits, type Traits } from '../traits/traits.ts';
import { ThinkingChain } from './bind-thinking.ts';
import { cleanContent } from './clean-content.ts';
import { declareTools } from './declare-tools.ts';
import { EncodedList } from './encoded-list.ts';

export interface ConversationOptions {
  readonly tools: readonly Tool[];
  readonly ledger: Ledger | undefined;
  readonly policy: PolicyOptions;
}

/** The state of one pass over the steps. It is created again if an earlier step has changed. */
interface Shaping {
  readonly names: ToolNames;
  readonly declared: readonly DeclaredTool[];
  readonly notes: ShapeNotes;
  readonly shaper: Shaper;
  readonly list: EncodedList;
  /** For the models that bind thinking to what is before it (ANT-054). */
  readonly chain: ThinkingChain;
}

export interface ConversationState extends Omit<Shaping, 'shaper'>, ShapedHistory {
  readonly rendering: IncrementalRendering;
}

/** One result may fill half of the window, at four characters per token: a longer one would be refused (05 §2.1). */
const charactersOfWindow = 2;

export class Conversation {
  readonly traits: Traits;
  /** After a fault: no thinking, seals or media are sent. */
  readonly plain: boolean;
  readonly #destination: Destination;
  readonly #protocol: ClientProtocol;
  readonly #options: ConversationOptions;
  readonly #offered: string;
  readonly #renderer: Renderer;
  readonly #contents: Content[] = [];
  #shaping: Shaping;

  constructor(destination: Destination, protocol: ClientProtocol, options: ConversationOptions, plain: boolean) {
    this.#destination = destination;
    this.#protocol = protocol;
    this.#options = options;
    this.#offered = textOf(options);
    this.plain = plain;
    this.traits = plain ? overlayTraits(destination.traits, withoutMedia) : destination.traits;
    const { policy, ledger } = options;
    const reasoning = plain ? { reasoning: 'none' as const } : {};
    const longestResult = policy.longestResult ?? destination.traits.contextWindow * charactersOfWindow;
    const rendered = { ...policy, ...reasoning, longestResult, target: destination.origin };
    this.#renderer = new Renderer({ ledger, policy: rendered });
    this.#shaping = this.#startShaping();
  }

  /**
   * Whether `contents` is the same history, possibly longer, with the same options.
   * Compared by identity. Only this and the list in the body are linear in a request: a few nanoseconds per entry, because an
   * edited history must be detected.
   */
  isContinuedBy(contents: readonly Content[], options: ConversationOptions): boolean {
    if (this.#options.ledger !== options.ledger || this.#offered !== textOf(options)) return false;
    const known = this.#contents;
    if (contents.length < known.length) return false;
    for (let index = 0; index < known.length; index += 1) if (known[index] !== contents[index]) return false;
    return true;
  }

  update(contents: readonly Content[]): ConversationState {
    const rendering = this.#render(contents);
    const { transcript, unchanged } = rendering;
    if (unchanged < this.#shaping.shaper.steps) this.#shaping = this.#startShaping();
    const { shaper, ...kept } = this.#shaping;
    for (let index = shaper.steps; index < transcript.length; index += 1) {
      const step = transcript.at(index);
      if (step !== undefined) shaper.add(step);
    }
    return { ...kept, ...shaper.handOut(), rendering };
  }

  #render(contents: readonly Content[]): IncrementalRendering {
    const added = contents.slice(this.#contents.length);
    try {
      this.#renderer.append(added.map(cleanContent));
      for (const content of added) this.#contents.push(content);
      return this.#renderer.render();
    } catch (error) {
      if (!(error instanceof TranscriptError) || error.fault !== 'canonical-corruption') throw error;
      throw new ConfigError('invalid-contents', `The history cannot be read: ${error.message}`, 'Correct it there.');
    }
  }

  #startShaping(): Shaping {
    const { traits, plain } = this;
    const names = new ToolNames(traits.toolNames);
    const declared = declareTools(this.#options.tools, names, traits);
    const ids = new ToolIds(traits.toolIds);
    const notes: ShapeNotes = { ids: [], seals: [], media: [] };
    const shaper = new Shaper({ traits, origin: this.#destination.origin, ids, names, notes, plain });
    const list = new EncodedList(this.#protocol, traits);
    return { names, declared, notes, shaper, list, chain: new ThinkingChain() };
  }
}

const withoutMedia = { media: { user: [], results: [], model: [] } } as const;

/** Tools and policy are compared as text: callers create equal ones for each request, or change them in place. */
function textOf({ tools, policy }: ConversationOptions): string {
  return JSON.stringify([tools, policy]);
}
