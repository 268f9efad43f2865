/**
 * What is known about models, as data: families and generations, each with the traits in which it differs from its provider's
 * other models. The rows are in `models/<provider>.ts`.
 */
import type { Price, TraitOverrides } from '../traits/traits.ts';

export interface ModelFamily {
  /** A regular expression for the start of a model's bare name, in lower case. */
  readonly match: string;
  /** The best protocol for this model, if it is not its provider's first. */
  readonly protocol?: string;
  readonly traits: TraitOverrides;
  /** Traits for one protocol only. */
  readonly perProtocol?: PerProtocol<TraitOverrides>;
}

/** Values by the name of a protocol, built-in or custom. */
export type PerProtocol<T> = Readonly<Record<string, T>>;

/** The first row that matches; the most specific rows come first. Undefined for an unknown model. */
export function familyOf(families: readonly ModelFamily[], model: string): ModelFamily | undefined {
  const name = bareName(model);
  return families.find(({ match }) => new RegExp(`^(?:${match})`).test(name));
}

/** Without the vendor (`anthropic/…`, `models/…`, `accounts/x/models/…`), marks of a gateway (`~…`) and of fine-tuning (`ft:…`). */
export function bareName(model: string): string {
  const name = model.toLowerCase().split('/').at(-1) ?? '';
  return name.replace(/^~/, '').replace(/^ft:/, '');
}

/** Dollars per million tokens, as published by the vendor or a catalogue on a date. */
export function priced(asOf: string, input: number, output: number, cacheRead?: number, cacheWrite?: number): Price {
  return {
    asOf,
    input,
    output,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}
