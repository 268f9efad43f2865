/** A model that binds its thinking to everything before it (ANT-054) gets all of it back from clients of its own API, in their own words. */
import { script } from '@interlock/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameOf, openGateway, type TestGateway } from './open-gateway.ts';
import { send } from './send.ts';

const model = 'anthropic/claude-fable-5-1';

let open: TestGateway;
beforeAll(async () => {
  const call = [{ tool: 'read', args: { path: 'a' } }];
  const steps = [
    { think: 'First.', say: 'I read.', call },
    { think: 'Second.', call },
    { think: 'Third.', say: 'So.' },
  ];
  open = await openGateway({ model: script(steps) });
});
afterAll(() => open.close());

interface Block {
  readonly type: string;
  readonly id?: string;
}

type Entry = Readonly<Record<string, unknown>>;

/** As the AI SDK and Anthropic's tool runner write tools and results: fields that rendering leaves out, and another order. */
const schema = {
  type: 'object',
  properties: { path: { type: 'string' } },
  additionalProperties: false,
  required: ['path'],
};
const forms: readonly (readonly [client: string, tool: object, result: (id: string) => Entry])[] = [
  [
    'AI SDK',
    { name: 'read', description: 'Reads.', input_schema: schema, eager_input_streaming: true },
    (id) => ({ type: 'tool_result', tool_use_id: id, content: 'A', is_error: false }),
  ],
  [
    'tool runner',
    {
      type: 'custom',
      name: 'read',
      input_schema: Object.fromEntries(Object.entries(schema).toReversed()),
      description: 'Reads.',
    },
    (id) => ({ tool_use_id: id, type: 'tool_result', content: [{ text: 'A', type: 'text' }] }),
  ],
];

interface Held {
  readonly verdicts: readonly string[];
  /** What the model was given back at last. */
  readonly thoughts: readonly string[];
}

/** Asks until the model has said what it has to say, and once more after the client has changed its history. */
async function hold(
  tool: object,
  result: (id: string) => Entry,
  change: (messages: readonly Entry[]) => readonly Entry[],
): Promise<Held> {
  const log = open.stations.find((each) => nameOf(each) === model)?.simulator.log ?? [];
  const before = log.length;
  const ask = async (messages: readonly Entry[]): Promise<readonly Block[]> => {
    const asked = { model, max_tokens: 4000, thinking: { type: 'adaptive' }, tools: [tool], messages };
    const { status, body } = await send(open.gateway.url, '/v1/messages', asked, { 'anthropic-version': '2023-06-01' });
    expect([status, body]).toEqual([200, expect.anything()]);
    return (body as { readonly content: readonly Block[] }).content;
  };
  const messages: Entry[] = [{ role: 'user', content: 'Read a.' }];
  for (let round = 0; round < 3; round += 1) {
    const content = await ask(messages);
    const results = content.flatMap(({ type, id = '' }) => (type === 'tool_use' ? [result(id)] : []));
    messages.push({ role: 'assistant', content });
    messages.push({ role: 'user', content: results.length > 0 ? results : 'And now?' });
  }
  await ask(change(messages));
  const judged = log.slice(before);
  const thoughts = judged.at(-1)?.seen?.turns.flatMap(({ thinking }) => (thinking === '' ? [] : [thinking])) ?? [];
  return {
    verdicts: judged.map(({ verdict }) => verdict),
    thoughts: thoughts.map((each) => each.replace(/ \[.*/, '')),
  };
}

const accepted = Array(4).fill('accepted');

test.each(forms)('%s', async (_, tool, result) => {
  const { verdicts, thoughts } = await hold(tool, result, (messages) => [...messages]);
  expect({ verdicts, thoughts }).toEqual({ verdicts: accepted, thoughts: ['First.', 'Second.', 'Third.'] });
});

test.each(forms)('%s, after it changed a result', async (_, tool, result) => {
  const changed = (entry: Entry): Entry => ({
    ...entry,
    content: (entry['content'] as readonly Entry[]).map((block) => ({ ...block, content: 'B' })),
  });
  const { verdicts, thoughts } = await hold(tool, result, (messages) =>
    messages.map((entry, at) => (at === 2 ? changed(entry) : entry)),
  );
  expect({ verdicts, thoughts }).toEqual({ verdicts: accepted, thoughts: ['First.'] });
});
