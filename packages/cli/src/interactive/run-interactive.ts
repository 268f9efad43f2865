/** Runs the agent in a terminal. */
import type { Agent } from '../agent/agent.ts';
import type { Io } from '../io/io.ts';
import { canReadKeys } from '../terminal/restore.ts';
import { systemTimer, type Timer } from '../terminal/timer.ts';
import type { OpenAgent } from './ask-while-opening.ts';

/**
 * Returns the exit code and restores the terminal. The prompt is drawn at once, and input waits until the agent is open. An agent opened
 * by a function is closed here; otherwise the caller closes it. Rejects with the agent's error.
 */
export async function runInteractive(
  agent: Agent | Promise<Agent> | OpenAgent,
  io: Io,
  firstMessage?: string,
  timer: Timer = systemTimer,
): Promise<number> {
  let opened: Promise<Agent> | undefined;
  const open: OpenAgent = async (ask) => {
    if (typeof agent !== 'function') return agent;
    opened = agent(ask);
    return opened;
  };
  try {
    if (canReadKeys(io)) {
      const { TerminalUi } = await import('./terminal-ui.ts');
      return await new TerminalUi(io, timer).run(open, firstMessage);
    }
    const { LineUi } = await import('./line-ui.ts');
    return await new LineUi(io, timer).run(open, firstMessage);
  } finally {
    await opened?.then(
      (own) => own.close(),
      () => {},
    );
  }
}
