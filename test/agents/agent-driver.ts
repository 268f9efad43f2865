/** How a real agent is installed, pointed at a server, prompted, and made to continue a session. One value per agent, in `drivers/`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ApiName, ScriptedCall } from '@interlock/simulators';
import type { AgentHome, Ended } from './run-agent.ts';

export interface AgentScene {
  /** The agent's own home folder. */
  readonly home: string;
  /** Base URL of the server, a simulator or a gateway, without a trailing slash. */
  readonly url: string;
  readonly key: string;
}

export interface AgentRun {
  readonly args: readonly string[];
  readonly stdin?: string;
  /** Lines for an agent that answers on standard output: the next one is written when the agent has printed what it waits for. */
  readonly dialogue?: readonly { readonly line: string; readonly until: RegExp }[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** The agent's own tools, as a model calls them. Paths are absolute. */
export interface AgentTools {
  run(command: string): ScriptedCall;
  read(path: string): ScriptedCall;
  look(path: string): ScriptedCall;
}

export interface AgentDriver {
  readonly agent: string;
  /** The name of its reader in `packages/import`, if it is another. */
  readonly reader?: string;
  /** What is special about this variant, if an agent is run in several. */
  readonly variant?: string;
  readonly npm: string;
  readonly version: string;
  readonly binary: string;
  /** The simulator it uses without a gateway. */
  readonly api: ApiName;
  /** The path between that simulator's address and the agent's base URL. */
  readonly path?: string;
  /** `false`: its provider refuses the request it sends after resuming. */
  readonly resumes?: false;
  /** `false`: it cannot send a picture without a terminal. */
  readonly pictures?: false;
  /** Rules that its own requests break, although its provider accepts them: such a body passes unchanged. */
  readonly breaks?: readonly string[];
  readonly tools: AgentTools;
  /** Writes the agent's configuration and returns its environment. */
  setUp(scene: AgentScene): Readonly<Record<string, string>>;
  /** One prompt, in a new session or in the last one. The home folder is for agents that have to be told which session that is. */
  ask(prompt: string, session: 'new' | 'last', home: string): AgentRun;
  /** One prompt through `interlock run`, which sets the address, the key and, if the agent needs it, the model. */
  readonly underRun: {
    readonly name: string;
    ask(prompt: string, scene: { readonly home: string; readonly model: string }): AgentRun;
  };
  /** Compacts the last session. The prompt is for agents that compact only before answering one. Absent: it cannot without a terminal. */
  compact?(home: AgentHome, session: { readonly id: string; readonly prompt: string }): Promise<Ended>;
  /** One prompt in a copy of the session. Absent: it cannot fork without a terminal. */
  fork?(prompt: string, id: string): AgentRun;
  /** The runs that continue a session exported for this agent; the last one has the prompt. Absent: there is no writer. */
  goOn?(session: { readonly id: string; readonly file: string }, prompt: string): readonly AgentRun[];
}

export function writeFileIn(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
