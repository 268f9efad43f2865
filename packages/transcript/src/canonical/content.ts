/**
 * Everything a conversation can hold, independent of any provider. Plain data: safe to store, diff and print. Field names are
 * those of the specification.
 */
import type { Seal } from './seal.ts';

export type Speaker = 'human' | 'ai' | 'tool' | 'system';

/** The side that runs the tool: ours, or the provider's (web search and the like). Absent means `client`. */
export type Executor = 'client' | 'provider';

/** Why a call was closed without a result. Each has one constant sentence in `render/model-texts.ts`. */
export type SyntheticReason = 'cancelled' | 'interrupted' | 'timeout' | 'denied' | 'lost';

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
  readonly seal?: Seal;
}

export interface ThinkingBlock {
  readonly type: 'thinking';
  readonly thought: string;
  readonly seal?: Seal;
}

export interface ToolCallBlock {
  readonly type: 'tool_call';
  /** Canonical (`hist_tool_*`) once imported or created by the runtime; any string before that. */
  readonly id: string;
  /** The provider's own id, kept for debugging. Never an identity: providers repeat them. */
  readonly rawId?: string;
  readonly name: string;
  /** An object in a valid history; imported histories also have strings, arrays and null. `render` makes it an object. */
  readonly parameters: unknown;
  /** The model wrote one text instead of arguments, as OpenAI's free-form tools want it. `parameters` is `{ input }` with that text. */
  readonly freeForm?: true;
  readonly executor?: Executor;
  readonly seal?: Seal;
}

export interface ToolResponseBlock {
  readonly type: 'tool_response';
  readonly callId: string;
  /** Where the call is missing: its id as it came, kept for reports. */
  readonly rawId?: string;
  readonly toolName: string;
  readonly result?: unknown;
  readonly error?: string;
  readonly isComplete?: boolean;
  /** Set on completions that we made up. Real results, including those of other agents, never carry it. */
  readonly synthetic?: SyntheticReason;
  readonly seal?: Seal;
}

export interface MediaBlock {
  readonly type: 'media';
  readonly mimeType: string;
  readonly data: string;
  readonly encoding: 'base64' | 'url' | 'text';
  readonly filename?: string;
  readonly caption?: string;
  readonly seal?: Seal;
}

export interface CodeBlock {
  readonly type: 'code';
  readonly code: string;
  readonly language?: string;
  readonly seal?: Seal;
}

export type Block = TextBlock | ThinkingBlock | ToolCallBlock | ToolResponseBlock | MediaBlock | CodeBlock;

export interface Metadata {
  /** The stable key of the turn, created by the runtime or, once, by import. Part of every canonical tool id. */
  readonly turnId?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly endpoint?: string;
  readonly account?: string;
  readonly timestamp?: number;
  /**
   * On the first content after a cut: the number of contents, including this one, that were written after a prefix that has
   * been removed, so seals bound to it are invalid (ANT-054).
   */
  readonly prefixCut?: number;
  /** Added by a render (a note, a restored call): it belongs to a turn, but neither starts nor resumes one. */
  readonly inserted?: true;
  readonly [extra: string]: unknown;
}

export interface Content {
  readonly speaker: Speaker;
  readonly blocks: readonly Block[];
  readonly metadata?: Metadata;
}
