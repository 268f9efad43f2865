/** Flags of the command line for the agent, in every front end. They override the environment and the files. */
import type { ApprovalMode, SandboxMode } from '@interlock/runtime';

export interface AgentFlags {
  /** `provider/model`, or a name from the configuration. */
  readonly model?: string;
  readonly route?: string;
  readonly effort?: string;
  readonly cwd?: string;
  /** Rules in text form: `run_command(git *)`. */
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  /** What happens to calls without a matching rule. */
  readonly mode?: ApprovalMode;
  /** Whether processes run in a sandbox. */
  readonly sandbox?: SandboxMode;
  /** Lets the provider search the web itself. */
  readonly webSearch?: boolean;
  /** Requests per turn. */
  readonly maxTurns?: number;
  readonly system?: string;
  readonly appendSystem?: string;
  /** False: nothing is stored (`--no-session`). */
  readonly session?: boolean;
  readonly continue?: boolean;
  /** True: the user chooses from a list. */
  readonly resume?: string | true;
  /** Trusts this folder from now on. */
  readonly trust?: boolean;
  /** Uses the built-in simulators, whatever is configured. */
  readonly offline?: boolean;
  readonly config?: string;
  readonly debug?: boolean;
}
