/** What a command line is made of: one program with its words. */

export interface CommandWord {
  /** Without its quotes. */
  readonly text: string;
  /** False when the shell puts something else in its place: a variable, the output of a command, names of files. */
  readonly fixed: boolean;
}

export interface SimpleCommand {
  readonly words: readonly CommandWord[];
  /** Variables set before it, or by it, as `NAME=value`: `PATH=/tmp git status` is not `git status`. */
  readonly assigned: readonly CommandWord[];
  /** It is redirected into a file, or from something that is not a file. */
  readonly redirects: boolean;
}
