/** Where Node keeps what it has compiled: a program that is started from its sources again starts in half the time. */
import { join } from 'node:path';

/** For the environment of processes that get none of ours. */
export const compileCache: Readonly<Record<'NODE_COMPILE_CACHE', string>> = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../.cache/compiled'),
};
