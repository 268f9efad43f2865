/** The agent in a terminal. */
import type { Agent } from '../agent/agent.ts';
import type { Io } from '../io.ts';

/** Returns the exit code, with the terminal as it was. */
export async function runInteractive(_agent: Agent, _io: Io): Promise<number> {
  throw new Error('not yet');
}
