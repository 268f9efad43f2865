/** Where a request goes. Nearly all go to a plain path, which needs no parser. */

export type RequestUrl = Pick<URL, 'pathname' | 'searchParams'>;

/** Nothing that a parser would change: no query, no escapes, no empty segment, none that begins with a dot. */
const plainPath: RegExp = /^(?:\/[\w-][\w.:-]*)+$/;

export function requestUrl(url: string | undefined): RequestUrl {
  if (url !== undefined && plainPath.test(url)) return { pathname: url, searchParams: new URLSearchParams() };
  return URL.parse(url ?? '/', 'http://gateway') ?? new URL('http://gateway/');
}
