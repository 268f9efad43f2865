/** The provider's id of a request, which its support will ask for. */
import { presentable } from './redact.ts';

const idHeaders: readonly string[] = [
  'x-request-id',
  'request-id',
  'apim-request-id',
  'x-amzn-requestid',
  'x-goog-request-id',
  'x-cloud-trace-context',
  'cf-ray',
];

const longest = 200;

export function requestIdOf(headers: Readonly<Record<string, string>>): string | undefined {
  const name = idHeaders.find((header) => headers[header]?.trim());
  return name === undefined ? undefined : presentable(headers[name] ?? '', longest);
}
