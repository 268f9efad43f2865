/** A provider's errors that are not the request's fault, as a table of texts. */
import type { ApiFault, ApiResponse } from './api.ts';
import { hintHeaders, hintText } from './retry-headers.ts';
import type { World } from './world.ts';

export interface FailureWords {
  readonly status: number;
  /** A delay in words is appended. */
  readonly message: string;
  readonly code?: string;
  readonly type?: string;
}

export type FailureTable = Readonly<Record<ApiFault['kind'], FailureWords>>;

export type WriteFailure = (words: FailureWords, headers: Readonly<Record<string, string>>) => ApiResponse;

export function createFail(table: FailureTable, write: WriteFailure): (fault: ApiFault, world: World) => ApiResponse {
  return (fault, world) => {
    const words = table[fault.kind];
    const temporary = fault.kind === 'rate-limit' || fault.kind === 'overloaded' || fault.kind === 'unavailable';
    if (!temporary) return write(words, {});
    return write({ ...words, message: `${words.message}${hintText(fault)}` }, hintHeaders(fault, world));
  };
}
