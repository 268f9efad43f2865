/** What a text must look like, and how an error says so. */

export const patterns = {
  url: '^https?://',
  variable: '^[A-Za-z_][A-Za-z0-9_]*$',
  sha256: '^[0-9a-fA-F]{64}$',
  /** No slash: it separates provider and model. */
  entryName: '^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$',
  /** A name, an IPv4 address, or an IPv6 address without brackets. What is compared with it has no port. */
  host: '^(?:[^\\s/:@\\[\\]]+|[0-9A-Fa-f.]*:[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*)$',
  /** As browsers send it. */
  origin: '^[a-z][a-z0-9+.-]*://[^\\s/?#]+$',
} as const;

const expected: Readonly<Record<keyof typeof patterns, string>> = {
  url: 'a URL that begins with http:// or https://',
  variable: 'the name of a variable',
  sha256: '64 hexadecimal digits, as interlock serve --new-token prints them',
  entryName: 'letters, digits, and . _ : - after the first',
  host: 'a name or an address, without http:// and without a port',
  origin: 'an origin as in https://app.example.com, without a path or a slash at the end',
};

const byPattern = new Map<string, string>(
  (Object.keys(patterns) as (keyof typeof patterns)[]).map((name) => [patterns[name], expected[name]]),
);

/** Undefined: a pattern that is not listed here. */
export function patternText(pattern: string): string | undefined {
  return byPattern.get(pattern);
}
