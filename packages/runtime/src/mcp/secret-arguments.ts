/** What of an MCP server's arguments and address is a secret, as far as names and forms tell: people write keys into both. */
import { containsKey } from '@interlock/wire';

/** A list for each argument. */
export function secretArguments(args: readonly string[]): readonly (readonly string[])[] {
  return args.map((argument, at) => {
    const before = args[at - 1] ?? '';
    const isValue = before.startsWith('-') && secretName.test(before) && !argument.startsWith('-');
    return isValue ? [argument] : secretsIn(argument);
  });
}

/** `--token=x`, `GITHUB_TOKEN=x` (behind `-e`), `X-Api-Key: x` (behind `--header`), an address, a key alone. */
function secretsIn(argument: string): readonly string[] {
  const [, name = '', value = ''] = /^(-{0,2}[\w.-]+)(?:=|:\s+)(.+)$/s.exec(argument) ?? [];
  if (value !== '') return secretName.test(name) ? [value] : secretsIn(value);
  if (argument.includes('://')) return secretsOfAddress(argument);
  return containsKey(argument) ? [argument] : [];
}

const secretName = /auth|cookie|secret|passw|credential|signature|bearer|key$|token$/i;

/**
 * The password (or the user, if there is none: some put a key there), all values of the query, and segments of the path that may be keys. As
 * they are written, and decoded.
 */
export function secretsOfAddress(address: string): readonly string[] {
  const url = URL.parse(address);
  if (url === null) return [];
  const { username, password, pathname, search, searchParams } = url;
  const segments = pathname.split('/').filter((segment) => containsKey(segment));
  const query = search.slice(1).split('&');
  const written = [
    password === '' ? username : password,
    ...segments,
    ...query.map((each) => each.replace(/^[^=]*=/, '')),
  ];
  return [...written, ...written.map(decoded), ...searchParams.values()].filter((text) => text !== '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
