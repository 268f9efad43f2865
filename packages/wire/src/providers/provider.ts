/**
 * A provider is a value: where models can be reached, which protocols, how a request is authenticated, how its stream is
 * framed, and what is known about the models. Ours are in `providers/`; `defineProvider` makes others.
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
  /** The vendor's own spelling. */
  readonly label: string;
  /** Its protocols, the default first: names of known protocols, or custom protocols. */
  readonly protocols: readonly [ProtocolName | ClientProtocol, ...(ProtocolName | ClientProtocol)[]];
  /** Base URLs, to which a path is appended. Absent if there is no default. */
  readonly endpoints: PerProtocol<Endpoint>;
  /** The parts of an address: a region, a project, the name of a resource. */
  readonly places?: readonly AddressPlace[];
  /** Environment variables that may hold the key, in this order; the vendor's own name first. */
  readonly keyEnv: readonly string[];
  /** The environment variable for another base URL. Default: `<NAME>_BASE_URL`. */
  readonly endpointEnv?: string;
  readonly needsKey: boolean;
  /** How it authenticates without a key, in words for users: a variable, or what else is tried. */
  readonly ambient?: string;
  /** The default model. Absent if any choice would be a guess. */
  readonly defaultModel?: string;

  /** The path after the base URL, with its query. Default: the protocol's. */
  path?(request: PathRequest): string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the key goes into the protocol's own header. */
  readonly authenticate?: Authenticate;
  /** The values of the header `anthropic-beta` that it is known to accept, if it refuses a request with others. */
  readonly betas?: readonly string[];
  /** How streams are framed, if that differs from the protocol's way. */
  readonly framing?: PerProtocol<Framing>;
  /** Changes the whole body: for example a field that is in the path instead, or the reverse. */
  finishBody?(body: JsonObject, request: BodyRequest): JsonObject;

  /** The most conservative traits, for an unknown model. Families add what theirs support. */
  readonly traits: TraitOverrides;
  /** Traits for one protocol only. */
  readonly perProtocol?: PerProtocol<TraitOverrides>;
  readonly families: readonly ModelFamily[];
}

/** A base URL, or how it is built from the provider's places. */
export type Endpoint = string | ((places: Places) => string);

export interface BodyRequest {
  /** The protocol's name. */
  readonly protocol: string;
  readonly model: string;
  readonly stream: boolean;
  readonly places: Places;
}

export interface PathRequest extends BodyRequest {
  /** The protocol's own path. */
  readonly path: string;
  /** The base URL before the path. */
  readonly endpoint: string;
}

/** The fields that a provider must define; the others have defaults. */
export type ProviderDefinition<Name extends string = string> = Pick<Provider<Name>, 'name' | 'protocols'> &
  Partial<Provider<Name>>;
