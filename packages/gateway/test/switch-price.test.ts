/** The cost of a change of target is reported, counted, and kept below the limit of a route. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameOf, openGateway, type TestGateway } from './open-gateway.ts';
import { send } from './send.ts';

const [opus, gemini] = ['anthropic/claude-opus-4-8', 'google/gemini-3.1-pro'];
const words = 'word '.repeat(400);
let opened: TestGateway;
beforeAll(async () => {
  opened = await openGateway({
    routes: (targetOf) => {
      const round = { policy: 'round-robin', targets: [opus, gemini].map(targetOf) } as const;
      return {
        free: { ...round, name: 'free' },
        short: { ...round, name: 'short', maxSwitchTokens: 600 },
        cheap: { ...round, name: 'cheap', maxSwitchCost: 0.002 },
        back: { policy: 'failover', name: 'back', targets: [opus, gemini].map(targetOf), maxSwitchTokens: 600 },
      };
    },
  });
});
afterAll(() => opened.close());

interface Message {
  readonly role: string;
  readonly content: unknown;
}

/** One turn: what was said so far and something new. Gives who answered, and what is said of a switch. */
async function say(
  model: string,
  history: Message[],
  text: string,
): Promise<{ readonly by: string; readonly change: string | null }> {
  history.push({ role: 'user', content: text });
  const { status, headers, body } = await send(opened.gateway.url, '/v1/chat/completions', {
    model,
    messages: history,
  });
  expect(status).toBe(200);
  const { choices } = body as { readonly choices: readonly { readonly message: Message }[] };
  history.push(...choices.map(({ message }) => message));
  return { by: headers.get('x-interlock-target') ?? '', change: headers.get('x-interlock-switch') };
}

async function counted(outcome: string): Promise<readonly string[]> {
  const text = await (await fetch(`${opened.gateway.url}/metrics`)).text();
  return text.split('\n').filter((line) => line.includes('_switch') && line.includes(`outcome="${outcome}"`));
}

test('without a limit a conversation rotates, and each change has its price', async () => {
  const history: Message[] = [];
  const first = await say('free', history, `One. ${words}`);
  const second = await say('free', history, 'Two.');
  const third = await say('free', history, 'Three.');
  expect([first, second, third].map(({ by }) => by)).toEqual([opus, gemini, opus]);
  expect(first.change).toBeNull();
  expect(second.change).toMatch(
    /^made; from=anthropic\/claude-opus-4-8; to=google\/gemini-3.1-pro; tokens=5\d\d; usd=0\.00\d\d$/,
  );
  // It has read most of it a moment ago.
  expect(third.change).toMatch(
    /^made; from=google\/gemini-3.1-pro; to=anthropic\/claude-opus-4-8; tokens=\d\d?; usd=0\.000\d$/,
  );
  expect(opened.lines.at(-1)).toMatchObject({ switch: { from: gemini, to: opus, outcome: 'made' } });
  const made = await counted('made');
  expect(made.filter((line) => line.startsWith('interlock_gateway_switches_total'))).toHaveLength(2);
  expect(made.filter((line) => line.startsWith('interlock_gateway_switch_tokens_total'))).toHaveLength(2);
  expect(made.filter((line) => line.startsWith('interlock_gateway_switch_dollars_total'))).toHaveLength(2);
});

test.each(['short', 'cheap'])('%s: stays where it is if a switch would cost more', async (model) => {
  const small: Message[] = [];
  expect([await say(model, small, 'One.'), await say(model, small, 'Two.')].map(({ by }) => by)).toEqual([
    opus,
    gemini,
  ]);
  const large: Message[] = [];
  const first = await say(model, large, `One. ${words}${words}`);
  const rest = [await say(model, large, 'Two.'), await say(model, large, 'Three.'), await say(model, large, 'Four.')];
  expect(rest.map(({ by }) => by)).toEqual([first.by, first.by, first.by]);
  expect(rest.map(({ change }) => change ?? '').filter((change) => change.startsWith('avoided; from='))).not.toEqual(
    [],
  );
  expect(await counted('avoided')).not.toEqual([]);
});

test('leaves a failing target, whatever it costs', async () => {
  const history: Message[] = [];
  expect((await say('back', history, `One. ${words}${words}`)).by).toBe(opus);
  const station = opened.stations.find((each) => nameOf(each) === opus);
  station?.simulator.fault({ do: 'fail', with: { kind: 'overloaded' } });
  const moved = await say('back', history, 'Two.');
  expect(moved).toEqual({ by: gemini, change: expect.stringMatching(/^made; .*; tokens=1\d\d\d; usd=/) });
});
