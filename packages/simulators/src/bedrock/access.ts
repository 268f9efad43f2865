/** Authentication: a signature, or an API key (BDR-007 … BDR-010). It is checked before anything else. */
import type { ApiRequest, Violation } from '../api/api.ts';
import type { World } from '../api/world.ts';
import { amazonCredentials, secretOf, sessionTokenOf } from './credentials.ts';
import { exception } from './exceptions.ts';
import { isSignedWith, readSignature, type Signed, sha256 } from './sigv4.ts';

/** Which of the known keys a request uses: contained in it, or identified by the id of the signer. */
export function identify({ headers }: ApiRequest, keys: readonly string[]): string | undefined {
  const authorization = headers['authorization'] ?? '';
  const bearer = bearerOf(authorization);
  if (bearer !== undefined) return keys.find((key) => key === bearer);
  const id = readSignature(authorization)?.accessKeyId;
  const kinds = ['user', 'role'] as const;
  return keys.find((key) => kinds.some((kind) => amazonCredentials(key, kind).accessKeyId === id));
}

export function checkAccess(request: ApiRequest, world: World): Violation | undefined {
  const authorization = request.headers['authorization'] ?? '';
  if (bearerOf(authorization) !== undefined) {
    if (world.account !== '') return undefined;
    const message = 'Authentication failed: Please make sure your API Key is valid.';
    return denied('BDR-010', 'AccessDeniedException', message);
  }
  const signed = readSignature(authorization);
  if (!signed) return denied('BDR-007', 'MissingAuthenticationTokenException', 'Missing Authentication Token');
  return checkParts(signed, request) ?? checkSession(signed, request, world) ?? checkSignature(signed, request, world);
}

function bearerOf(authorization: string): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1];
}

function denied(rule: string, code: string, message: string): Violation {
  return exception(rule, code, message, 'authorization', 403);
}

function checkParts({ day, service, signedHeaders }: Signed, { headers }: ApiRequest): Violation | undefined {
  const incomplete = (message: string): Violation => denied('BDR-007', 'IncompleteSignatureException', message);
  const date = headers['x-amz-date'] ?? '';
  if (!/^\d{8}T\d{6}Z$/.test(date)) {
    return incomplete("Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header.");
  }
  const unsigned = ['host', 'x-amz-date'].find((name) => !signedHeaders.includes(name));
  if (unsigned !== undefined) return incomplete(`'${unsigned}' must be a 'SignedHeader' in the AWS Authorization.`);
  if (service !== 'bedrock') {
    return denied('BDR-007', 'InvalidSignatureException', "Credential should be scoped to correct service: 'bedrock'.");
  }
  if (!date.startsWith(day)) {
    const message = `Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: '${day}' != '${date.slice(0, 8)}', from '${date}'.`;
    return denied('BDR-007', 'InvalidSignatureException', message);
  }
  return undefined;
}

const unknownToken = 'The security token included in the request is invalid.';

/** BDR-009. */
function checkSession(
  { accessKeyId, signedHeaders }: Signed,
  { headers }: ApiRequest,
  world: World,
): Violation | undefined {
  if (world.account === '') return denied('BDR-007', 'UnrecognizedClientException', unknownToken);
  const token = sessionTokenOf(accessKeyId);
  if (token === undefined) return undefined;
  const sent = headers['x-amz-security-token'] === token && signedHeaders.includes('x-amz-security-token');
  return sent ? undefined : denied('BDR-009', 'UnrecognizedClientException', unknownToken);
}

const goodForSeconds = 5 * 60;

function checkSignature(signed: Signed, request: ApiRequest, world: World): Violation | undefined {
  const late = checkAge(request, world);
  if (late) return late;
  const hash = request.headers['x-amz-content-sha256'];
  const isWhole = hash === undefined || hash === sha256(request.raw);
  if (isWhole && isSignedWith(secretOf(signed.accessKeyId), signed, request)) return undefined;
  return denied(
    'BDR-007',
    'InvalidSignatureException',
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.',
  );
}

/** BDR-008, if the clock is set: with a fixed clock nothing expires. */
function checkAge({ headers }: ApiRequest, world: World): Violation | undefined {
  const date = headers['x-amz-date'] ?? '';
  const seconds = Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z')) / 1000;
  if (!world.ticks || Math.abs(world.now() - seconds) <= goodForSeconds) return undefined;
  const early = seconds > world.now();
  const now = stamp(world.now());
  const limit = stamp(world.now() + (early ? goodForSeconds : -goodForSeconds));
  const message = early
    ? `Signature not yet current: ${date} is still later than ${limit} (${now} + 5 min.)`
    : `Signature expired: ${date} is now earlier than ${limit} (${now} - 5 min.)`;
  return denied('BDR-008', 'InvalidSignatureException', message);
}

function stamp(seconds: number): string {
  return new Date(Math.floor(seconds) * 1000).toISOString().replace(/[-:]|\.\d+/g, '');
}
