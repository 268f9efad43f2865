/**
 * Bodies, answers that nobody reads and caches share one bound, which follows from the machine: clients cannot end a gateway by what it
 * holds for them. In a process of its own, because a heap that is full ends the whole process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { share, times } from '../../../test/property/runs.ts';
import { type MemoryContainer, memoryContainer } from './memory-container.ts';
import { chatEnd, chatFrame } from './open-upstream.ts';

const opened: { child?: ChildProcess; server?: Server; container?: MemoryContainer } = {};
afterEach(async () => {
  const { child, container } = opened;
  if (child !== undefined && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  container?.remove();
  delete opened.container;
  opened.server?.closeAllConnections();
  opened.server?.close();
});

/** In megabytes, or as V8 chooses it in a container. */
type Heap = number | 'container';

const containerBytes = 512 * 1024 ** 2;

interface Bounded {
  readonly url: string;
  /** How it ended. Undefined: it still runs. */
  readonly ended: () => string | undefined;
}

async function openBounded(
  heapMegabytes: Heap,
  answer: (response: ServerResponse, isBrief: boolean) => void,
  gateway: object = {},
): Promise<Bounded> {
  const server = createServer((request, response) => {
    let isBrief = false;
    request.on('data', (chunk: Buffer) => {
      isBrief ||= chunk.includes('briefly');
    });
    request.once('end', () => answer(response, isBrief));
  });
  opened.server = server;
  // A connection that it closes at the moment of a request would be a failure of the provider.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const container = heapMegabytes === 'container' ? memoryContainer(containerBytes) : undefined;
  if (container !== undefined) opened.container = container;
  // V8 sets its own limits when it starts.
  const enter = container === undefined ? '' : 'echo $$ > "$1"; ';
  const heap = heapMegabytes === 'container' ? [] : [`--max-old-space-size=${heapMegabytes}`];
  const options = [...heap, '--conditions=@interlock/source', '--disable-warning=ExperimentalWarning'];
  const program = [join(import.meta.dirname, 'bounded-process.ts'), JSON.stringify({ endpoint, ...gateway })];
  const child = spawn(
    '/bin/sh',
    ['-c', `${enter}shift; exec "$@"`, 'sh', container?.members ?? '', process.execPath, ...options, ...program],
    { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
  );
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
    for (let at = 0; at < 24; at += 1) response.write(chatFrame({ content }));
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

/** 0: the connection broke. */
async function post(url: string, body: Buffer, token: string, path: string): Promise<number> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(url + path, { method: 'POST', headers, body });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

function ask(url: string, body: object): Promise<number> {
  return post(url, Buffer.from(JSON.stringify(body)), 'x', '/v1/chat/completions');
}

/** Much more than half of the heap, all together. */
const crowds = [
  { heap: 128, stream: true },
  { heap: 256, stream: true },
  { heap: 128, stream: false },
];
const readers = 200;

test.each(share(crowds, 3))(
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

/** Two thirds of it take two bytes for each character. */
function conversation(length: number, client: string): (turn: number) => Buffer {
  const body = Buffer.from(
    JSON.stringify({ model: 'm', input: `${client} 0000 ${'\u6709\u4eba ab '.repeat(length / 7)}` }),
  );
  const place = body.indexOf('0000');
  return (turn) => {
    body.write(String(turn).padStart(4, '0'), place);
    return body;
  };
}

/** Only in the long form. Where no container can be limited, the heap is the one that V8 chooses in one. */
const [contained, where]: readonly [Heap, string] = canLimit()
  ? ['container', 'a container of 512 MB']
  : [259, 'the heap of a container of 512 MB, which cannot be limited here,'];

function canLimit(): boolean {
  if (times === 1) return true;
  const container = memoryContainer(containerBytes);
  container?.remove();
  return container !== undefined;
}

/** Each conversation is new, so that everything that is kept of it is new, too. */
const clients = share(
  [
    { heap: 128, name: '128 MB', length: 1_260_000, turns: 16 },
    { heap: 256, name: '256 MB', length: 1_260_000, turns: 32 },
    { heap: 128, name: '128 MB', length: 420_000, turns: 40 },
    { heap: 256, name: '256 MB', length: 420_000, turns: 80 },
    { heap: contained, name: where, length: 420_000, turns: 100 },
    { heap: contained, name: where, length: 1_260_000, turns: 50 },
  ],
  6,
);

test.each(clients)(
  'four clients with conversations of $length characters do not end a gateway with $name',
  async ({ heap, length, turns }) => {
    const names = ['a', 'b', 'c', 'd'];
    const sha256 = (name: string): string => createHash('sha256').update(name).digest('hex');
    const tokens = names.map((name) => ({ name, sha256: sha256(name) }));
    const { url, ended } = await openBounded(heap, sayWhole('yes'), { tokens });
    const statuses = new Set<number>();
    await Promise.all(
      names.map(async (name) => {
        const bodyOf = conversation(length, name);
        for (let turn = 0; turn < turns && ended() === undefined; turn += 1) {
          statuses.add(await post(url, bodyOf(turn), name, '/v1/responses'));
        }
      }),
    );
    statuses.delete(503);
    expect([ended(), [...statuses]]).toEqual([undefined, [200]]);
    // One alone is not refused, whatever was kept of the others.
    expect(await post(url, conversation(length, 'a')(9_999), 'a', '/v1/responses')).toBe(200);
  },
);
