/**
 * A thread between the agent and a tool's process: it starts the process and relays messages. The agent sometimes waits synchronously for
 * an answer, and only another thread can wake it then.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import type { Readable } from 'node:stream';
import { BoundedTexts } from './bounded-texts.ts';
import type { Answer, FromProcess, FromThread, ThreadStart, ToThread } from './thread-messages.ts';

export function relayTool(start: ThreadStart): void {
  const { port, file, args, environment } = start;
  const post = (message: FromThread): void => port.postMessage(message);
  const child = spawn(file, [...args], {
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
    // Its own process group, which is killed as a whole.
    detached: true,
  });
  if (child.pid !== undefined) post({ type: 'started', pid: child.pid });
  const printed = new BoundedTexts((text) => post({ type: 'printed', text }));
  for (const stream of [child.stdout, child.stderr]) forward(stream, printed);
  child.on('message', (message: FromProcess) => receive(message, start, post));
  child.on('error', (error) => {
    post({ type: 'crashed', fault: { name: error.name, code: '', message: error.message, stack: '' } });
  });
  child.on('close', (code) => {
    printed.flush();
    process.exit(code ?? 1);
  });
  port.on('message', (message: ToThread) => send(child, message));
}

/** Forwards output, because processes that the tool starts may print directly. */
function forward(stream: Readable | null, printed: BoundedTexts): void {
  stream?.setEncoding('utf8').on('data', (text: string) => printed.add(text));
}

function receive(message: FromProcess, { answers, flag }: ThreadStart, post: (message: FromThread) => void): void {
  // Only the relay reports the start: the group named there is killed when the agent ends.
  if (message?.type === 'started') return;
  if (message?.type !== 'answer') {
    post(message);
    return;
  }
  const { type: _, ...answer } = message;
  answers.postMessage(answer satisfies Answer);
  // The waiting side sleeps until the flag has the number of the question.
  Atomics.store(flag, 0, answer.id);
  Atomics.notify(flag, 0);
}

function send(child: ChildProcess, message: ToThread): void {
  // A process that has ended receives nothing.
  if (child.connected) child.send(message, () => {});
}
