/** Where a request goes: as the caller names it, and with everything known about it. */
import type { Origin } from '@interlock/transcript';
import type { CompatFlags } from './compat.ts';
import type { ProtocolName } from './protocol-name.ts';
import type { TraitOverrides, Traits } from './traits.ts';

export interface Target {
  /** `anthropic`, `openai`, …, or `openai-compatible` with an `endpoint`. Aliases (`gemini`, `kimi`) are understood. */
  readonly provider: string;
  /** Absent: the provider's default model. */
  readonly model?: string;
  /** Absent: the one this model is best reached by. */
  readonly protocol?: ProtocolName;
  /** Base address, in place of the provider's own. */
  readonly endpoint?: string;
  /** A name for the account or key in use: seals are bound to it. Not secret. */
  readonly account?: string;
  /** The credential; only ever put into a header. */
  readonly key?: string;
  /** Quirks of an OpenAI-compatible server. */
  readonly compat?: CompatFlags;
  /** Anything about the model that the caller knows better. */
  readonly traits?: TraitOverrides;
}

/** Holds no credential: it may be printed. */
export interface Destination {
  readonly provider: string;
  readonly model: string;
  readonly protocol: ProtocolName;
  /** Base address without a trailing slash. */
  readonly endpoint: string;
  readonly traits: Traits;
  /** Whom seals must come from: endpoint and account only where the caller named them. */
  readonly origin: Origin;
}
