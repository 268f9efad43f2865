/** US dollars, by the published price of the model, where one is known. */
import type { Price, Usage } from '@interlock/wire';

export function costOf(price: Price | undefined, usage: Usage): number | undefined {
  if (price === undefined) return undefined;
  const { input, output, cacheRead = 0, cacheWrite = 0 } = usage;
  const fresh = Math.max(0, input - cacheRead - cacheWrite);
  const millionths =
    fresh * price.input +
    cacheRead * (price.cacheRead ?? price.input) +
    cacheWrite * (price.cacheWrite ?? price.input) +
    output * price.output;
  return millionths / 1_000_000;
}
