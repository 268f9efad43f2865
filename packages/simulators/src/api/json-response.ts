/** A whole answer of JSON. Headers that are given come on top of the content type, or in its place. */
import type { ApiResponse } from './api.ts';

export function jsonResponse(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}
