/**
 * Reads an error body in any of the formats that providers use: `{error: {message, code, type, status}}`, an array of that
 * (GEM-035), `{response: {error}}` in a stream (OAR-027), `{error: text}` (OLL-008, XAI-005), `{message}`, `{detail}`
 * (MIS-017), plain text or a proxy's web page.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asNumber, asObject, asText, parseJson } from '../json/json.ts';

export interface ErrorFields {
  readonly message: string;
  readonly code?: string;
  readonly type?: string;
}

/** The structured fields of an error body, for classifying it. */
export interface ErrorFacts {
  readonly fields: ErrorFields;
  /** Codes, types, gRPC statuses and reasons, wherever they are. */
  readonly codes: readonly string[];
  /** `RetryInfo.retryDelay` (GEM-033), or seconds under another name. */
  readonly retryDelay?: string;
  /** Headers of the upstream response that a router passes on in the body. Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The quota is renewed once a day: the hints are a few seconds, and waiting for them is useless (GEM-033). */
  readonly isDaily?: true;
}

/** Levels of nested errors; deeper ones have not been seen. */
const deepest = 3;

export function readErrorFields(body: string): ErrorFields {
  return readErrorFacts(body).fields;
}

export function readErrorFacts(body: string, depth = 0): ErrorFacts {
  const json = parseJson(body);
  const outer = asObject(json) ?? asObject(asArray(json)[0]);
  if (outer === undefined) return { fields: { message: plainText(body) }, codes: [] };
  const error = asObject(outer['error']) ?? asObject(asObject(outer['response'])?.['error']) ?? outer;
  const details = asArray(error['details']).map((detail) => asObject(detail) ?? {});
  const wrapped = wrappedFacts(outer, error, depth);
  const own = details.map((detail) => asText(detail['retryDelay'])).find((text) => text !== '');
  const delay = own ?? secondsIn(error) ?? secondsIn(outer) ?? wrapped?.retryDelay;
  const headers = headersIn(error['metadata']) ?? headersIn(outer) ?? wrapped?.headers;
  return {
    fields: errorFieldsOf(outer, error, wrapped?.fields),
    codes: [...ownCodes(outer, error, details), ...(wrapped?.codes ?? [])],
    ...(delay === undefined ? {} : { retryDelay: delay }),
    ...(headers === undefined ? {} : { headers }),
    ...(details.some(isDailyQuota) || wrapped?.isDaily === true ? { isDaily: true } : {}),
  };
}

/** The message of a text that may be an error body itself: some servers pass an upstream error body on as their message. */
export function unwrapped(text: string): string {
  return /^\s*[[{]/.test(text) ? readErrorFields(text).message || text : text;
}

/** The fields of Codex's subscriptions, of Cloudflare, and of a Hugging Face model that is loading. */
function secondsIn(holder: JsonObject): string | undefined {
  const names = ['resets_in_seconds', 'retry_after_seconds', 'retry_after', 'estimated_time'];
  const seconds = names.map((name) => asNumber(holder[name])).find((value) => value !== undefined && value >= 0);
  return seconds === undefined ? undefined : `${seconds}s`;
}

function headersIn(holder: JsonValue | undefined): Readonly<Record<string, string>> | undefined {
  const headers = asObject(asObject(holder)?.['headers']);
  if (headers === undefined) return undefined;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), codeText(value)]));
}

/** `google.rpc.QuotaFailure` names the quota. */
function isDailyQuota(detail: JsonObject): boolean {
  return asArray(detail['violations']).some((item) => asText(asObject(item)?.['quotaId']).includes('PerDay'));
}

function errorFieldsOf(outer: JsonObject, error: JsonObject, wrapped: ErrorFields | undefined): ErrorFields {
  const own = messageOf(error) || messageOf(outer);
  // A message that is the wrapped error adds nothing.
  const around = isBody(own) ? '' : own;
  const message = [around, wrapped?.message ?? ''].filter((text) => text !== '').join(': ');
  const code = codeText(error['code']) || codeText(outer['code']);
  const type = asText(error['type']) || asText(error['status']);
  if (around === '' && code === '' && type === '' && wrapped !== undefined) return wrapped;
  return { message, ...(code === '' ? {} : { code }), ...(type === '' ? {} : { type }) };
}

function messageOf(error: JsonObject): string {
  for (const name of ['message', 'error', 'detail', 'msg', 'error_msg', 'title']) {
    const text = asText(error[name]) || problemsOf(error[name]);
    if (text !== '') return text;
  }
  return '';
}

/** A validator's list of problems, `[{loc, msg}]`, or an object that holds one. */
function problemsOf(value: JsonValue | undefined): string {
  const list = asArray(asObject(value)?.['detail'] ?? value);
  const problems = list.map((item) => {
    const problem = asObject(item);
    const location = asArray(problem?.['loc']).filter((part) => typeof part === 'string' || typeof part === 'number');
    return [location.join('.'), asText(problem?.['msg'])].filter((part) => part !== '').join(': ');
  });
  return problems.filter((problem) => problem !== '').join('; ');
}

function ownCodes(outer: JsonObject, error: JsonObject, details: readonly JsonObject[]): readonly string[] {
  const values = [
    ...[error['code'], error['type'], error['status'], outer['code'], outer['type']],
    asObject(error['innererror'] ?? error['inner_error'])?.['code'],
    ...details.map((detail) => detail['reason']),
  ];
  return [...new Set(values.map(codeText).filter((code) => code !== ''))];
}

/** ORT-001: a router's own sentence is not specific; the upstream error is text inside it, or its whole message. */
function wrappedFacts(outer: JsonObject, error: JsonObject, depth: number): ErrorFacts | undefined {
  if (depth >= deepest) return undefined;
  const raw = asObject(error['metadata'])?.['raw'];
  const text = typeof raw === 'object' && raw !== null ? JSON.stringify(raw) : asText(raw);
  if (text !== '') return readErrorFacts(text, depth + 1);
  const message = messageOf(error) || messageOf(outer);
  return isBody(message) ? readErrorFacts(message, depth + 1) : undefined;
}

function isBody(text: string): boolean {
  return text.trimStart().startsWith('{') && asObject(parseJson(text)) !== undefined;
}

function codeText(value: JsonValue | undefined): string {
  return asText(value) || String(asNumber(value) ?? '');
}

/** Only the title of a web page: the rest is markup. */
function plainText(body: string): string {
  const text = body.trim();
  if (!text.startsWith('<')) return text;
  return /<title[^>]{0,200}>([^<]{0,500})</i.exec(text)?.[1]?.trim() ?? '';
}
