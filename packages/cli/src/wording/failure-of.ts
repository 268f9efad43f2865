/**
 * What an error of the other packages means for the user. They are recognised by their names: the packages they come
 * from are only loaded when they are needed, and `--help` must not wait for them.
 */
import { messageOf } from '../io/command-error.ts';
import { exitCodes } from '../io/exit-codes.ts';
import { plainText } from '../print/plain-text.ts';

export interface FailureToTell {
  readonly exitCode: number;
  /** '' if it has been told already. */
  readonly message: string;
}

export function failureOf(error: unknown): FailureToTell {
  const message = messageOf(error);
  const name = error instanceof Error ? error.name : '';
  const known = exitCodeOf(name, textField(error, 'code'));
  if (known !== undefined) return { exitCode: known, message: plainText(message) };
  const whose = name === 'TranscriptError' ? textField(error, 'fault') : 'a bug in interlock';
  return { exitCode: exitCodes.fault, message: plainText(`${message} (${whose}; please report it)`) };
}

function exitCodeOf(name: string, code: string): number | undefined {
  switch (name) {
    case 'ConfigError':
      return inputCodes.includes(code) ? exitCodes.wrong : exitCodes.usage;
    case 'StoreError':
      return askedWrongly.includes(code) ? exitCodes.usage : exitCodes.wrong;
    case 'SessionError':
    case 'ProviderError':
      return exitCodes.wrong;
    default:
      return undefined;
  }
}

/** Codes of a `ConfigError` that are about the input, not about the command line. */
const inputCodes: readonly string[] = ['nothing-to-send', 'duplicate-tool', 'invalid-tool', 'invalid-contents'];

/** Codes of a `StoreError` that the user must fix before anything can run. */
const askedWrongly: readonly string[] = ['not-found', 'exists', 'invalid-id', 'read-only', 'gone'];

function textField(error: unknown, field: string): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined;
  return typeof value === 'string' ? value : '';
}
