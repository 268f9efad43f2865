/** Signature Version 4, on the verifying side (BDR-007): written from Amazon's description of the algorithm. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ApiRequest } from '../api/api.ts';

/** The contents of the `authorization` header of a signed request. */
export interface Signed {
  readonly accessKeyId: string;
  /** `20261116`. */
  readonly day: string;
  readonly region: string;
  readonly service: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
}

const algorithm = 'AWS4-HMAC-SHA256';

/** Undefined if it is not a signature. */
export function readSignature(authorization: string): Signed | undefined {
  if (!authorization.startsWith(`${algorithm} `)) return undefined;
  const fields = new Map(
    authorization
      .slice(algorithm.length)
      .split(',')
      .map((field) => field.trim().split('='))
      .map(([name = '', ...value]) => [name, value.join('=')]),
  );
  const [accessKeyId = '', day = '', region = '', service = '', end = ''] = (fields.get('Credential') ?? '').split('/');
  const signature = fields.get('Signature') ?? '';
  const signedHeaders = (fields.get('SignedHeaders') ?? '').split(';');
  if (end !== 'aws4_request' || signature === '') return undefined;
  return { accessKeyId, day, region, service, signedHeaders, signature };
}

/** Whether exactly this request was signed with the secret. */
export function isSignedWith(secret: string, signed: Signed, request: ApiRequest): boolean {
  const expected = Buffer.from(signatureOf(secret, signed, request), 'utf8');
  const given = Buffer.from(signed.signature, 'utf8');
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function signatureOf(secret: string, { day, region, service, signedHeaders }: Signed, request: ApiRequest): string {
  const scope = `${day}/${region}/${service}/aws4_request`;
  const canonical = canonicalRequest(request, signedHeaders);
  const text = [algorithm, request.headers['x-amz-date'] ?? '', scope, sha256(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<Buffer>(
    (before, part) => createHmac('sha256', before).update(part).digest(),
    Buffer.from(`AWS4${secret}`),
  );
  return createHmac('sha256', key).update(text).digest('hex');
}

function canonicalRequest({ method, path, query, headers, raw }: ApiRequest, signedHeaders: readonly string[]): string {
  const lines = signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`);
  return [
    method,
    // Encoded once in transit, and once more for the signature.
    path.split('/').map(encode).join('/'),
    canonicalQuery(query),
    lines.join(''),
    signedHeaders.join(';'),
    sha256(raw),
  ].join('\n');
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted((one, other) => (one < other ? -1 : 1))
    .join('&');
}

/** RFC 3986: everything except the unreserved characters. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Includes the payload: `x-amz-content-sha256` states its hash, but only the bytes count. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
