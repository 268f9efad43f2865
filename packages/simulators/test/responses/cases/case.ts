/** A case of a rule: a request that breaks it, and a similar one that does not. */
import type { ApiRequest } from '../../../src/api/api.ts';
import type { World } from '../../../src/api/world.ts';
import type { Provider } from '../provider.ts';

export interface Case {
  readonly rule: string;
  readonly title: string;
  /** 200: accepted, with a warning. */
  readonly status: number;
  readonly path: string;
  /** The whole error text; a function of the requests that had to be sent before. */
  readonly says: string | RegExp;
  readonly breaks: (provider: Provider) => ApiRequest;
  readonly keeps: (provider: Provider) => ApiRequest;
  /** The account that sends the request. */
  readonly as?: (provider: Provider) => World;
}
