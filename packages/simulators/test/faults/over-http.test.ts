/** Faults as a client sees them: real connections, every API. */

import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { share } from '../../../../test/property/runs.ts';
import {
  type ApiFault,
  type ApiName,
  type FaultPlan,
  knownFaults,
  apiNames as names,
  type SimulatorSet,
  script,
  startAll,
} from '../../src/index.ts';
import { ask } from '../ask.ts';

const said = 'Grüße – 😀 '.repeat(10);
let set: SimulatorSet;
beforeAll(async () => {
  set = await startAll({ model: script([{ say: said }]) });
});
afterAll(() => set.close());

function isBinary(response: Response): boolean {
  return response.headers.get('content-type')?.includes('amazon.eventstream') ?? false;
}

/** What a client receives, and the error it gets if the connection breaks. */
async function meet(
  name: ApiName,
  plan: FaultPlan,
  stream = true,
): Promise<{ status: number; text: string; broke: boolean }> {
  const simulator = set.of(name);
  simulator.fault(plan);
  let status = 0;
  let text = '';
  try {
    const response = await ask(simulator, { stream });
    status = response.status;
    // Invalid bytes count as one character each.
    const decoder = new TextDecoder(isBinary(response) ? 'latin1' : 'utf-8');
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
    return { status, text, broke: false };
  } catch {
    return { status, text, broke: true };
  }
}

test.each(names)('%s: without a fault the whole answer arrives', async (name) => {
  const { status, text, broke } = await meet(name, { do: 'cut', at: [] });
  expect({ status, broke }).toEqual({ status: 200, broke: false });
  expect(text.length).toBeGreaterThan(said.length);
});

test.each(share(names, 8))('%s: byte by byte it is the same answer', async (name) => {
  // Binary frames contain checksums, in which any byte may be a line break.
  const frames = (text: string): number => (name.startsWith('bedrock-') ? text.length : text.split('\n').length);
  const whole = await meet(name, { do: 'cut', at: [] });
  const cut = await meet(name, { do: 'cut', every: 1 });
  expect(cut.broke).toBe(false);
  expect(frames(cut.text)).toBe(frames(whole.text));
});

test.each(names)('%s: dropped before the status, inside and after the headers, at a byte', async (name) => {
  expect(await meet(name, { do: 'drop', at: 'before-status' })).toEqual({ status: 0, text: '', broke: true });
  expect(await meet(name, { do: 'drop', at: 'inside-headers' })).toEqual({ status: 0, text: '', broke: true });
  expect(await meet(name, { do: 'drop', at: 'after-headers' })).toEqual({ status: 200, text: '', broke: true });
  const { text, ...rest } = await meet(name, { do: 'drop', at: 25 });
  expect(rest).toEqual({ status: 200, broke: true });
  expect(Buffer.byteLength(text, name.startsWith('bedrock-') ? 'latin1' : 'utf8')).toBe(25);
});

test.each(names)('%s: an unstreamed answer, dropped in the middle', async (name) => {
  expect(await meet(name, { do: 'drop', at: 10 }, false)).toMatchObject({ status: 200, broke: true });
});

const kinds: readonly ApiFault['kind'][] = [
  'rate-limit',
  'quota',
  'overloaded',
  'unavailable',
  'server',
  'auth',
  'overflow',
];
test.each(names.flatMap((name) => kinds.map((kind) => [name, kind] as const)))('%s fails: %s', async (name, kind) => {
  const { status, text, broke } = await meet(name, { do: 'fail', with: { kind } });
  expect(broke).toBe(false);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(600);
  expect(JSON.parse(text)).toBeTypeOf('object');
  expect(set.of(name).log.at(-1)).toMatchObject({ verdict: 'accepted', fault: 'fail', status });
});

test.each(names)('%s: an error inside a started stream', async (name) => {
  const { status, text, broke } = await meet(name, { do: 'fail-inside', with: { kind: 'overloaded' } });
  expect(status).toBe(200);
  // If the API has no event for it, the connection breaks.
  expect(broke || /error|exception/i.test(text)).toBe(true);
});

test.each(names)('%s: no end, and the connection closes normally', async (name) => {
  const whole = await meet(name, { do: 'cut', at: [] });
  const { text, broke } = await meet(name, { do: 'end-missing' });
  expect(broke).toBe(false);
  expect(text.length).toBeLessThan(whole.text.length);
});

test.each(Object.entries(knownFaults))('%s: fails once, and the next request is answered', async (_, fault) => {
  const simulator = set.of('openai-chat');
  const before = simulator.log.length;
  simulator.fault(fault);
  const gone = new AbortController();
  const struck = ask(simulator, { stream: true, signal: gone.signal }).then((response) => response.text());
  if (fault.do === 'stall') {
    while (simulator.log.length === before) await setImmediate();
    gone.abort();
  }
  await struck.catch(() => undefined);
  expect(simulator.log.at(-1)).toMatchObject({ verdict: 'accepted', fault: fault.do });
  const next = await ask(simulator, { stream: true });
  expect([next.status, (await next.text()).endsWith('data: [DONE]\n\n')]).toEqual([200, true]);
});

test('stays silent until the client leaves', async () => {
  const simulator = set.of('openai-chat');
  simulator.fault({ do: 'stall', at: 30 });
  const gone = new AbortController();
  const response = await ask(simulator, { stream: true, signal: gone.signal });
  const reader = response.body?.getReader();
  let bytes = 0;
  while (bytes < 30) bytes += (await reader?.read())?.value?.length ?? 30;
  expect(bytes).toBe(30);
  const more = reader?.read().then(
    () => 'more',
    () => 'aborted',
  );
  gone.abort();
  expect(await more).toBe('aborted');
});

test('continues after a pause', async () => {
  const { text, broke } = await meet('anthropic', { do: 'wait', at: 30, ms: 5 });
  expect(broke).toBe(false);
  expect(text).toContain('message_stop');
});

test('a fault also applies to a rejected request; the log has both', async () => {
  const simulator = set.of('openai-chat');
  simulator.fault({ do: 'fail', with: { kind: 'unavailable' } });
  const response = await ask(simulator, {
    body: { model: 'gpt-4.1', messages: [{ role: 'tool', tool_call_id: 'x', content: '' }] },
  });
  expect(response.status).toBe(503);
  expect(simulator.log.at(-1)).toMatchObject({ verdict: 'refused', rules: ['OAC-002'], fault: 'fail', status: 503 });
});
