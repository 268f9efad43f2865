/**
 * What an error body says, in whichever of the shapes providers use: `{error: {message, code, type, status}}`, an array of
 * that (GEM-035), `{response: {error}}` in a stream (OAR-027), `{error: text}` (OLL-008, XAI-005), `{message}`, `{detail}`
 * (MIS-017), plain text or a proxy's web page.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asNumber, asObject, asText, parseJson } from '../json.ts';

export interface Said {
  readonly message: string;
  readonly code?: string;
  readonly type?: string;
}

/** Everything structured in an error body, for classifying. */
export interface ErrorFacts {
  readonly said: Said;
  /** Codes, types, gRPC statuses and reasons, wherever they stand. */
  readonly codes: readonly string[];
  /** `RetryInfo.retryDelay` (GEM-033). */
  readonly retryDelay?: string;
}

export function readSaid(body: string): Said {
  return readErrorFacts(body).said;
}

export function readErrorFacts(body: string, depth = 0): ErrorFacts {
  const json = parseJson(body);
  const outer = asObject(json) ?? asObject(asArray(json)[0]);
  if (outer === undefined) return { said: { message: plainText(body) }, codes: [] };
  const error = asObject(outer['error']) ?? asObject(asObject(outer['response'])?.['error']) ?? outer;
  const details = asArray(error['details']).map((detail) => asObject(detail) ?? {});
  const wrapped = wrappedFacts(error, depth);
  const own = details.map((detail) => asText(detail['retryDelay'])).find((text) => text !== '');
  const delay = own ?? wrapped?.retryDelay;
  return {
    said: saidOf(outer, error, wrapped?.said.message),
    codes: [...ownCodes(outer, error, details), ...(wrapped?.codes ?? [])],
    ...(delay === undefined ? {} : { retryDelay: delay }),
  };
}

function saidOf(outer: JsonObject, error: JsonObject, wrapped: string | undefined): Said {
  const own = messageOf(error) || messageOf(outer);
  const message = wrapped ? `${own}: ${wrapped}` : own;
  const code = codeText(error['code']) || codeText(outer['code']);
  const type = asText(error['type']) || asText(error['status']);
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
    const place = asArray(problem?.['loc']).filter((part) => typeof part === 'string' || typeof part === 'number');
    return [place.join('.'), asText(problem?.['msg'])].filter((part) => part !== '').join(': ');
  });
  return problems.filter((problem) => problem !== '').join('; ');
}

function ownCodes(outer: JsonObject, error: JsonObject, details: readonly JsonObject[]): readonly string[] {
  const values = [
    ...[error['code'], error['type'], error['status'], outer['code'], outer['type']],
    asObject(error['innererror'])?.['code'],
    ...details.map((detail) => detail['reason']),
  ];
  return [...new Set(values.map(codeText).filter((code) => code !== ''))];
}

/** ORT-001: a router's own sentence says nothing; the upstream error is text inside it. */
function wrappedFacts(error: JsonObject, depth: number): ErrorFacts | undefined {
  const raw = asObject(error['metadata'])?.['raw'];
  const text = typeof raw === 'object' && raw !== null ? JSON.stringify(raw) : asText(raw);
  return text === '' || depth > 0 ? undefined : readErrorFacts(text, depth + 1);
}

function codeText(value: JsonValue | undefined): string {
  return asText(value) || String(asNumber(value) ?? '');
}

/** Of a web page only its title: the rest is markup. */
function plainText(body: string): string {
  const text = body.trim();
  if (!text.startsWith('<')) return text;
  return /<title[^>]{0,200}>([^<]{0,500})</i.exec(text)?.[1]?.trim() ?? '';
}
