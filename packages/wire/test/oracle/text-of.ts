/** What a request sends, as text. */
import type { PreparedRequest } from '../../src/index.ts';

export function textOf(request: PreparedRequest): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(request.bytes());
}
