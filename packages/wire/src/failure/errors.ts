/** Errors by who must act. A faulty transcript is a `TranscriptError` (`@interlock/transcript`). */
import type { Failure } from './failure.ts';

/** For the user: what is wrong, where, and how to fix it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code: ConfigErrorCode;
  /** What is wrong, and how to fix it. The error's message contains both. */
  readonly what: string;
  readonly fix: string;

  constructor(code: ConfigErrorCode, what: string, fix: string, options?: ErrorOptions) {
    super(`${what} ${fix}`, options);
    this.code = code;
    this.what = what;
    this.fix = fix;
  }
}

export type ConfigErrorCode =
  | 'unknown-provider'
  | 'invalid-provider'
  | 'unknown-protocol'
  | 'unsupported-protocol'
  | 'missing-endpoint'
  | 'invalid-endpoint'
  | 'missing-model'
  | 'invalid-target'
  | 'invalid-input'
  | 'nothing-to-send'
  | 'duplicate-tool'
  | 'invalid-tool'
  | 'invalid-contents'
  | 'invalid-route'
  | 'missing-credential'
  | 'missing-package';

/** For the route (retry, failover), then the user. Never contains a key or the prompt. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly provider: string;
  readonly failure: Failure;
  /** What the request contained, as ids and rule ids. Present with every `invalid-request`. */
  readonly diagnostics?: object;

  constructor(provider: string, failure: Failure, diagnostics?: object) {
    super(`${provider}: ${failure.message}`);
    this.provider = provider;
    this.failure = failure;
    if (diagnostics !== undefined) this.diagnostics = diagnostics;
  }
}
