/** Why a body is no JSON, in the words of the parser behind this API (ANT-035). */

/** Undefined if nothing is wrong with the surrogates that are escaped in it. */
export function findLoneSurrogate(raw: string): string | undefined {
  const escapes = /\\(?:u([0-9a-fA-F]{4})|[^u])/g;
  let high: number | undefined;
  for (const match of raw.matchAll(escapes)) {
    const unit = match[1] === undefined ? 0 : Number.parseInt(match[1], 16);
    const isHigh = unit >= 0xd800 && unit <= 0xdbff;
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (high !== undefined) {
      if (match.index !== high + 6 || match[1] === undefined) return describe(raw, high, 'no low surrogate in string');
      if (!isLow) return describe(raw, high, 'invalid low surrogate in string');
      high = undefined;
    } else if (isHigh) high = match.index;
    else if (isLow) return describe(raw, match.index, 'invalid high surrogate in string');
  }
  return high === undefined ? undefined : describe(raw, high, 'no low surrogate in string');
}

export function describe(raw: string, at: number, problem: string): string {
  const before = raw.slice(0, at).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return `The request body is not valid JSON: ${problem}: line ${before.length} column ${column} (char ${at})`;
}
