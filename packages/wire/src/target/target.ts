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
   * `anthropic`, `openai`, …, or `openai-compatible` with an `endpoint`; aliases (`gemini`, `kimi`) work too. Or a custom
   * provider.
   */
  readonly provider: ProviderName | (string & {}) | Provider | ProviderDefinition;
  /** Default: the provider's default model. */
  readonly model?: ModelName | (string & {});
  /** Default: the best one for this model. Or a custom protocol. */
  readonly protocol?: ProtocolName | (string & {}) | ClientProtocol;
  /** Base URL. Default: the provider's. */
  readonly endpoint?: string;
  /** The parts of the provider's address: `{ region: 'eu-central-1' }`. */
  readonly places?: Places;
  /** Sent with every request, in addition to the provider's headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A name for the account or key: seals are bound to it. Not secret. */
  readonly account?: string;
  /** The credential; only passed to the provider's authentication. */
  readonly key?: string;
  /** Quirks of an OpenAI-compatible server. */
  readonly compat?: CompatFlags;
  /** Traits that the caller knows better. */
  readonly traits?: TraitOverrides;
}

/** Contains no credential: it may be printed. */
export interface Destination {
  readonly provider: string;
  readonly model: string;
  /** The protocol's name. */
  readonly protocol: string;
  /** Base URL without a trailing slash. */
  readonly endpoint: string;
  readonly traits: Traits;
  /** The required origin of seals: endpoint and account only if the caller named them. */
  readonly origin: Origin;
}
