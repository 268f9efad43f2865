/** A failure of a store: what failed, what is safe, and what to do. */
export type StoreErrorCode =
  | 'not-found'
  | 'exists'
  | 'locked'
  | 'conflict'
  | 'newer-format'
  | 'unreadable'
  | 'disk-full'
  | 'read-only'
  | 'gone'
  | 'closed'
  | 'unavailable'
  | 'invalid-id'
  /** The record is not JSON, or larger than the store accepts. */
  | 'invalid-record';

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  readonly fix: string;

  constructor(code: StoreErrorCode, what: string, fix: string, options?: ErrorOptions) {
    super(`${what} ${fix}`, options);
    this.code = code;
    this.fix = fix;
  }
}
