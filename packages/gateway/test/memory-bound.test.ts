/**
 * Bodies, answers that nobody reads and caches share one bound, which follows from the machine: clients cannot end a gateway by what it
 * holds for them. In a process of its own, because a heap that is full ends the whole process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { share } from '../../../test/property/runs.ts';
import { chatEnd, chatFrame } from './open-upstream.ts';

const opened: { child?: ChildProcess; server?: Server } = {};
afterEach(() => {
  opened.child?.kill('SIGKILL');
  opened.server?.closeAllConnections();
  opened.server?.close();
});

interface Bounded {
  readonly url: string;
  /** How it ended. Undefined: it still runs. */
  readonly ended: () => string | undefined;
}

async function openBounded(
  heapMegabytes: number,
  answer: (response: ServerResponse, isBrief: boolean) => void,
  options: object = {},
): Promise<Bounded> {
  const server = createServer((request, response) => {
    let isBrief = false;
    request.on('data', (chunk: Buffer) => {
      isBrief ||= chunk.includes('briefly');
    });
    request.once('end', () => answer(response, isBrief));
  });
  opened.server = server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const child = fork(join(import.meta.dirname, 'bounded-process.ts'), [JSON.stringify({ endpoint, ...options })], {
    execArgv: [
      `--max-old-space-size=${heapMegabytes}`,
      '--conditions=@interlock/source',
      '--disable-warning=ExperimentalWarning',
    ],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  opened.child = child;
  let said = '';
  child.stderr?.on('data', (text: Buffer) => {
    said += text.toString();
  });
  let ended: string | undefined;
  child.once('exit', (code, signal) => {
    ended = `${code ?? signal}: ${/FATAL ERROR[^\n]*/.exec(said)?.[0] ?? said.slice(-500)}`;
  });
  const [url] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  return { url: String(url), ended: () => ended };
}

function sayWhole(content: string): (response: ServerResponse) => void {
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
  const text = JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices });
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(text);
  };
}

function sayStream(content: string): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let at = 0; at < 50; at += 1) response.write(chatFrame({ content }));
    response.end(chatEnd);
  };
}

/** Asks and reads nothing of the answer. */
async function leaveUnread(url: string, stream: boolean): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  const body = JSON.stringify({ model: 'm', stream, messages: [{ role: 'user', content: 'hello' }] });
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  return socket;
}

async function ask(url: string, body: object, token = 'x', path = '/v1/chat/completions'): Promise<number> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Much more than half of the heap, all together. */
const crowds = [
  { heap: 128, stream: true },
  { heap: 256, stream: true },
  { heap: 128, stream: false },
];
const readers = 200;

test.each(share(crowds, 2, 1))(
  '200 clients that read nothing do not end a gateway with $heap MB; streams: $stream',
  async (given) => {
    const { heap, stream } = given;
    const content = 'nobody reads any of this '.repeat(10_000);
    const say = stream ? sayStream(content) : sayWhole(content);
    const brief = sayWhole('yes');
    const { url, ended } = await openBounded(heap, (response, isBrief) => (isBrief ? brief : say)(response));
    const sockets = await Promise.all(Array.from({ length: readers }, () => leaveUnread(url, stream)));
    const hello = { model: 'm', messages: [{ role: 'user', content: 'Answer briefly.' }] };
    const statuses: number[] = [];
    for (let turn = 0; turn < 10 && ended() === undefined; turn += 1) statuses.push(await ask(url, hello));
    expect([ended(), statuses.filter((status) => ![200, 502, 503, 529].includes(status))]).toEqual([undefined, []]);
    for (const socket of sockets) socket.destroy();
    while (ended() === undefined && (await ask(url, hello)) !== 200);
    expect(ended()).toBe(undefined);
  },
);

test.each(
  share(
    [
      { heap: 128, turns: 16 },
      { heap: 256, turns: 32 },
    ],
    2,
  ),
)('four clients with conversations of a megabyte do not end a gateway with $heap MB', async ({ heap, turns }) => {
  const names = ['a', 'b', 'c', 'd'];
  const sha256 = (name: string): string => createHash('sha256').update(name).digest('hex');
  const tokens = names.map((name) => ({ name, sha256: sha256(name) }));
  const { url, ended } = await openBounded(heap, sayWhole('yes'), { tokens });
  const statuses: number[] = [];
  const client = async (name: string): Promise<void> => {
    for (let turn = 0; turn < turns && ended() === undefined; turn += 1) {
      const input = `${name} ${turn} \u6709\u4eba `.repeat(180_000);
      statuses.push(await ask(url, { model: 'm', input }, name, '/v1/responses'));
    }
  };
  await Promise.all(names.map(client));
  const answered = statuses.filter((status) => status === 200).length;
  expect([ended(), statuses.filter((status) => ![200, 503].includes(status)), answered > turns]).toEqual([
    undefined,
    [],
    true,
  ]);
});
