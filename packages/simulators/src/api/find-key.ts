/** The key a request comes with, wherever one of the APIs wants it. */
import type { ApiRequest } from './api.ts';

export function findKey({ headers, query }: Pick<ApiRequest, 'headers' | 'query'>): string | undefined {
  const bearer = /^Bearer\s+(.+)$/i.exec(headers['authorization'] ?? '')?.[1]?.trim();
  const named = headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers['api-key'];
  return bearer ?? named ?? query.get('key') ?? undefined;
}
