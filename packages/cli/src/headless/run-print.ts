/**
 * One answer without a terminal: `interlock -p`. The answer goes to standard output, in the requested format; progress
 * goes to standard error. No questions are asked.
 */
import type { Input, Session, SessionEvent, TurnEnd } from '@interlock/runtime';
import type { Agent } from '../agent/agent.ts';
import { exitCodes, type Interruption, interruptionCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { fitWidth } from '../print/fit-width.ts';
import { createOutput } from '../print/output.ts';
import { createAnswerWriter, type OutputFormat } from './answer-writer.ts';
import { endLines, openingLines, progressLines } from './progress-lines.ts';
import { ResultGatherer } from './result.ts';

export interface PrintRequest {
  readonly prompt: Input;
  readonly format: OutputFormat;
  /** Only errors are printed on standard error. */
  readonly quiet?: boolean;
  /** False: the session cannot be resumed (`--no-session`). */
  readonly kept?: boolean;
}

/** Returns the exit code. The caller closes the agent. */
export async function runPrint(agent: Agent, request: PrintRequest, io: Io): Promise<number> {
  const stderr = createOutput(io.stderr);
  /** Notices from before the session was open. */
  const early: SessionEvent[] = [];
  /** Notices of servers during the turn. */
  const late: { take?: (event: SessionEvent) => void } = {};
  const session = await agent.open({
    notify: (text) => request.quiet !== true && stderr.write(fitWidth(`interlock: ${text}\n`, io.stderr.columns)),
    onEvent: (event) => {
      if (late.take === undefined) early.push(event);
      else late.take(event);
      for (const line of progressLines(event, request.quiet === true))
        stderr.write(fitWidth(`${line}\n`, io.stderr.columns));
    },
  });
  try {
    return await answer(agent, session, request, io, { early, late });
  } finally {
    await session.close();
    await stderr.done();
  }
}

async function answer(
  agent: Agent,
  session: Session,
  request: PrintRequest,
  io: Io,
  { early, late }: { readonly early: readonly SessionEvent[]; readonly late: { take?: (event: SessionEvent) => void } },
): Promise<number> {
  const { prompt, format, quiet = false, kept = true } = request;
  const stdout = createOutput(io.stdout);
  const stderr = createOutput(io.stderr);
  const writer = createAnswerWriter(format, stdout, { terminal: io.stdout.isTTY === true });
  const gatherer = new ResultGatherer(session.id, kept);
  const write = (lines: readonly string[]): void =>
    stderr.write(fitWidth(lines.map((line) => `${line}\n`).join(''), io.stderr.columns));
  const stopping = createStopping(io, stdout.gone, () => {
    if (!quiet) write(['interlock: Cancelling. Press Ctrl-C again to exit immediately.']);
  });
  write(openingLines(agent.notices, session.state.warnings, quiet));
  if (!quiet) agent.ownTools?.printed.listen((line) => write([line]));
  writer.begin({ session: session.id, kept, workspace: session.state.workspace, targets: session.state.targets });
  for (const event of early) writer.event(event);
  late.take = (event) => writer.event(event);
  const end = await listen(session, prompt, stopping.signal, async (event) => {
    gatherer.take(event);
    write(progressLines(event, quiet));
    writer.event(event);
    // Waits for a reader that is slower than the model.
    await stdout.drained();
  });
  const result = gatherer.result(end);
  late.take = () => {};
  writer.end(result);
  // A reader that closed the pipe needs no message.
  if (!stdout.isGone()) write(endLines(result, end, quiet));
  await Promise.all([stdout.done(), stderr.done()]);
  return exitCodeOf(end, stdout.isGone() ? 'SIGPIPE' : stopping.by());
}

/** Reads events to the end, whatever happens: only then is the session idle. */
async function listen(
  session: Session,
  prompt: Input,
  signal: AbortSignal,
  take: (event: SessionEvent) => Promise<void>,
): Promise<TurnEnd> {
  const turn = session.send(prompt, { signal });
  for await (const event of turn) await take(event);
  return turn.ended;
}

interface Stopping {
  readonly signal: AbortSignal;
  by(): Interruption | undefined;
}

/** The first signal, or a closed pipe, cancels the turn; then its end is awaited. */
function createStopping(io: Io, readerGone: Promise<void>, onStop: () => void): Stopping {
  const controller = new AbortController();
  let cause: Interruption | undefined;
  const stop = (by: Interruption): void => {
    cause ??= by;
    controller.abort();
  };
  void io.interrupted?.().then((signal) => {
    onStop();
    stop(signal);
  });
  void readerGone.then(() => stop('SIGPIPE'));
  return { signal: controller.signal, by: () => cause };
}

function exitCodeOf({ outcome }: TurnEnd, by: Interruption | undefined): number {
  if (by === 'SIGPIPE') return interruptionCodes.SIGPIPE;
  if (outcome === 'cancelled') return interruptionCodes[by ?? 'SIGINT'];
  return outcome === 'done' ? exitCodes.fine : exitCodes.wrong;
}
