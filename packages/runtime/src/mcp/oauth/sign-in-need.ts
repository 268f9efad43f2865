/** A server requires a sign-in or more permissions: its challenge, and how to describe it. */
import { isJsonObject } from '@interlock/transcript';

/** What a server requires, from its challenge (RFC 6750, RFC 9728). */
export interface SignInNeed {
  /** Scopes, separated by spaces. */
  readonly scope?: string;
  /** The URL of the protected resource metadata. */
  readonly metadataUrl?: string;
  /** There is a login, but it does not grant enough. */
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

/** Reads the challenge from an error of the library. */
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
