/**
 * Slows answers down to the pace of a model: a simulator sends everything at once, which would not look like streaming and could not be
 * cancelled.
 */
import type { Clock } from '@interlock/runtime';
import type { HttpReply, Transport } from '@interlock/wire';

const lineEnd = 10;
/** The first letter of a line with content: `data:` or JSON. There is no pause after other lines. */
const firstLetters: readonly number[] = [0x64, 0x7b];

/** Waits `ms` after every event of a stream. */
export function pacedTransport(transport: Transport, clock: Clock, ms: number): Transport {
  return {
    access: transport.access,
    send: async (request, options) => {
      const reply = await transport.send(request, options);
      return paced(reply, () => clock.sleep(ms, options.signal));
    },
    close: () => transport.close(),
  };
}

function paced(reply: HttpReply, pause: () => Promise<void>): HttpReply {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of reply.chunks) {
      for (const line of linesOf(chunk)) {
        yield line;
        if (firstLetters.includes(line[0] ?? 0)) await pause();
      }
    }
  }
  return {
    status: reply.status,
    headers: reply.headers,
    ...(reply.requestId === undefined ? {} : { requestId: reply.requestId }),
    chunks: chunks(),
    text: () => reply.text(),
    discard: () => reply.discard(),
  };
}

function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(lineEnd, start);
    const next = end === -1 ? bytes.length : end + 1;
    yield bytes.subarray(start, next);
    start = next;
  }
}
