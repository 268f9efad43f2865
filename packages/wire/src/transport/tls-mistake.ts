/** TLS failures that need a change of an address, a certificate or a clock: what is wrong, and what to change. No retry helps. */

type Describe = (origin: string, name: string, cause: string) => string;

const notTls: Describe = (origin, name) =>
  `the server at ${origin} does not speak TLS (${name}): write http:// instead of https://, or the port that serves https`;

/** The code of an `http:` URL whose port expects TLS. */
export const tlsExpected = 'ETLSEXPECTED';

const expectsTls: Describe = (origin) => `the server at ${origin} expects TLS: write https:// instead of http://`;

const otherName: Describe = (origin, name, cause) =>
  `the certificate of ${origin} is for another name (${name}): ${cause}. Use a name the certificate covers`;

const untrusted: Describe = (origin, name, cause) =>
  `the certificate of ${origin} is not trusted (${name}): ${cause}. If you trust its issuer, start with NODE_EXTRA_CA_CERTS=/path/to/ca.pem`;

const wrongDate: Describe = (origin, name, cause) =>
  `the certificate of ${origin} is not currently valid (${name}): ${cause}. Renew it there, or set the clock of this machine`;

const noVersion: Describe = (origin, name) =>
  `the server at ${origin} offers no safe TLS version or cipher (${name}): update its TLS settings, or those of the proxy in front of it`;

const mistakes: ReadonlyMap<string, Describe> = new Map([
  ...[
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_SSL_PACKET_LENGTH_TOO_LONG',
    'ERR_SSL_HTTP_REQUEST',
    'ERR_SSL_RECORD_LAYER_FAILURE',
  ].map((code) => [code, notTls] as const),
  [tlsExpected, expectsTls],
  ['ERR_TLS_CERT_ALTNAME_INVALID', otherName],
  ...[
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'CERT_UNTRUSTED',
    'CERT_REJECTED',
    'CERT_REVOKED',
    'CERT_SIGNATURE_FAILURE',
    'INVALID_CA',
    'INVALID_PURPOSE',
  ].map((code) => [code, untrusted] as const),
  ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'].map((code) => [code, wrongDate] as const),
  ...[
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    'ERR_SSL_UNSUPPORTED_PROTOCOL',
    'ERR_SSL_NO_PROTOCOLS_AVAILABLE',
    'ERR_SSL_DH_KEY_TOO_SMALL',
    'ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED',
  ].map((code) => [code, noVersion] as const),
]);

/** `code`: an error code of Node or OpenSSL. */
export function isTlsMistake(code: string | undefined): boolean {
  return code !== undefined && mistakes.has(code);
}

/** Undefined for other failures. `name`: the error code, with the address if it is known. */
export function describeTlsMistake(code: string, origin: string, name: string, cause: string): string | undefined {
  // Newer versions of Node add advice, and name a list that may be empty.
  const shortened = cause.replace(/; if the root CA .*$/s, '').replace(/[.:\s]+$/, '');
  return mistakes.get(code)?.(origin, name, shortened);
}
