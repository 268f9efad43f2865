/** Providers that stall, and providers that send an empty answer. */
import { script } from '@interlock/simulators';
import { createFetchTransport } from '@interlock/wire';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createSession, type RouteTarget, type SessionEvent } from '../../src/index.ts';
import { type Agents, endOf, openAgents, play } from '../agents.ts';

let agents: Agents | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await agents?.close();
  agents = undefined;
});

test.each(['before-status', 1] as const)('silent %s: tries the next target after `limits.stallMs`', async (at) => {
  // On a busy machine a working provider may also be silent for a while: then the test gives it more time.
  let stallMs = 100;
  let events: readonly SessionEvent[];
  do {
    stallMs *= 2;
    await agents?.close();
    agents = await openAgents({ model: script([{ say: 'Hello.' }]), only: ['anthropic', 'gemini'] });
    agents.of('anthropic').fault({ do: 'stall', at });
    const session = await agents.open({
      route: { policy: 'failover', targets: [agents.target('anthropic'), agents.target('gemini')] },
      tools: [],
      limits: { stallMs },
    });
    events = await play(session, 'hello');
  } while (events.filter(({ type }) => type === 'request-failed').length > 1);
  expect(endOf(events)).toMatchObject({ outcome: 'done', text: 'Hello.' });
  expect(events.find((event) => event.type === 'request-failed')?.failure).toMatchObject({
    reason: 'timeout',
    message: expect.stringContaining(`${stallMs} ms`),
  });
});

describe('by default', () => {
  const mistral = { provider: 'mistral', model: 'mistral-large-latest' };
  const rows: readonly (readonly [
    what: string,
    target: RouteTarget,
    says: 'nothing' | 'a first byte',
    seconds: number,
  ])[] = [
    ['a model that does not think', mistral, 'nothing', 60],
    ['a model that does not think', mistral, 'a first byte', 60],
    ['a model that thinks', { provider: 'moonshot', model: 'kimi-k3' }, 'nothing', 300],
    ['a model that thinks', { provider: 'moonshot', model: 'kimi-k3' }, 'a first byte', 300],
    ['a local model, which may have to be loaded', { ...mistral, endpoint: 'http://127.0.0.1:9/v1' }, 'nothing', 300],
    ['a server that does not stream', { ...mistral, compat: { noStreaming: true } }, 'nothing', 600],
    ['a local model', { ...mistral, endpoint: 'http://127.0.0.1:9/v1' }, 'a first byte', 60],
  ];

  test.each(rows)('%s (%j) that sends %s has stalled after %i s', async (_, target, says, seconds) => {
    vi.useFakeTimers();
    const session = await createSession({
      route: { policy: 'failover', targets: [{ ...target, credentials: [{ key: 'k' }] }], maxRetries: 0 },
      transport: createFetchTransport({ fetch: says === 'nothing' ? silent : oneByte, environment: {} }),
      environment: {},
    });
    const failures: SessionEvent[] = [];
    const turn = (async () => {
      for await (const event of session.send('hello')) if (event.type === 'request-failed') failures.push(event);
    })();
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
    expect(failures).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(failures).toMatchObject([{ failure: { reason: 'timeout' } }]);
    await vi.runAllTimersAsync();
    await turn;
    await session.close();
  });

  const silent: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });

  const oneByte: typeof fetch = async (_, init) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('d'));
        init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
      },
    });
    return new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream' } });
  };
});

test('reports an empty answer', async () => {
  agents = await openAgents({ model: () => ({ parts: [], stop: 'end' }), only: ['anthropic'] });
  const session = await agents.open({ route: agents.target('anthropic'), tools: [] });
  const events = await play(session, 'hello');
  expect(events.filter((event) => event.type === 'notice')).toEqual([
    { type: 'notice', text: 'anthropic/claude-opus-4-8 gave an empty answer.' },
  ]);
});
