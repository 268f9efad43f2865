/** What the command line says about the agent, whichever way it is used. Flags override the environment and the files. */
import type { ApprovalMode, SandboxMode } from '@interlock/runtime';

export interface AgentFlags {
  /** `provider/model`, or a name from the configuration. */
  readonly model?: string;
  readonly route?: string;
  readonly effort?: string;
  readonly cwd?: string;
  /** Rules as they are written: `run_command(git *)`. */
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  /** What happens to calls that no rule is about. */
  readonly mode?: ApprovalMode;
  /** Whether what is started runs in a sandbox. */
  readonly sandbox?: SandboxMode;
  /** Lets the provider search the web itself. */
  readonly webSearch?: boolean;
  /** Requests in one turn. */
  readonly maxTurns?: number;
  readonly system?: string;
  readonly appendSystem?: string;
  /** False: nothing is kept (`--no-session`). */
  readonly session?: boolean;
  readonly continue?: boolean;
  /** True: which one is chosen from a list. */
  readonly resume?: string | true;
  /** This folder is trusted from now on. */
  readonly trust?: boolean;
  /** On the built-in simulators, whatever is configured. */
  readonly offline?: boolean;
  readonly config?: string;
  readonly debug?: boolean;
}
