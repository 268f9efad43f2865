/** The public surface of the package: the command itself, to be run by whoever has streams. */
export type { Io } from './io.ts';
export { run } from './run.ts';
