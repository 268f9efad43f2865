import { createAnthropic, startSimulator } from '@interlock/simulators';
import { createPreparer, createTransport, sendRequest, type Transport } from '@interlock/wire';
import { expect, test } from 'vitest';
import { pacedTransport } from '../../src/demo/paced-transport.ts';

/** Starts a new provider each time, so that the answers are identical. */
async function answerBy(transport: Transport): Promise<string> {
  const simulator = await startSimulator(createAnthropic(), {
    model: () => ({ parts: [{ say: 'One, two, three, four, five: 漢字 👩‍👩‍👧.' }], stop: 'end' }),
    secret: 'the same',
    endpoint: 'the same',
  });
  try {
    const request = createPreparer({
      provider: 'anthropic',
      model: 'claude-opus-4-8',
      endpoint: `${simulator.url}/v1`,
      key: simulator.key,
    }).prepare({
      contents: [{ speaker: 'human', blocks: [{ type: 'text', text: 'Count.' }] }],
      settings: { stream: true },
    });
    const reply = await sendRequest(transport, request);
    const chunks: Uint8Array[] = [];
    for await (const chunk of reply.chunks) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  } finally {
    await simulator.close();
  }
}

test('pauses after every event and changes no byte', async () => {
  const transport = createTransport({ proxy: 'none' });
  const pauses: number[] = [];
  const clock = { now: () => 0, sleep: async (ms: number) => void pauses.push(ms) };
  try {
    const plain = await answerBy(transport);
    expect(await answerBy(pacedTransport(transport, clock, 7))).toBe(plain);
    expect(pauses).toEqual([...plain.matchAll(/^data:/gmu)].map(() => 7));
    expect(pauses.length).toBeGreaterThan(5);
  } finally {
    await transport.close();
  }
});
