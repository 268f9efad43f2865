/** A server that wants the user to sign in, or to allow more: what it said, and how that is told. */
import { isJsonObject } from '@interlock/transcript';

/** Out of a challenge of the server (RFC 6750, RFC 9728). */
export interface SignInNeed {
  /** Scopes, with spaces between them. */
  readonly scope?: string;
  /** Where the server describes who lets people in. */
  readonly metadataUrl?: string;
  /** There is a login, and it does not allow enough. */
  readonly isStepUp: boolean;
}

export class SignInNeeded extends Error {
  override readonly name = 'SignInNeeded';
  readonly need: SignInNeed;

  constructor(need: SignInNeed, words?: string) {
    super(words ?? (need.isStepUp ? 'it requires more permissions (HTTP 403)' : 'it wants you to sign in (HTTP 401)'));
    this.need = need;
  }
}

/** Of whatever the library has failed with. */
export function signInNeedOf(error: unknown): SignInNeed | undefined {
  if (error instanceof SignInNeeded) return error.need;
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'InsufficientScopeError') {
    const { requiredScope, resourceMetadataUrl } = error as { requiredScope?: unknown; resourceMetadataUrl?: unknown };
    return needOf(requiredScope, resourceMetadataUrl, true);
  }
  return isJsonObject(error.cause) || error.cause instanceof Error ? signInNeedOf(error.cause) : undefined;
}

export function needOf(scope: unknown, metadataUrl: unknown, isStepUp: boolean): SignInNeed {
  return {
    ...(typeof scope === 'string' && scope !== '' ? { scope } : {}),
    ...(metadataUrl instanceof URL ? { metadataUrl: metadataUrl.href } : {}),
    isStepUp,
  };
}
