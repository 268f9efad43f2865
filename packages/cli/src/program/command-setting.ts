/** What every command of the program is made with. */
import type { Command } from 'commander';
import type { Words } from '../commands/words.ts';
import type { Io } from '../io/io.ts';

export interface CommandSetting {
  readonly program: Command;
  readonly io: Io;
  readonly finish: (exitCode: number) => void;
  readonly words: Words;
}
