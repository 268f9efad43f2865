/** The normalized URL of a page: compared with rules, and requested. */
import { FetchProblem } from './fetch-problem.ts';

const longestUrl = 8_000;

/** `from`: the page that redirects to it. */
export function parsePageUrl(text: string, from?: URL): URL {
  const redirected = from === undefined ? '' : ` ${from.origin} redirects to it.`;
  const url = text.length > longestUrl ? null : URL.parse(text, from?.href);
  if (url === null) throw new FetchProblem(`This is not the URL of a page: ${text.slice(0, 200)}.${redirected}`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchProblem(`Only http and https are fetched, not ${url.protocol.slice(0, 40)}${redirected}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchProblem(`The URL contains a user name or password: remove it.${redirected}`);
  }
  if (!isWebPort(url.port)) {
    throw new FetchProblem(`Port ${url.port} is not a web server port, so it was not fetched.${redirected}`);
  }
  url.hash = '';
  return url;
}

/** Ports below 1024 belong to other services (mail, files, shells), and some of them would act on an HTTP request. */
function isWebPort(port: string): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) >= 1024;
}

/** For rules and users; never throws, and never shows a password. */
export function normalizeUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text;
  url.hash = '';
  url.username = '';
  url.password = '';
  return url.href;
}
