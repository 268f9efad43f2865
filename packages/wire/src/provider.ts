/** One deployment of models that can be talked to: where it is, what it speaks, and what all its models have in common. */
import type { ModelFamily, PerProtocol } from './models.ts';
import type { ProtocolName } from './protocol-name.ts';
import type { TraitOverrides } from './traits.ts';

export interface Provider {
  readonly name: string;
  /** As the vendor writes it. */
  readonly label: string;
  /** What it speaks, the default first. */
  readonly protocols: readonly [ProtocolName, ...ProtocolName[]];
  /** Base addresses; a protocol's path is put after them. Absent where there is no address of its own. */
  readonly endpoints: PerProtocol<string>;
  /** Environment variables that may hold the key, in the order in which to look; the vendor's own name first. */
  readonly keyEnv: readonly string[];
  /** The environment variable that may hold another base address. */
  readonly endpointEnv?: string;
  readonly needsKey: boolean;
  /** Absent where any choice would be a guess. */
  readonly defaultModel?: string;
  /** The safest reading of a model of which nothing else is known. Families say what theirs can. */
  readonly traits: TraitOverrides;
  /** What holds for one protocol only. */
  readonly perProtocol?: PerProtocol<TraitOverrides>;
  readonly families: readonly ModelFamily[];
}
