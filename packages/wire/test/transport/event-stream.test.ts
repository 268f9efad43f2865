/** Amazon's binary event stream: frames are read as they were written, wherever the bytes are split; broken messages are reported. */
import { EventStreamCodec } from '@smithy/core/event-streams';
import { describe, expect, test } from 'vitest';
import { ConfigError, type Frame, ProviderError } from '../../src/index.ts';
import { openEventStreamWriter, readEventStream, readInvokeStream } from '../../src/transport/event-stream.ts';
import { loadPeer } from '../../src/transport/load-peer.ts';
import { everyCut, gather, inPieces } from './chunkings.ts';

const frames: readonly Frame[] = [
  { event: 'messageStart', data: '{"role":"assistant"}' },
  { event: 'contentBlockDelta', data: JSON.stringify({ delta: { text: 'päärchen 😀' } }) },
  { event: 'throttlingException', data: '{"message":"Too many requests"}' },
];

async function written(given: readonly Frame[] = frames): Promise<Uint8Array> {
  const write = await openEventStreamWriter();
  return Buffer.concat(given.map(write));
}

const codec = new EventStreamCodec(
  (bytes) => (typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString()),
  (text) => Buffer.from(text),
);

test('gives the same frames however the bytes are split', async () => {
  const bytes = await written();
  for (const cuts of everyCut(bytes)) {
    expect(await gather(readEventStream(inPieces(bytes, cuts), 'bedrock'))).toEqual(frames);
  }
});

test('an error in the headers is an event with its name', async () => {
  const bytes = codec.encode({
    headers: {
      ':message-type': { type: 'string', value: 'error' },
      ':error-code': { type: 'string', value: 'InternalFailure' },
      ':error-message': { type: 'string', value: 'It broke.' },
    },
    body: new Uint8Array(0),
  });
  expect(await gather(readEventStream(inPieces(bytes, [7]), 'bedrock'))).toEqual([
    { event: 'InternalFailureException', data: '{"message":"It broke."}' },
  ]);
});

describe('broken streams', () => {
  test('a changed byte is a network failure', async () => {
    const bytes = await written();
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    await expect(gather(readEventStream(inPieces(bytes, [50]), 'bedrock'))).rejects.toMatchObject({
      name: 'ProviderError',
      failure: { reason: 'network', message: 'The stream has an incomplete event.' },
    });
  });

  test('an impossible length ends the stream at once', async () => {
    await expect(gather(readEventStream(inPieces(new Uint8Array(16), [16]), 'bedrock'))).rejects.toThrow(ProviderError);
    await expect(
      gather(readEventStream(inPieces(new Uint8Array(16).fill(0x7f), [16]), 'bedrock')),
    ).rejects.toMatchObject({ failure: { reason: 'server' } });
  });

  test('a truncated end is left to the decoder, which notices it', async () => {
    const bytes = await written();
    expect(await gather(readEventStream(inPieces(bytes.subarray(0, -5), [9]), 'bedrock'))).toEqual(frames.slice(0, 2));
  });
});

test('InvokeModel contains the events of the model’s own API', async () => {
  const said = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'schön' } };
  const bytes = await written([
    { event: 'chunk', data: JSON.stringify({ bytes: Buffer.from(JSON.stringify(said)).toString('base64'), p: 'abc' }) },
    { event: 'modelStreamErrorException', data: '{"message":"gone","originalMessage":"x"}' },
  ]);
  const read = await gather(readInvokeStream(inPieces(bytes, [5]), 'bedrock'));
  expect(read.map(({ event, data }) => [event, JSON.parse(data)])).toEqual([
    [undefined, said],
    ['error', { type: 'error', error: { type: 'modelStreamErrorException', message: 'gone' } }],
  ]);
});

test('a missing package is reported with the command that installs it', async () => {
  await expect(loadPeer('@nobody/has-this/inside', 'bedrock')).rejects.toEqual(
    new ConfigError(
      'missing-package',
      'bedrock needs the package @nobody/has-this.',
      'Run: npm install @nobody/has-this',
    ),
  );
});
