/** The arguments of every function that adds a command. */
import type { Command } from 'commander';
import type { KnownNames } from '../commands/known-names.ts';
import type { Io } from '../io/io.ts';

export interface CommandContext {
  readonly program: Command;
  readonly io: Io;
  readonly finish: (exitCode: number) => void;
  readonly names: KnownNames;
}
