/** Where a request goes: as the caller names it, and with everything known about it. */
import type { Origin } from '@interlock/transcript';
import type { ModelName } from '../models/known-models.ts';
import type { ProtocolName } from '../protocols/index.ts';
import type { ClientProtocol } from '../protocols/protocol.ts';
import type { Places } from '../providers/address-place.ts';
import type { ProviderName } from '../providers/index.ts';
import type { Provider, ProviderDefinition } from '../providers/provider.ts';
import type { CompatFlags } from '../traits/compat.ts';
import type { TraitOverrides, Traits } from '../traits/traits.ts';

export interface Target {
  /**
   * `anthropic`, `openai`, …, or `openai-compatible` with an `endpoint`; aliases (`gemini`, `kimi`) are understood. Or a provider
   * of your own.
   */
  readonly provider: ProviderName | (string & {}) | Provider | ProviderDefinition;
  /** Absent: the provider's default model. */
  readonly model?: ModelName | (string & {});
  /** Absent: the one this model is best reached by. Or a protocol of your own. */
  readonly protocol?: ProtocolName | (string & {}) | ClientProtocol;
  /** Base address, in place of the provider's own. */
  readonly endpoint?: string;
  /** What the provider's address is made of: `{ region: 'eu-central-1' }`. */
  readonly places?: Places;
  /** Sent with every request, in addition to what the provider needs. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A name for the account or key in use: seals are bound to it. Not secret. */
  readonly account?: string;
  /** The credential; only ever given to the provider's authentication. */
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
  /** The protocol's name. */
  readonly protocol: string;
  /** Base address without a trailing slash. */
  readonly endpoint: string;
  readonly traits: Traits;
  /** Whom seals must come from: endpoint and account only where the caller named them. */
  readonly origin: Origin;
}
