/** `streamReply` to every provider: prepared, sent with the platform's `fetch`, read as it arrives, and checked by the simulators. */
import type { Content } from '@interlock/transcript';
import { ConfigError, createFetchTransport, ProviderError, streamReply, type Target } from '@interlock/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tools } from './conformance/agent.ts';
import { complaint } from './conformance/seen-marks.ts';
import { openStations, type Station, type Stations } from './conformance/stations.ts';

const contents: readonly Content[] = [
  { speaker: 'human', blocks: [{ type: 'text', text: 'Read a.txt and b.txt, and search for "interlock".' }] },
];

let stations: Stations;
beforeAll(async () => {
  stations = await openStations();
});
afterAll(() => stations.close());

test('every provider streams its answer, with calls, and accepts the follow-up', async () => {
  const seen: Record<string, unknown> = {};
  for (const { name, target, simulator } of stations.all) {
    const history: Content[] = [...contents];
    const before = simulator.log.length;
    const types = new Set<string>();
    const stream = streamReply({ target, contents: history, tools });
    for await (const { type } of stream) types.add(type);
    const { content } = await stream.reply();
    const results = content.blocks.flatMap((block) =>
      block.type === 'tool_call'
        ? [{ type: 'tool_response' as const, callId: block.id, toolName: block.name, result: 'found' }]
        : [],
    );
    history.push(content, { speaker: 'tool', blocks: results });
    await streamReply({ target, contents: history, tools }).reply();
    const requests = simulator.log.slice(before);
    seen[name] = {
      requests: requests.length,
      complaints: requests.map(complaint).filter((said) => said !== undefined),
      calls: results.length > 0,
      ended: types.has('reply-end'),
    };
  }
  // A model without native tools (OLL-005) gets them as text, and the simulated one ignores them.
  const fine = (name: string) => ({ requests: 2, complaints: [], calls: name !== 'ollama llama3', ended: true });
  expect(seen).toEqual(Object.fromEntries(stations.all.map(({ name }) => [name, fine(name)])));
});

function stationOf(provider: string): Station {
  const found = stations.all.find(({ target }) => target.provider === provider);
  if (found === undefined) throw new Error(`no station of ${provider}`);
  return found;
}

const variables = [
  ['anthropic', 'ANTHROPIC_BASE_URL', 'ANTHROPIC_API_KEY'],
  // The vendor has no variable for an address, so the generic name applies, as on the command line.
  ['mistral', 'MISTRAL_BASE_URL', 'MISTRAL_API_KEY'],
] as const;
test.each(variables)('key and URL of %s come from %s and %s if the target names none', async (...names) => {
  const [provider, addressName, keyName] = names;
  const { target, simulator } = stationOf(provider);
  const { endpoint, key, ...bare } = target;
  const environment = { [addressName]: endpoint, [keyName]: key };
  const before = simulator.log.length;
  await streamReply({ target: bare, contents }, { transport: createFetchTransport({ environment }) }).reply();
  expect(simulator.log.slice(before).map(({ status }) => status)).toEqual([200]);
});

test('reports a missing key before sending, with the variable to set', () => {
  const ask = () =>
    streamReply(
      { target: { provider: 'mistral' }, contents },
      { transport: createFetchTransport({ environment: {} }) },
    );
  expect(ask).toThrow(
    new ConfigError(
      'missing-credential',
      'There is no key for Mistral.',
      'Set MISTRAL_API_KEY, or give the target a `key`.',
    ),
  );
});

test('sends nothing before it is read', async () => {
  const { target, simulator } = stationOf('google');
  const before = simulator.log.length;
  const stream = streamReply({ target, contents });
  expect(stream.request.url).toContain(':streamGenerateContent');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(simulator.log.length).toBe(before);
  await stream.reply();
  expect(simulator.log.length).toBe(before + 1);
});

test('settings override the default stream', async () => {
  const { target, simulator } = stationOf('openai');
  const { stop } = await streamReply({ target, contents, settings: { stream: false } }).reply();
  expect({ stop, verdict: simulator.log.at(-1)?.verdict }).toEqual({ stop: 'end', verdict: 'accepted' });
});

test.each<[what: string, change: (target: Target) => Target, reason: string]>([
  ['a wrong key', (target) => ({ ...target, key: 'sk-wrong' }), 'auth'],
  ['a closed port', (target) => ({ ...target, endpoint: 'http://127.0.0.1:9' }), 'network'],
])('%s is a failure with its reason, thrown where the stream is read', async (_, change, reason) => {
  const { target } = stationOf('anthropic');
  const failed = await streamReply({ target: change(target), contents })
    .reply()
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  expect(failed).toBeInstanceOf(ProviderError);
  expect((failed as ProviderError).failure.reason).toMatch(new RegExp(`^${reason}`));
  expect(String(failed)).not.toContain('sk-wrong');
});

test('an abort ends it with the caller’s own reason', async () => {
  const { target } = stationOf('anthropic');
  const reason = new Error('enough');
  const stopped = streamReply({ target, contents }, { signal: AbortSignal.abort(reason) });
  await expect(stopped.reply()).rejects.toBe(reason);
});

test('uses a custom `fetch`', async () => {
  const { target } = stationOf('anthropic');
  const urls: string[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    urls.push(String(input));
    return globalThis.fetch(input, init);
  };
  const stream = streamReply({ target, contents }, { fetch });
  await stream.reply();
  expect(urls).toEqual([stream.request.url]);
});
