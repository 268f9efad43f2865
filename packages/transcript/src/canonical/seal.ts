/**
 * Opaque provider tokens, stored on the block they belong to and sent back only where they are valid: Anthropic signatures and
 * redacted data, Responses' encrypted reasoning and item ids, Gemini thought signatures, the `reasoning_content` of Kimi and
 * DeepSeek.
 */
import { providerName } from './provider-name.ts';

/** The provider and model that wrote something. A missing endpoint or account means the provider's default. */
export interface Origin {
  readonly provider: string;
  readonly model?: string;
  readonly endpoint?: string;
  readonly account?: string;
}

export interface Seal extends Origin {
  readonly value: string;
  readonly protocol?: string;
  /** The wire field it came from (`signature`, `thoughtSignature`, `encrypted_content`, `reasoning_content`, …). */
  readonly field?: string;
  /** The provider's id of the sealed item, where it has one (`rs_…`, `msg_…`). */
  readonly item?: string;
  /** Present when the provider binds the token to everything before it (ANT-054): a digest of that prefix. */
  readonly prefix?: string;
}

/** Whether something written at `origin` may be sent back to `target`. A field that is unknown on both sides is ignored. */
export function sameOrigin(origin: Origin, target: Origin): boolean {
  return (
    providerName(origin.provider) === providerName(target.provider) &&
    (origin.endpoint ?? '') === (target.endpoint ?? '') &&
    (origin.account ?? '') === (target.account ?? '') &&
    (origin.model === undefined || target.model === undefined || origin.model === target.model)
  );
}
