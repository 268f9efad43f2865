/** How a real agent is installed, pointed at a server, asked, and made to continue with a session. One value for each agent, in `drivers/`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ApiName, ScriptedCall } from '@interlock/simulators';
import type { AgentHome, Ended } from './run-agent.ts';

export interface AgentScene {
  /** Its own home folder. */
  readonly home: string;
  /** The server, without a slash at its end: a simulator or a gateway. */
  readonly url: string;
  readonly key: string;
}

export interface AgentRun {
  readonly args: readonly string[];
  readonly stdin?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The agent's own tools, as a model calls them. Paths are absolute. */
export interface AgentTools {
  run(command: string): ScriptedCall;
  read(path: string): ScriptedCall;
  look(path: string): ScriptedCall;
}

export interface AgentDriver {
  /** The name of its reader. */
  readonly agent: string;
  /** What is special about it, where an agent is run in several ways. */
  readonly variant?: string;
  readonly npm: string;
  readonly version: string;
  readonly binary: string;
  /** Which simulator it talks to without a gateway. */
  readonly api: ApiName;
  /** What is between that simulator's address and the agent's base URL. */
  readonly path?: string;
  /** `false`: its provider refuses what it sends after its own resume. */
  readonly resumes?: false;
  readonly tools: AgentTools;
  /** Writes the agent's configuration, and returns its environment. */
  setUp(scene: AgentScene): Readonly<Record<string, string>>;
  /** One prompt, in a new session or in the last one. */
  ask(prompt: string, session: 'new' | 'last'): AgentRun;
  /** One prompt by `interlock run`, which sets the address, the key and, for agents that have to be told, the model. */
  readonly underRun: {
    readonly name: string;
    ask(prompt: string, scene: { readonly home: string; readonly model: string }): AgentRun;
  };
  /** Compacts the last session. The prompt is for agents that do so only before they answer. */
  compact(home: AgentHome, session: { readonly id: string; readonly prompt: string }): Promise<Ended>;
  /** One prompt in a copy of the session. Absent: it has no forks without a terminal. */
  fork?(prompt: string, id: string): AgentRun;
  /** The runs that continue with a session that was written for it, the last one with the prompt. Absent: there is no writer. */
  goOn?(session: { readonly id: string; readonly file: string }, prompt: string): readonly AgentRun[];
}

export function writeFileIn(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
