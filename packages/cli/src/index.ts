/** The public API of the package: the command itself, to run with given streams. */
export type { Io } from './io/io.ts';
export { run } from './program/run.ts';
