/** All known providers. To add one: a file next to this one and a line in `known.ts`. */

import * as known from './known.ts';
import type { Provider } from './provider.ts';

/** The names of the known providers. */
export type ProviderName = (typeof known)[keyof typeof known]['name'];

export const providers: readonly Provider<ProviderName>[] = Object.values(known);
