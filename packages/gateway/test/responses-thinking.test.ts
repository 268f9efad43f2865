/** A client of the Responses API need not ask for encrypted reasoning: the thinking of each turn is sent back to the model that had it. */
import { script } from '@interlock/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameOf, openGateway, type TestGateway } from './open-gateway.ts';
import { send } from './send.ts';

const thought = 'Two files are wanted.';
const model = 'openai/gpt-5.6-terra';
const tools = [{ type: 'function', name: 'read', parameters: { type: 'object', properties: {} } }];

let opened: TestGateway;
beforeAll(async () => {
  opened = await openGateway({
    model: script([
      { think: thought, call: [{ tool: 'read', args: {} }] },
      { think: 'Now I know.', say: 'Done.' },
      { say: 'Bye.' },
    ]),
  });
});
afterAll(() => opened.close());

interface Item {
  readonly id?: string;
  readonly type: string;
  readonly call_id?: string;
}

interface Response {
  readonly id: string;
  readonly output: readonly Item[];
}

function seenThinking(): readonly string[] {
  const { simulator } = opened.stations.find((each) => nameOf(each) === model) ?? {};
  return (
    simulator?.log
      .at(-1)
      ?.seen?.turns.map(({ thinking }) => thinking)
      .filter((text) => text !== '') ?? []
  );
}

const question = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Read a.' }] };
const result = ({ output }: Response): object => ({
  type: 'function_call_output',
  call_id: output.find(({ type }) => type === 'function_call')?.call_id,
  output: 'A',
});

const stores = [{}, { store: false }, { store: true }];
const includes = [{}, { include: [] }, { include: ['message.output_text.logprobs'] }];
/** What clients send of an answer: all of it, without reasoning, or only its id. */
const returned = {
  whole: ({ output }: Response) => ({ input: [question, ...output] }),
  'without ids': ({ output }: Response) => ({ input: [question, ...output.map(({ id: _, ...item }) => item)] }),
  'without reasoning': ({ output }: Response) => ({
    input: [question, ...output.filter(({ type }) => type !== 'reasoning').map(({ id: _, ...item }) => item)],
  }),
  'only its id': ({ id }: Response) => ({ input: [], previous_response_id: id }),
};

const rows = Object.entries(returned).flatMap(([how, given]) =>
  stores.flatMap((store) =>
    includes.flatMap((include) =>
      [false, true].map((stream) => ({ how, given, more: { ...store, ...include }, stream })),
    ),
  ),
);

test.each(rows.filter(({ how, more }) => how !== 'only its id' || !('store' in more && more.store === false)))(
  '$how, $more, streamed $stream',
  async ({ given, more, stream }) => {
    const ask = async (body: object): Promise<Response> => {
      const told = await send(opened.gateway.url, '/v1/responses', { model, stream, tools, ...more, ...body });
      expect(told.status).toBe(200);
      if (!stream) return told.body as Response;
      const frames = String(told.body)
        .split('\n')
        .filter((line) => line.startsWith('data: '));
      return JSON.parse(frames.at(-1)?.slice(6) ?? '{}').response;
    };
    const first = await ask({ input: [question] });
    const { input, ...rest } = given(first) as { readonly input: readonly object[] };
    await ask({ ...rest, input: [...input, result(first)] });
    expect(seenThinking()).toEqual([expect.stringContaining(thought)]);
    expect(opened.lines.at(-1)).toMatchObject({ end: 'answered', repairs: [], seals: { missed: 0 } });
  },
);
