/** Where a request goes. Nearly all go to a plain path, which needs no parser. */

export type RequestUrl = Pick<URL, 'pathname' | 'searchParams'>;

/** Nothing that has to be parsed: no query, no escapes, no empty segment, none that begins with a dot. */
const plainPath: RegExp = /^(?:\/[\w-][\w.:-]*)+$/;

export function requestUrl(url: string | undefined): RequestUrl {
  if (url !== undefined && plainPath.test(url)) return { pathname: url, searchParams: new URLSearchParams() };
  const parsed = URL.parse(absolute(url ?? '/')) ?? new URL(gateway);
  return { pathname: parsed.pathname.replaceAll(/\/{2,}/g, '/'), searchParams: parsed.searchParams };
}

const gateway = 'http://gateway/';

/** A base URL with a slash at its end makes paths that begin with two slashes. They are not the name of a host. */
function absolute(url: string): string {
  return url.startsWith('/') ? gateway + url.slice(1) : url;
}
