/**
 * A pattern against an address, compared by its parts as browsers read them: scheme, host, port, then path and query as one text. So
 * `https://docs.example.com/*` is about that host and no other, whatever a longer address begins with. The host may begin with
 * `*.`; a pattern without a scheme is about http and https.
 */
import type { MatchResult } from './match-result.ts';
import { matchesWildcard, readWildcard } from './pattern.ts';

interface AddressPattern {
  /** With its colon; undefined: http or https. */
  readonly scheme: string | undefined;
  /** Names below `host` too, and not itself. */
  readonly below: boolean;
  /** Host and port as `URL` writes them. */
  readonly host: string;
  readonly rest: string;
}

export function coversAddress(pattern: string, address: string): boolean {
  if (pattern === '*') return true;
  const url = URL.parse(address);
  const wanted = readPattern(pattern);
  if (url === null || wanted === undefined || url.username !== '' || url.password !== '') return false;
  return matchesHost(wanted, url, url.host) && matchesRest(wanted, url);
}

/** Whoever logs in where, and with the dot that ends a full name. */
export function matchAddress(pattern: string, address: string): MatchResult {
  if (pattern === '*') return 'yes';
  const url = URL.parse(address);
  const wanted = readPattern(pattern);
  if (url === null || wanted === undefined) return 'unsure';
  return matchesHost(wanted, url, url.host.replace(/\.(?=:|$)/, '')) && matchesRest(wanted, url) ? 'yes' : 'no';
}

function readPattern(pattern: string): AddressPattern | undefined {
  const found = /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?(\*\.)?([^/*\\@?#]+)(\/[\s\S]*)?$/.exec(pattern);
  if (found === null) return undefined;
  const [, scheme, below, name = '', rest = '/'] = found;
  const url = URL.parse(`${scheme ?? 'http'}://${name}/`);
  // A star right after the scheme's slashes: the "host" would be the scheme.
  if (url === null || url.host === '' || rest.startsWith('//')) return undefined;
  return { scheme: scheme === undefined ? undefined : url.protocol, below: below !== undefined, host: url.host, rest };
}

function matchesHost({ scheme, below, host }: AddressPattern, url: URL, given: string): boolean {
  const isScheme = scheme === undefined ? /^https?:$/.test(url.protocol) : scheme === url.protocol;
  return isScheme && (below ? given.endsWith(`.${host}`) : given === host);
}

function matchesRest({ rest }: AddressPattern, { pathname, search }: URL): boolean {
  return matchesWildcard(readWildcard(rest), pathname + search);
}
