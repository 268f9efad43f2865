/** Why a session cannot be read at all. Problems inside a session are in its `problems`. */
export type ImportErrorCode = 'unknown-agent' | 'unknown-format' | 'not-readable' | 'session-not-found';

export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly code: ImportErrorCode;

  constructor(code: ImportErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
