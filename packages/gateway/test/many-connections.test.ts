/** Many connections at once: idle ones, requests that stop in the middle, and streams; and more of them than the process may have open. */
import { once } from 'node:events';
import { Agent, request as httpRequest, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { beginStream, chatEnd, chatFrame, openUpstream, sayYes } from './open-upstream.ts';
import { askings, send } from './send.ts';
import { startInstance } from './start-instance.ts';

interface Connection {
  readonly socket: Socket;
  /** What the gateway has sent. */
  text: string;
}

function open(url: string, sends: string): Connection {
  const { hostname, port } = new URL(url);
  const connection: Connection = { socket: connect(Number(port), hostname), text: '' };
  const { socket } = connection;
  socket.on('error', () => undefined);
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    connection.text += chunk;
  });
  if (sends !== '') socket.write(sends);
  onTestFinished(() => void socket.destroy());
  return connection;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((done) => setTimeout(done, 10));
}

const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'hello' }] });
const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${body.length}\r\n\r\n`;
const kinds = {
  idle: '',
  'half a head': head.slice(0, 30),
  'half a body': head + body.slice(0, 9),
  stream: head + body,
};

test('streams end well among connections that do nothing, and a shutdown ends them all', async () => {
  const answering: ServerResponse[] = [];
  const upstream = await openUpstream({
    answer: (response) => {
      beginStream(response);
      response.write(chatFrame({ content: 'first ' }));
      answering.push(response);
    },
    limits: { shutdownMs: 200 },
  });
  onTestFinished(() => upstream.close());
  const { url } = upstream.gateway;
  const opened = Array.from({ length: 200 }, () =>
    Object.entries(kinds).map(([kind, sends]) => ({ kind, connection: open(url, sends) })),
  ).flat();
  await until(() => answering.length === 200);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  for (const response of answering) response.end(chatFrame({ content: 'last' }) + chatEnd);
  const streams = opened.filter(({ kind }) => kind === 'stream');
  await until(() => streams.every(({ connection }) => connection.text.includes('[DONE]')));
  await upstream.gateway.close();
  await until(() => opened.every(({ connection }) => connection.socket.closed));
  const told = opened.map(({ kind, connection }) => `${kind}: ${/first .*last.*\[DONE\]/s.test(connection.text)}`);
  expect([...new Set(told)].sort()).toEqual([
    'half a body: false',
    'half a head: false',
    'idle: false',
    'stream: true',
  ]);
});

test('more connections than the process may have open: those it has go on, and others come in when there is room', async () => {
  const { endpoint, close } = await openUpstream({ answer: sayYes });
  onTestFinished(close);
  const models = { m: { provider: 'openai-compatible', model: 'm', endpoint } };
  const instance = await startInstance({ models }, 100);
  onTestFinished(() => instance.kill());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const health = async (): Promise<number | undefined> => {
    const [response] = await once(httpRequest(`${instance.url}/healthz`, { agent }).end(), 'response');
    await once(response.resume(), 'end');
    return response.statusCode;
  };
  expect(await health()).toBe(200);
  const opened = Array.from({ length: 300 }, () => open(instance.url, '').socket);
  // Whoever does not fit is disconnected.
  await until(() => opened.some(({ closed }) => closed));
  expect(await health()).toBe(200);
  for (const socket of opened) socket.destroy();
  for (;;) {
    const told = await send(instance.url, '/v1/messages', askings[0]?.body('m', 'hello', false)).catch(() => undefined);
    if (told?.status === 200) break;
  }
});
