/** What every command of the program is made with. */
import type { Command } from 'commander';
import type { Io } from '../io.ts';
import type { Words } from './words.ts';

export interface CommandSetting {
  readonly program: Command;
  readonly io: Io;
  readonly finish: (exitCode: number) => void;
  readonly words: Words;
}
