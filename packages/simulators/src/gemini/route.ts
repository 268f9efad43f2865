/** The route of a request: `/v1beta/models/{model}:{method}`, or below the path of a Vertex project. */

import type { ApiRequest } from '../api/api.ts';
import { decodePath } from '../api/decode-path.ts';

export interface Route {
  readonly kind: 'models' | 'model' | 'generateContent' | 'streamGenerateContent' | 'countTokens';
  readonly method: 'GET' | 'POST';
  readonly model: string;
  /** Whether a stream should come as events. */
  readonly sse: boolean;
}

const studio = /^\/(?:v1beta|v1|v1alpha)\/models(.*)$/;

export function routeOf({ path, query }: Pick<ApiRequest, 'path' | 'query'>, root: RegExp = studio): Route | undefined {
  const rest = root.exec(path)?.[1];
  if (rest === undefined) return undefined;
  if (rest === '' || rest === '/') return { kind: 'models', method: 'GET', model: '', sse: false };
  const [, name = '', verb] = /^\/([^/:]+)(?::(\w+))?$/.exec(decodePath(rest)) ?? [];
  if (name === '') return undefined;
  switch (verb) {
    case undefined:
      return { kind: 'model', method: 'GET', model: name, sse: false };
    case 'generateContent':
    case 'streamGenerateContent':
    case 'countTokens':
      return { kind: verb, method: 'POST', model: name, sse: query.get('alt') === 'sse' };
    default:
      return undefined;
  }
}
