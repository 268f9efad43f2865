/** The public surface of the package: the command itself, to be run with given streams. */
export type { Io } from './io/io.ts';
export { run } from './program/run.ts';
