/**
 * Amazon credentials derived from the simulator's key: the id says which key it is, and the secret follows from the id,
 * so that a server can check a signature without having seen the secret.
 */
import { createHash } from 'node:crypto';

export interface AmazonCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Only temporary credentials have one (BDR-009). */
  readonly sessionToken?: string;
}

/** Long-term credentials of a user, or temporary ones of a role. */
export function amazonCredentials(key: string, kind: 'user' | 'role' = 'user'): AmazonCredentials {
  const id = digest(`${kind} ${key}`, 'hex').toUpperCase().slice(0, 16);
  const accessKeyId = `${kind === 'user' ? 'AKIA' : 'ASIA'}${id}`;
  const sessionToken = sessionTokenOf(accessKeyId);
  return {
    accessKeyId,
    secretAccessKey: secretOf(accessKeyId),
    ...(sessionToken === undefined ? {} : { sessionToken }),
  };
}

export function secretOf(accessKeyId: string): string {
  return digest(`secret of ${accessKeyId}`, 'base64').slice(0, 40);
}

/** Undefined if the id needs no session token. */
export function sessionTokenOf(accessKeyId: string): string | undefined {
  return accessKeyId.startsWith('ASIA') ? digest(`session of ${accessKeyId}`, 'base64') : undefined;
}

function digest(text: string, encoding: 'hex' | 'base64'): string {
  return createHash('sha256').update(text).digest(encoding);
}
