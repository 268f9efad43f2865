/** One answer without a terminal: `interlock -p`. */
import type { Agent } from '../agent/agent.ts';
import type { Io } from '../io.ts';

export interface PrintRequest {
  readonly prompt: string;
  readonly format: 'text' | 'json' | 'stream-json';
}

/** Returns the exit code. */
export async function runPrint(_agent: Agent, _request: PrintRequest, _io: Io): Promise<number> {
  throw new Error('not yet');
}
