/**
 * Part of `npm run bench:wire`: the cost of reading a streamed answer, in megabytes per second: the bare framing, and the minimum that
 * every decoder has to do, JSON.parse of each event. A new reader is one more line in `readers`.
 */
import { type Protocol, protocolOf, readSse } from '@interlock/wire';
import { anthropicStream, chatStream, inChunks } from './sse-streams.ts';

const megabytes = 16;
const warmups = 2;
const rounds = 7;

const streams: Readonly<Record<string, Uint8Array>> = {
  'openai-chat': chatStream(megabytes),
  anthropic: anthropicStream(megabytes),
};

/** A packet, a TLS record, a full buffer. */
const chunkSizes = [1_400, 16_384, 65_536];

interface Reading {
  readonly events: number;
  /** Something from every event, so that no work can be skipped. */
  readonly sum: number;
}

/** Each reads a whole stream; `name` is the stream's name. */
const readers: Readonly<Record<string, (chunks: AsyncIterable<Uint8Array>, name: string) => Promise<Reading>>> = {
  framing: (chunks) => reading(chunks, (data) => data.length),
  '+ JSON.parse': (chunks) => reading(chunks, (data) => (data === '[DONE]' ? 0 : Object.keys(JSON.parse(data)).length)),
  'our decoder': (chunks, name) =>
    decoding(chunks, protocolOf(name === 'anthropic' ? 'anthropic-messages' : 'openai-chat')),
};

async function decoding(chunks: AsyncIterable<Uint8Array>, protocol: Protocol): Promise<Reading> {
  let decoder = protocol.startDecoding();
  let events = 0;
  let sum = 0;
  for await (const frame of readSse(chunks)) {
    events += 1;
    sum += decoder.frame(frame).length;
    // Several answers follow each other; each needs its own decoder.
    if (frame.data === '[DONE]' || frame.event === 'message_stop') {
      sum += decoder.end().length;
      decoder = protocol.startDecoding();
    }
  }
  return { events, sum };
}

async function reading(chunks: AsyncIterable<Uint8Array>, take: (data: string) => number): Promise<Reading> {
  let events = 0;
  let sum = 0;
  for await (const { data } of readSse(chunks)) {
    events += 1;
    sum += take(data);
  }
  return { events, sum };
}

console.log(`${megabytes} MB a stream, medians of ${rounds} rounds, MB/s (thousand events/s)\n`);
console.log(
  `${'stream'.padEnd(14)}${'chunk'.padStart(8)}${Object.keys(readers)
    .map((name) => name.padStart(20))
    .join('')}`,
);
for (const [name, bytes] of Object.entries(streams)) {
  for (const size of chunkSizes) {
    const cells = [];
    for (const read of Object.values(readers)) cells.push((await measure(bytes, size, name, read)).padStart(20));
    console.log(`${name.padEnd(14)}${String(size).padStart(8)}${cells.join('')}`);
  }
}

async function measure(
  bytes: Uint8Array,
  size: number,
  name: string,
  read: (chunks: AsyncIterable<Uint8Array>, name: string) => Promise<Reading>,
): Promise<string> {
  const seconds: number[] = [];
  let events = 0;
  for (let round = 0; round < warmups + rounds; round += 1) {
    const from = performance.now();
    events = (await read(inChunks(bytes, size), name)).events;
    if (round >= warmups) seconds.push((performance.now() - from) / 1_000);
  }
  const typical = seconds.sort((a, b) => a - b)[Math.floor(seconds.length / 2)] ?? Number.NaN;
  const rate = bytes.length / 1024 / 1024 / typical;
  return `${rate.toFixed(0)} (${(events / typical / 1_000).toFixed(0)})`;
}
