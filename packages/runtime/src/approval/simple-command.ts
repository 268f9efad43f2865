/** One program with its words: a part of a command line. */

export interface CommandWord {
  /** The word without its quotes. */
  readonly text: string;
  /** False if the shell replaces it: a variable, the output of a command, file names. */
  readonly fixed: boolean;
}

export interface SimpleCommand {
  readonly words: readonly CommandWord[];
  /** Variables set before or by the command, as `NAME=value`: `PATH=/tmp git status` is not `git status`. */
  readonly assigned: readonly CommandWord[];
  /** It writes to a file, or reads from something that is not a file. */
  readonly redirects: boolean;
}
