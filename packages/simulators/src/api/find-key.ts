/** The key of a request, wherever one of the APIs expects it. */
import type { ApiRequest } from './api.ts';

export function findKey({ headers, query }: Pick<ApiRequest, 'headers' | 'query'>): string | undefined {
  const bearer = /^Bearer\s+(.+)$/i.exec(headers['authorization'] ?? '')?.[1]?.trim();
  const named = headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers['api-key'];
  return bearer ?? named ?? query.get('key') ?? undefined;
}
