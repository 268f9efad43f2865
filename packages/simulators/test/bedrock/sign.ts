/** Signs a request as Amazon's clients do, following the example in the AWS documentation; the simulators check such signatures. */
import { createHash, createHmac } from 'node:crypto';
import type { AmazonCredentials } from '../../src/index.ts';

export interface Signing {
  readonly url: string;
  readonly body: string;
  readonly credentials: AmazonCredentials;
  /** ISO 8601 without separators. */
  readonly date?: string;
  readonly service?: string;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

export function sign({
  url,
  body,
  credentials,
  date = '20251009T085320Z',
  service = 'bedrock',
}: Signing): Record<string, string> {
  const { host, pathname } = new URL(url);
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    host,
    'x-amz-content-sha256': hash(body),
    'x-amz-date': date,
    ...(sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(headers).toSorted();
  const path = pathname
    .split('/')
    .map((segment) => encodeURIComponent(segment))
    .join('/');
  const canonical = [
    'POST',
    path,
    '',
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    hash(body),
  ];
  const scope = `${date.slice(0, 8)}/us-east-1/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, hash(canonical.join('\n'))].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, date.slice(0, 8)), 'us-east-1'), service), 'aws4_request');
  const signature = hmac(key, text).toString('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}
