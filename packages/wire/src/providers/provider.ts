/**
 * A provider is a value: where models can be reached, what is spoken there, how a request is authenticated, how its stream is
 * divided, and what is known about the models. Ours are in `providers/`; `defineProvider` makes one anywhere else.
 */
import type { JsonObject } from '@interlock/transcript';
import type { ModelFamily, PerProtocol } from '../models/model-family.ts';
import type { ProtocolName } from '../protocols/index.ts';
import type { ClientProtocol } from '../protocols/protocol.ts';
import type { TraitOverrides } from '../traits/traits.ts';
import type { Framing } from '../transport/frame.ts';
import type { AddressPlace, Places } from './address-place.ts';
import type { Authenticate } from './auth/authenticate.ts';

export interface Provider<Name extends string = string> {
  readonly name: Name;
  /** As the vendor writes it. */
  readonly label: string;
  /** What it speaks, the default first: names of known protocols, or custom protocols. */
  readonly protocols: readonly [ProtocolName | ClientProtocol, ...(ProtocolName | ClientProtocol)[]];
  /** Base URLs; a path is appended to them. Absent if there is no default address. */
  readonly endpoints: PerProtocol<Endpoint>;
  /** What an address is made of: a region, a project, the name of a resource. */
  readonly places?: readonly AddressPlace[];
  /** Environment variables that may hold the key, in the order in which to look; the vendor's own name first. */
  readonly keyEnv: readonly string[];
  /** The environment variable that may hold another base address. Absent: `<NAME>_BASE_URL`. */
  readonly endpointEnv?: string;
  readonly needsKey: boolean;
  /** How it authenticates without a key, in words for people: a variable, or what else is looked for. */
  readonly ambient?: string;
  /** Absent where any choice would be a guess. */
  readonly defaultModel?: string;

  /** The path after the base address, with its query. Absent: the protocol's. */
  path?(request: PathRequest): string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent: the key goes into the protocol's own header. */
  readonly authenticate?: Authenticate;
  /** How streams are divided here, where that is not the protocol's way. */
  readonly framing?: PerProtocol<Framing>;
  /** What is different about the body as a whole here: a field that is in the path instead, or the reverse. */
  finishBody?(body: JsonObject, request: BodyRequest): JsonObject;

  /** The safest reading of a model of which nothing else is known. Families say what theirs can. */
  readonly traits: TraitOverrides;
  /** What holds for one protocol only. */
  readonly perProtocol?: PerProtocol<TraitOverrides>;
  readonly families: readonly ModelFamily[];
}

/** A base address, or how it is made of the provider's places. */
export type Endpoint = string | ((places: Places) => string);

export interface BodyRequest {
  /** The protocol's name. */
  readonly protocol: string;
  readonly model: string;
  readonly stream: boolean;
  readonly places: Places;
}

export interface PathRequest extends BodyRequest {
  /** As the protocol would have it. */
  readonly path: string;
  /** The base address that the path is put after. */
  readonly endpoint: string;
}

/** What has to be said about a provider; the rest has defaults. */
export type ProviderDefinition<Name extends string = string> = Pick<Provider<Name>, 'name' | 'protocols'> &
  Partial<Provider<Name>>;
