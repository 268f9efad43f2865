/** What a case of a rule is: a request that breaks it, and its nearest neighbour that does not. */
import type { ApiRequest } from '../../../src/api/api.ts';
import type { World } from '../../../src/api/world.ts';
import type { Provider } from '../provider.ts';

export interface Case {
  readonly rule: string;
  readonly title: string;
  /** 200: let through, with a warning. */
  readonly status: number;
  readonly path: string;
  /** The words, whole; a function of what had to be asked before. */
  readonly says: string | RegExp;
  readonly breaks: (provider: Provider) => ApiRequest;
  readonly keeps: (provider: Provider) => ApiRequest;
  /** Who asks. */
  readonly as?: (provider: Provider) => World;
}
