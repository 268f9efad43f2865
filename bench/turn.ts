/**
 * Part of `npm run bench:runtime`: the overhead of the runtime. A turn of two requests and five calls is compared with the same two
 * requests sent by hand to the same simulator. Ratios only; both include the simulator's own time.
 */
import { createSession, defineTool } from '@interlock/runtime';
import { createAnthropic, script, startSimulator } from '@interlock/simulators';
import { createTransport, type HttpRequest, type SendOptions, type Transport } from '@interlock/wire';
import Type from 'typebox';
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
await inner.close();
await simulator.close();
