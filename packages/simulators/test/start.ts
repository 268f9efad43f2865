/** Starts a simulator of one API for a test, closed at the end of the file, and sends the smallest request to it. */
import { afterAll } from 'vitest';
import {
  type Api,
  echoModel,
  openaiChat,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../src/index.ts';

const open: Simulator[] = [];
afterAll(() => Promise.all(open.map((simulator) => simulator.close())));

export async function start(options: SimulatorOptions = {}, api: Api = openaiChat): Promise<Simulator> {
  const simulator = await startSimulator(api, { model: echoModel, ...options });
  open.push(simulator);
  return simulator;
}

export const hello = { model: 'gpt-4.1', messages: [{ role: 'user', content: 'hällo' }] };

export function post(simulator: Simulator, body: unknown, key = simulator.key): Promise<Response> {
  return fetch(`${simulator.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
