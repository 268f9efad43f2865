/**
 * The steps of a rendered transcript. A call contains its completion, so orphans, duplicates and gaps cannot be expressed, and
 * no adapter can emit one.
 */
import type {
  CodeBlock,
  MediaBlock,
  Metadata,
  SyntheticReason,
  TextBlock,
  ThinkingBlock,
  ToolCallBlock,
} from '../canonical/content.ts';
import type { Seal } from '../canonical/seal.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';

/** The blocks that anyone can write, not only the model. */
export type SpokenBlock = TextBlock | MediaBlock | CodeBlock;

/** A call with a canonical id, a name, and an object of arguments that JSON can carry. */
export interface RenderedCall extends ToolCallBlock {
  readonly parameters: JsonObject;
}

export interface RealCompletion {
  readonly kind: 'real';
  /** null when the tool finished without output, or with an error only. */
  readonly result: JsonValue;
  readonly error?: string;
  /** Text and media that came with the result. */
  readonly attachments: readonly SpokenBlock[];
  readonly seal?: Seal;
}

export interface SyntheticCompletion {
  readonly kind: 'synthetic';
  readonly reason: SyntheticReason;
  readonly text: string;
  readonly attachments: readonly SpokenBlock[];
}

export type Completion = RealCompletion | SyntheticCompletion;

export interface Interaction {
  readonly type: 'interaction';
  readonly call: RenderedCall;
  readonly completion: Completion;
}

export type AiBlock = SpokenBlock | ThinkingBlock | Interaction;

/** Metadata of a step always names its turn. */
export interface StepMetadata extends Metadata {
  readonly turnId: string;
}

export interface HumanStep {
  readonly kind: 'human';
  readonly blocks: readonly SpokenBlock[];
  readonly metadata: StepMetadata;
}

export interface SystemStep {
  readonly kind: 'system';
  readonly blocks: readonly SpokenBlock[];
  readonly metadata: StepMetadata;
}

export interface AiStep {
  readonly kind: 'ai';
  readonly blocks: readonly AiBlock[];
  readonly metadata: StepMetadata;
}

export type Step = HumanStep | SystemStep | AiStep;
