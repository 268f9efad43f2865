/** An error with a message for the user, and an exit code that says who must act. */
import { exitCodes } from './exit-codes.ts';

export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  /** `message` may have several lines; the first says what is wrong, the last how to fix it. */
  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function usageError(message: string): CommandError {
  return new CommandError(exitCodes.usage, message);
}

export function inputError(message: string): CommandError {
  return new CommandError(exitCodes.wrong, message);
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
