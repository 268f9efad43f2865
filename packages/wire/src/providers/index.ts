/** Every provider there is. Adding one is a file beside this one and a line in `known.ts`. */

import * as known from './known.ts';
import type { Provider } from './provider.ts';

/** The names of the providers we know. */
export type ProviderName = (typeof known)[keyof typeof known]['name'];

export const providers: readonly Provider<ProviderName>[] = Object.values(known);
