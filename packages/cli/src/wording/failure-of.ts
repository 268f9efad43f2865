/**
 * The exit code and message for an error of another package. Errors are recognized by name, because their packages are only loaded when
 * needed: `--help` must not wait for them.
 */
import { messageOf } from '../io/command-error.ts';
import { exitCodes } from '../io/exit-codes.ts';
import { plainText } from '../print/plain-text.ts';

export interface ReportedFailure {
  readonly exitCode: number;
  /** '' if it has already been reported. */
  readonly message: string;
}

export function failureOf(error: unknown): ReportedFailure {
  const message = messageOf(error);
  const name = error instanceof Error ? error.name : '';
  const known = exitCodeOf(name, textField(error, 'code'));
  if (known !== undefined) return { exitCode: known, message: plainText(message) };
  const cause = name === 'TranscriptError' ? textField(error, 'fault') : 'a bug in interlock';
  return { exitCode: exitCodes.fault, message: plainText(`${message} (${cause}; please report it)`) };
}

function exitCodeOf(name: string, code: string): number | undefined {
  switch (name) {
    case 'ConfigError':
      return inputCodes.includes(code) ? exitCodes.wrong : exitCodes.usage;
    case 'StoreError':
      return usageCodes.includes(code) ? exitCodes.usage : exitCodes.wrong;
    case 'SessionError':
    case 'ProviderError':
      return exitCodes.wrong;
    default:
      return undefined;
  }
}

/** Codes of a `ConfigError` about the input, not the command line. */
const inputCodes: readonly string[] = ['nothing-to-send', 'duplicate-tool', 'invalid-tool', 'invalid-contents'];

/** Codes of a `StoreError` that the user must fix before anything can run. */
const usageCodes: readonly string[] = ['not-found', 'exists', 'invalid-id', 'read-only', 'gone'];

function textField(error: unknown, field: string): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined;
  return typeof value === 'string' ? value : '';
}
