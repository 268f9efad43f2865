/**
 * Matches a pattern against a URL by its parts as browsers read them: scheme, host, port, then path and query as one text.
 * `https://docs.example.com/*` matches that host only, whatever a longer URL starts with. The host may start with `*.`; a pattern
 * without a scheme means http and https.
 */
import type { MatchResult } from './match-result.ts';
import { matchesWildcard, readWildcard } from './pattern.ts';

interface AddressPattern {
  /** The scheme with its colon; undefined: http or https. */
  readonly scheme: string | undefined;
  /** Subdomains of `host`, but not `host` itself. */
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

/** Parses the URL, without user name and password and without a trailing dot. */
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
  // With a star right after `//` the scheme would be parsed as the host.
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
