/**
 * Part of `npm run bench:runtime`: the overhead of the runtime. A turn of two requests and five calls is compared with the same two
 * requests sent by hand to the same simulator. Ratios only; both include the simulator's own time.
 */
import { createMemoryStore, createSession, defineTool } from '@interlock/runtime';
import { createAnthropic, script, startSimulator } from '@interlock/simulators';
import { createTransport, type HttpRequest, resolveTarget, type SendOptions, type Transport } from '@interlock/wire';
import Type from 'typebox';
import { History } from '../packages/runtime/src/history/history.ts';
import { emptyFacts } from '../packages/runtime/src/history/session-facts.ts';
import { systemClock } from '../packages/runtime/src/time/clock.ts';
import { Budget } from '../packages/runtime/src/turn/budget.ts';
import { Spending } from '../packages/runtime/src/turn/spending.ts';
import { quickest } from './quickest.ts';

const model = script([
  { when: { of: 'work' }, say: 'All of it is done.' },
  { say: 'I begin.', call: [1, 2, 3, 4, 5].map((n) => ({ tool: 'work', args: { n } })) },
]);
const simulator = await startSimulator(createAnthropic(), { model, logLimit: 1 });
const work = defineTool({
  name: 'work',
  description: 'Works.',
  parameters: Type.Object({ n: Type.Integer() }),
  kind: 'read',
  run: ({ n }) => `done ${n}`,
});

const inner = createTransport({ proxy: 'none' });
const sent: { readonly request: HttpRequest; readonly options: SendOptions }[] = [];
const transport: Transport = {
  access: inner.access,
  close: () => inner.close(),
  send: (request, options) => {
    sent.push({ request, options });
    return inner.send(request, options);
  },
};

const route = { provider: 'anthropic', endpoint: `${simulator.url}/v1`, credentials: [{ key: simulator.key }] };
const turn = async (): Promise<void> => {
  const session = await createSession({ route, transport, tools: [work], environment: {}, instructions: false });
  await session.send('Do the five.').ended;
  await session.close();
};
await turn();
const pair = sent.slice(0, 2);

const byHand = async (): Promise<void> => {
  for (const { request, options } of pair) {
    const { signal: _, ...rest } = options;
    for await (const _ of (await inner.send(request, rest)).chunks);
  }
};

const floor = await quickest(byHand, 40);
const whole = await quickest(turn, 40);
console.log(
  '\nA turn of two requests and five calls, compared with its two requests alone (both include the simulator)',
);
console.log(`  with the runtime, including opening and closing the session: ${(whole / floor).toFixed(2)} ×`);

/** What the records of its two requests cost, a hundred turns at a time. */
const session = await createSession({ route, transport, tools: [work], environment: {}, instructions: false });
await session.send('Do the five.').ended;
const { diagnostics } = session.state;
const header = { version: 1, id: 'bench', workspace: '/', createdAt: 0, spawnDepth: 0 } as const;
const unlimited = { steps: Number.MAX_VALUE, tokens: Number.MAX_VALUE, timeMs: Number.POSITIVE_INFINITY };
const destination = resolveTarget({ provider: 'anthropic' });
const selection = { name: 'anthropic/claude', target: { provider: 'anthropic' }, destination, account: 'key:1' };
const sending = { step: 1, attempt: 0, because: ['anthropic/claude (key:1) is bound to this turn'], waits: [] };
const recording = async (): Promise<void> => {
  const log = await createMemoryStore().create(header);
  const history = new History(log, emptyFacts());
  const spending = new Spending({
    history,
    budget: new Budget(unlimited, () => performance.now()),
    clock: systemClock,
    emit: () => {},
  });
  for (let request = 0; request < 200; request += 1) {
    const open = spending.begin({ ...sending, selection, plain: false, turnId: 'turn-1' });
    if (diagnostics !== undefined) open.prepared(diagnostics);
    open.firstByte();
    await spending.end(open, { outcome: 'answered', usage: { input: 5_000, output: 80 }, measures: true });
  }
  await log.close();
};
const recorded = (await quickest(recording, 40)) / 100;
console.log(`  of which recording its two requests: ${((100 * recorded) / whole).toFixed(2)} % (at most 2 %)`);
await session.close();
await inner.close();
await simulator.close();
