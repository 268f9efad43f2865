/** Errors for an editor: a code of the protocol, and a sentence that says what to do. */
import { RequestError } from '@agentclientprotocol/sdk';
import { CommandError } from '../io/command-error.ts';
import { exitCodes } from '../io/exit-codes.ts';
import { failureOf } from '../wording/failure-of.ts';

const codes = { invalidRequest: -32600, invalidParams: -32602, internal: -32603, notFound: -32002 } as const;

/** `place`: the parameter that is wrong. */
export function invalidParams(message: string, place?: string): RequestError {
  return new RequestError(codes.invalidParams, message, place === undefined ? undefined : { place });
}

/** The request is valid, but not possible now. */
export function invalidRequest(message: string): RequestError {
  return new RequestError(codes.invalidRequest, message);
}

export function sessionNotFound(sessionId: string): RequestError {
  return new RequestError(codes.notFound, `Session not found: ${sessionId}`, { sessionId });
}

/** `message`: as the command line prints it, on several lines. */
export function notConfigured(message: string): RequestError {
  return new RequestError(codes.internal, oneLine(message));
}

export function turnFailed(message: string, data?: unknown): RequestError {
  return new RequestError(codes.internal, message, data);
}

/** Any error of a request: an invalid request, or something the user has to fix. */
export function protocolError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  if (error instanceof CommandError)
    return new RequestError(
      error.exitCode === exitCodes.usage ? codes.invalidParams : codes.internal,
      oneLine(error.message),
    );
  const { exitCode, message } = failureOf(error);
  return new RequestError(exitCode === exitCodes.usage ? codes.invalidParams : codes.internal, message);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}
