/**
 * Amazon's authentication: a Bedrock API key as a bearer token, or a signature (version 4) with an access key. The access key
 * comes from the environment, or as the target's key in the JSON that `aws configure export-credentials` prints.
 */
import type { SignatureV4 } from '@smithy/signature-v4';
import { ConfigError } from '../../failure/errors.ts';
import { asObject, asText, parseJson } from '../../json/json.ts';
import { loadPeer } from '../../transport/load-peer.ts';
import type { HttpHeaders } from '../../transport/transport.ts';
import type { Credentialed, UnsignedRequest } from './authenticate.ts';

type Signing = typeof import('@smithy/signature-v4');
type Checksum = typeof import('@smithy/core/checksum');

interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export async function signAws(request: UnsignedRequest, access: Credentialed): Promise<HttpHeaders> {
  const { key, environment } = access;
  if (key !== undefined && !key.startsWith('{')) return { authorization: `Bearer ${key}` };
  const accessKey = key === undefined ? accessKeyOf(environment) : printedKey(key);
  const signer = await signerFor(accessKey, regionOf(request), access);
  const url = new URL(request.url);
  const signed = await signer.sign(
    {
      method: request.method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { ...request.headers, host: url.host },
      body: request.bytes(),
    },
    { signingDate: new Date(access.now()) },
  );
  // The transport sends `host`.
  const { host: _, ...headers } = signed.headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => request.headers[name] === undefined));
}

/** With a custom base URL, nothing else has checked it. */
function regionOf({ places }: UnsignedRequest): string {
  const { region } = places;
  if (region !== undefined) return region;
  throw new ConfigError(
    'missing-endpoint',
    'A signature for Amazon Bedrock needs the region.',
    "Set AWS_REGION, or give the target `places`: { region: '…' }.",
  );
}

/** The signer caches the signing key of a day, so there is one signer per access key and region. */
async function signerFor(credentials: AccessKey, region: string, { keep }: Credentialed): Promise<SignatureV4> {
  const { SignatureV4 } = await keep('@smithy/signature-v4', () =>
    loadPeer<Signing>('@smithy/signature-v4', 'bedrock'),
  );
  const { Sha256 } = await keep('@smithy/core', () => loadPeer<Checksum>('@smithy/core/checksum', 'bedrock'));
  const make = (): SignatureV4 => new SignatureV4({ service: 'bedrock', region, credentials, sha256: Sha256 });
  return keep(`signer ${region} ${credentials.accessKeyId} ${credentials.sessionToken ?? ''}`, make);
}

function accessKeyOf(environment: Credentialed['environment']): AccessKey {
  const accessKeyId = environment['AWS_ACCESS_KEY_ID']?.trim() ?? '';
  const secretAccessKey = environment['AWS_SECRET_ACCESS_KEY']?.trim() ?? '';
  const sessionToken = environment['AWS_SESSION_TOKEN']?.trim() ?? '';
  if (accessKeyId === '' || secretAccessKey === '') {
    throw new ConfigError(
      'missing-credential',
      'There is no credential for Amazon Bedrock.',
      'Set AWS_BEARER_TOKEN_BEDROCK, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give a command that prints them: aws configure export-credentials',
    );
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken === '' ? {} : { sessionToken }) };
}

function printedKey(key: string): AccessKey {
  const printed = asObject(parseJson(key)) ?? {};
  const accessKeyId = asText(printed['AccessKeyId']);
  const secretAccessKey = asText(printed['SecretAccessKey']);
  const sessionToken = asText(printed['SessionToken']);
  if (accessKeyId === '' || secretAccessKey === '') {
    throw new ConfigError(
      'missing-credential',
      'The credential for Amazon Bedrock is JSON without an access key.',
      'It must have AccessKeyId and SecretAccessKey, as `aws configure export-credentials` prints them.',
    );
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken === '' ? {} : { sessionToken }) };
}
