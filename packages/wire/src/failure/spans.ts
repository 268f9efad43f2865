/** Parses durations and times as providers write them in headers and texts. */

const perUnit: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const part =
  /^\s*(?:and )?(\d+(?:\.\d+)?)\s*(ms|milliseconds?|msecs?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)(?![a-z])/i;

/** `174ms`, `47.434392449s`, `6m0s`, `1h2m`, `2 days`; anything after the last unit is ignored. */
export function millisecondsOf(text: string | undefined): number | undefined {
  let rest = text ?? '';
  let total: number | undefined;
  for (let match = part.exec(rest); match !== null; match = part.exec(rest)) {
    total = (total ?? 0) + Number(match[1]) * unitOf(match[2] ?? '');
    rest = rest.slice(match[0].length);
  }
  return total === undefined ? undefined : roundUp(total);
}

function unitOf(word: string): number {
  const name = word.toLowerCase();
  return perUnit[/^m(?:s|illi)/.test(name) ? 'ms' : name.slice(0, 1)] ?? 0;
}

/**
 * Rounded up, because a hint is a minimum, but without floating-point noise (11.054 s are 11,054 ms, not 11,055). A value that
 * is too large for a number is not a hint.
 */
export function roundUp(milliseconds: number): number | undefined {
  const whole = Math.ceil(Number(milliseconds.toFixed(3)));
  return Number.isSafeInteger(whole) ? whole : undefined;
}

/** An HTTP date or an RFC 3339 time, as milliseconds since 1970. Without a zone it would be ambiguous. */
export function momentOf(text: string | undefined): number | undefined {
  const given = text?.trim() ?? '';
  if (!/(?:GMT|UTC|Z|[+-]\d\d:?\d\d)$/.test(given) || !/\d{4}/.test(given)) return undefined;
  const moment = Date.parse(given);
  return Number.isNaN(moment) ? undefined : moment;
}
