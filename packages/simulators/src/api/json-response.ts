/** A whole JSON answer. Given headers are added to the content type, or replace it. */
import type { ApiResponse } from './api.ts';

export function jsonResponse(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}
