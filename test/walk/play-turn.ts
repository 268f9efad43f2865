/** Plays one turn of a coding agent against a strict simulator: two calls, then a text. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codingAgent, createMemoryStore, createSession, type SessionEvent } from '@interlock/runtime';
import { script, startAll } from '@interlock/simulators';
import { createTransport } from '@interlock/wire';
import { temporaryFolder } from '../program/temporary-folder.ts';
import { type CalledFunction, countCalls } from './count-calls.ts';

export interface PlayedTurn {
  readonly called: readonly CalledFunction[];
  readonly events: readonly SessionEvent[];
  /** Requests that the provider accepted. */
  readonly accepted: number;
}

/** Counts from the user's line to the end of the turn. Opening the session and the simulator is not included. */
export async function playTurn(): Promise<PlayedTurn> {
  const workspace = temporaryFolder('walk');
  const simulators = await startAll({
    names: ['anthropic'],
    model: script([
      { when: { answers: 0 }, say: 'I will look.', call: ['a.txt', 'b.txt'].map(readFile) },
      { say: 'One and two.' },
    ]),
  });
  try {
    await Promise.all(['a', 'b'].map((name) => writeFile(join(workspace, `${name}.txt`), `${name}\n`)));
    const { url, key } = simulators.of('anthropic');
    const route = {
      provider: 'anthropic',
      model: 'claude-opus-4-8',
      endpoint: `${url}/v1`,
      credentials: [{ key }],
    };
    const session = await createSession(
      codingAgent({
        route,
        workspace,
        store: createMemoryStore(),
        transport: createTransport({ proxy: 'none' }),
        environment: {},
      }),
    );
    const events: SessionEvent[] = [];
    const called = await countCalls(async () => {
      for await (const event of session.send('What is in a.txt and b.txt?')) events.push(event);
    });
    await session.close();
    const accepted = simulators.all.flatMap(({ log }) => log).filter(({ verdict }) => verdict === 'accepted').length;
    return { called, events, accepted };
  } finally {
    await simulators.close();
    await rm(workspace, { recursive: true, force: true });
  }
}

function readFile(path: string): { readonly tool: string; readonly args: { readonly path: string } } {
  return { tool: 'read_file', args: { path } };
}
