/** Who is asking. */
export interface Client {
  /** `local` where no tokens are configured: all requests are one client then. */
  readonly name: string;
  mayUse(model: string): boolean;
  /** Undefined: go on, and call `leave` at the end. Otherwise how long to wait, and why. */
  enter(): Refusal | undefined;
  leave(): void;
}

export interface Refusal {
  readonly message: string;
  readonly retryAfterMs: number;
}
