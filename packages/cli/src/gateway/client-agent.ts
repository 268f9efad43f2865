/** What is known of another agent: how it is installed, started, and configured to use a gateway. */
import type { MediaKind } from '@interlock/wire';

export interface AgentModel {
  readonly name: string;
  readonly contextWindow: number;
  readonly maxOutput: number;
  /** What users can attach. */
  readonly media: readonly MediaKind[];
}

/** The connection that an agent is configured with. */
export interface AgentConnection {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
  /** For agents that only know the models they are given. */
  readonly models: readonly AgentModel[];
  /** The model for agents that need one. */
  readonly model: string;
}

export interface ClientAgent {
  readonly name: string;
  readonly program: string;
  /** The command that installs it. */
  readonly install: string;
  /** Variables to set. */
  environment(to: AgentConnection): Readonly<Record<string, string>>;
  /** Variables for what the user may have set otherwise, which then stays. */
  defaults?(to: AgentConnection): Readonly<Record<string, string>>;
  /** Arguments that go before the user's own, if the program takes its settings from there. */
  arguments?(to: AgentConnection): readonly string[];
  /** The content of a configuration file of the agent, if variables are not enough. */
  file?(to: AgentConnection): { readonly path: string; readonly text: string };
  /** Arguments with which the agent writes such a file itself. */
  configure?(to: AgentConnection): readonly string[];
  /** The same for `run`, which changes no file of the user: a temporary file, and the arguments or variables that name it. */
  readonly ownFile?: {
    readonly name: string;
    text(to: AgentConnection): string;
    arguments?(path: string): readonly string[];
    environment?(path: string, to: AgentConnection): Readonly<Record<string, string>>;
  };
  /** For `run`: the variable that moves the agent's home folder, for agents that only read settings there. */
  readonly homeVariable?: 'GEMINI_CLI_HOME';
  /** Variables of the user that would override ours. */
  readonly unset?: readonly string[];
}
