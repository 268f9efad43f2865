/** A rule about calls, as data. */

export type Verdict = 'allow' | 'ask' | 'deny';

/** Written `run_command(git *)`, `write_file(src/**)`, `read_file`, `*`, or by kind: `kind:network`. */
export interface ApprovalRule {
  readonly verdict: Verdict;
  /** A tool's name (`*` matches any part of it), or `kind:` and a kind. */
  readonly tool: string;
  /** Compared with the call's subject; absent: any. */
  readonly pattern?: string;
}
