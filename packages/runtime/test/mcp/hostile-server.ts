/** A server that breaks the protocol in the way its argument names. It does not use the library, which would not allow that. */
import { spawn } from 'node:child_process';
import { closeSync, readSync, renameSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';

type Message = Readonly<Record<string, unknown>> & { readonly id?: number; readonly params?: Record<string, unknown> };

const mode = process.argv[2] ?? '';
const file = process.argv[3] ?? '';
const print = (text: string): boolean => process.stdout.write(text);
const send = (message: object): boolean => print(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const answer = (id: unknown, result: unknown): boolean => send({ id, result });
const tool = (name: unknown, inputSchema: unknown = { type: 'object' }): object => ({ name, inputSchema });

/** Written atomically: a test that sees the file may kill this process at once. */
function mark(pid: number | undefined): void {
  writeFileSync(`${file}.new`, String(pid));
  renameSync(`${file}.new`, file);
}

let hasInput = true;
let deep: unknown = 'end';
for (let depth = 0; depth < 100; depth += 1) deep = { properties: { deeper: deep } };

const lists: Readonly<Record<string, (cursor: unknown) => unknown>> = {
  'bad-tools': () => ({
    tools: [
      ...[null, 'tool', {}, tool(''), tool(7), tool('x'.repeat(300))],
      tool('twice'),
      { ...tool('twice'), description: 'the second' },
      tool('no-schema', null),
      tool('text-schema', 'object'),
      tool('list-schema', { type: 'array' }),
      tool('deep-schema', deep),
      tool('long-schema', { type: 'object', description: 'x'.repeat(300_000) }),
      tool('odd-pattern', {
        type: 'object',
        properties: { a: { type: 'string', pattern: '(' }, b: { pattern: '^b' } },
      }),
      { ...tool('odd name: ä/ü'), description: 'd'.repeat(10_000), annotations: 'none', title: 3 },
    ],
  }),
  'cursor-loop': (cursor) => ({ tools: [tool(`after-${cursor ?? 'start'}`)], nextCursor: cursor === 'a' ? 'b' : 'a' }),
  'endless-list': (cursor) => ({ tools: [tool(`n${cursor ?? 0}`)], nextCursor: String(Number(cursor ?? 0) + 1) }),
  'no-list': () => ({ tools: 'none' }),
};

function call(id: unknown): void {
  switch (mode) {
    case 'huge-answer':
      print(`{"jsonrpc":"2.0","id":${String(id)},"result":{"content":[{"type":"text","text":"`);
      for (let i = 0; i < 34; i += 1) print('x'.repeat(1024 * 1024));
      print('"}]}}\n');
      return;
    case 'odd-answer':
      answer(id, 'a text, not an object');
      return;
    case 'hang-up':
      process.stdout.end();
      setInterval(() => {}, 1_000);
      return;
    case 'close-input':
      hasInput = false;
      closeSync(0);
      answer(id, {});
      setInterval(() => {}, 1_000);
      return;
    case 'orphan':
      // The child holds the pipes when its parent has exited.
      mark(spawn('sleep', ['600'], { stdio: 'inherit' }).pid);
      process.exit(5);
      break;
    case 'flood':
      for (let i = 0; i < 2_000; i += 1) {
        send({ method: 'notifications/tools/list_changed' });
        send({ method: 'notifications/progress', params: { progressToken: id, progress: i } });
        send({ method: 'notifications/unheard-of', params: { i } });
        send({ id: 100_000 + i, result: {} });
        send({ id: 1, method: 'sampling/createMessage', params: {} });
      }
      answer(id, { content: [{ type: 'text', text: 'still here' }] });
      return;
    default:
      answer(id, { content: [{ type: 'text', text: 'fine' }] });
  }
}

function receive({ id, method, params }: Message): void {
  if (method === 'initialize') {
    const protocolVersion = mode === 'old-version' ? '1999-01-01' : params?.['protocolVersion'];
    if (mode === 'odd-welcome') return void answer(id, { hello: 'you' });
    answer(id, { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: mode, version: '1' } });
  } else if (method === 'tools/list') {
    if (mode === 'list-error') return void send({ id, error: { code: -32000, message: 'no list today' } });
    answer(id, lists[mode]?.(params?.['cursor']) ?? { tools: [tool('work')] });
  } else if (method === 'tools/call') {
    call(id);
  } else if (id !== undefined && method !== 'ping') {
    send({ id, error: { code: -32601, message: 'Method not found' } });
  }
}

function readNow(bytes: Buffer): number {
  try {
    return readSync(0, bytes);
  } catch (error) {
    // Nothing yet.
    if (!String(error).includes('EAGAIN')) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    return 0;
  }
}

if (mode === 'silent' || mode === 'deaf') {
  // Neither exits when its input ends; the second one also ignores SIGTERM.
  if (mode === 'deaf') process.on('SIGTERM', () => {});
  setInterval(() => {}, 1_000);
  mark(process.pid);
} else if (mode === 'exits') {
  process.stderr.write('first line\nno licence found\n');
  process.exitCode = 4;
} else if (mode === 'close-input') {
  // Read without a stream, which would keep the input open.
  const bytes = Buffer.alloc(65_536);
  for (let text = ''; hasInput; ) {
    text += bytes.toString('utf8', 0, readNow(bytes));
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) receive(JSON.parse(line) as Message);
  }
} else {
  if (mode === 'noise') {
    print('Listening on stdio!\n\n{"jsonrpc":"1.0"}\n[1,2,3]\nnull\n{"id":\n\u0000\u0001\ufffd\n');
    process.stdout.write(Buffer.from([0xff, 0xfe, 0x0a]));
  }
  createInterface({ input: process.stdin }).on('line', (line) => receive(JSON.parse(line) as Message));
}
