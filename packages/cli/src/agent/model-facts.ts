/** Facts about a model that help to choose it. */
import type { RouteTarget } from '@interlock/runtime';
import { ConfigError, type Price, resolveTarget } from '@interlock/wire';
import { withPlaceholders } from '../target/provider-names.ts';

export interface ModelFacts {
  readonly window: number;
  readonly maxOutput: number;
  readonly price?: Price;
}

/** `problem`: why it cannot be used at all. */
export function modelFacts(target: RouteTarget): ModelFacts | { readonly problem: string } {
  const { name: _name, credentials: _credentials, weight: _weight, ...rest } = target;
  try {
    const { contextWindow, maxOutput, price } = resolveTarget(withPlaceholders(rest)).traits;
    return { window: contextWindow, maxOutput, ...(price === undefined ? {} : { price }) };
  } catch (error) {
    if (error instanceof ConfigError) return { problem: error.message };
    throw error;
  }
}

export function factsText({ window, price }: ModelFacts): string {
  return [`${tokensText(window)} window`, ...(price === undefined ? [] : [priceText(price)])].join(', ');
}

/** `200k`, `1.05M`. */
export function tokensText(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  return tokens < 1_000_000 ? `${Math.round(tokens / 1_000)}k` : `${Number((tokens / 1_000_000).toFixed(2))}M`;
}

/** Dollars per million tokens, input and output. */
export function priceText({ input, output }: Price): string {
  return `$${input}/$${output}`;
}
