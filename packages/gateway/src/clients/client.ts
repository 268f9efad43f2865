/** A client of the gateway, identified by its token. */
export interface Client {
  /** For logs and metrics. `local` where no tokens are configured: all requests are one client then. */
  readonly name: string;
  /** Everything stored for it is keyed by this hash of its token, so that a reused name inherits nothing. */
  readonly key: string;
  mayUse(model: string): boolean;
  enter(): Promise<Admission>;
}

/** The key of the one client there is where no tokens are configured. Tokens have hashes as keys. */
export const localKey = 'local';

/** Without tokens, only programs of the operator can connect. */
export function isOperator({ key }: Pick<Client, 'key'>): boolean {
  return key === localKey;
}

/** `leave` is called when the request has ended. */
export type Admission = { readonly refusal: Refusal } | { leave(): void };

export interface Refusal {
  readonly message: string;
  readonly retryAfterMs: number;
}
