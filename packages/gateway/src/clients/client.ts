/** The client. */
export interface Client {
  /** For logs and metrics. `local` where no tokens are configured: all requests are one client then. */
  readonly name: string;
  /** What is kept for it is found by this: the hash of its token, so that a name that changes hands brings nothing along. */
  readonly key: string;
  mayUse(model: string): boolean;
  enter(): Promise<Admission>;
}

/** `leave` is called when the request has ended. */
export type Admission = { readonly refusal: Refusal } | { leave(): void };

export interface Refusal {
  readonly message: string;
  readonly retryAfterMs: number;
}
