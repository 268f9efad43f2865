/** What a command line is made of: one program with its words. */

export interface CommandWord {
  /** Without its quotes. */
  readonly text: string;
  /** False when the shell puts something else in its place: a variable, the output of a command, names of files. */
  readonly fixed: boolean;
}

export interface SimpleCommand {
  readonly words: readonly CommandWord[];
  /** Variables are set before it, or by it: `PATH=/tmp git status` is not `git status`. */
  readonly assigns: boolean;
  /** It is redirected into a file, or from something that is none. */
  readonly redirects: boolean;
}
