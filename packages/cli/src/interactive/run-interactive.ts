/** The agent in a terminal. */
import type { Agent } from '../agent/agent.ts';
import type { Io } from '../io/io.ts';
import { canReadKeys } from '../terminal/restore.ts';
import { systemTimer, type Timer } from '../terminal/timer.ts';
import type { OpenAgent } from './ask-while-opening.ts';

/**
 * Returns the exit code, with the terminal as it was. The prompt is drawn at once, and what is typed is kept until the agent is there.
 * An agent that is opened here, by a function, is closed here, too; one that is handed in is the caller's to close. Rejects with what
 * the agent rejects with.
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
