/**
 * Detects errors that do not come from the API. Proxies, load balancers, firewalls and wrong paths answer with web pages, plain
 * text, nothing, or JSON that only repeats the status. Such an answer tells nothing about the request: the endpoint failed, and
 * another target may accept the same request.
 */
import { asArray, asObject, parseJson } from '../json/json.ts';
import type { ErrorFacts } from './error-fields.ts';

/** The code of such a failure. Waiting rarely helps: the route tries once more and then uses another target. */
export const notTheApi = 'not-the-api';

/** These statuses mean the same whoever sends them: other credentials, a pause, or a smaller request is needed. */
const plainStatuses: readonly number[] = [401, 402, 407, 408, 413, 429, 498, 499];

/** Texts that only repeat the status, or say that the path does not exist: such servers never looked at the request. */
const routingWords: readonly RegExp[] = [
  /^(?:error:? ?)?(?:\d{3}[ :-]*)?(?:bad request|forbidden|not found|page not found|method not allowed|not acceptable|request timeout|conflict|gone|i'?m a teapot|misdirected request|too early|unavailable for legal reasons|temporary redirect|unprocessable (?:entity|content))[.!]?$/i,
  /\bno route (?:matched|found)\b|\broute not found\b|^cannot (?:get|post) \/|^invalid url \((?:get|post) /i,
  /^(?:the )?(?:requested )?(?:url|path|resource|endpoint|page)\b[^.]{0,200}\b(?:was |could )?not (?:be )?found\b/i,
  /^missing authentication token$/i,
];

/** A status of 500 or more is the server's failure, whoever reports it. */
export function isEndpointPage(status: number, body: string, { fields, codes }: ErrorFacts): boolean {
  if (status < 300 || status >= 500 || plainStatuses.includes(status)) return false;
  // A bare 403 is how some APIs refuse a key.
  if (status === 403) return isWebPage(body);
  const json = parseJson(body);
  const outer = asObject(json) ?? asObject(asArray(json)[0]);
  if (outer === undefined) return true;
  // The format of nearly all APIs, so the API itself answered.
  if (asObject(outer['error']) !== undefined) return false;
  const message = fields.message.trim();
  const isTelling = codes.some((code) => !/^\d{1,3}$/.test(code) && !isStatusPhrase(code));
  return !isTelling && (message === '' || isStatusPhrase(message));
}

function isWebPage(body: string): boolean {
  return body.trimStart().startsWith('<');
}

function isStatusPhrase(text: string): boolean {
  return routingWords.some((pattern) => pattern.test(text.trim()));
}
