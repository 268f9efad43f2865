/** A history that is too long is compacted before it is sent or after a provider's error; if that fails, it stays unchanged. */
import { type Model, type Seen, script } from '@interlock/simulators';
import Type from 'typebox';
import { afterEach, describe, expect, test } from 'vitest';
import { share } from '../../../../test/property/runs.ts';
import {
  codingAgent,
  createMemoryStore,
  defineTool,
  resumeSession,
  type SessionEvent,
  type SessionOptions,
} from '../../src/index.ts';
import { type Agents, endOf, type Family, families, openAgents, play } from '../agents.ts';
import { createVirtualClock } from '../virtual-clock.ts';

/** Repeats only the first word, because each word of an answer is an event. */
const talk: Model = ({ turns }) => {
  const heard = turns.findLast(({ role }) => role === 'user')?.text.split(' ')[0];
  return { parts: [{ say: `I have heard ${heard}.` }], stop: 'end' };
};
const summary = 'The user counts. So far: one to three.';

/** A model that talks, and summarises on request. */
const model =
  (said: string): Model =>
  (seen: Seen) =>
    seen.system.includes('You write the summary') ? { parts: [{ say: said }], stop: 'end' } : talk(seen);

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

async function open(family: Family, said: string, more: Partial<SessionOptions> = {}, only = families) {
  const opened = await openAgents({ model: model(said), only });
  agents = opened;
  const clock = createVirtualClock();
  const session = await opened.open({ route: opened.target(family), tools: [], clock, ...more });
  const say = (text: string): Promise<readonly SessionEvent[]> => clock.finish(play(session, text));
  return { agents: opened, session, say, clock };
}

const many = (word: string): string => `${word} ${'and so on '.repeat(400)}`;
const compactions = (events: readonly SessionEvent[]) => events.filter((event) => event.type === 'compaction');

describe('makes space after the provider’s own overflow error, and the turn continues', () => {
  // Takes a rotating third of the other providers; the long form takes all of them.
  test.each(families.map((family, at) => [family, share(families, 3, at)] as const))('%s', async (family, next) => {
    const all = [...new Set([family, ...next])];
    const { agents, session, say } = await open(family, summary, { compaction: { keepTokens: 100 } }, all);
    for (const word of ['one', 'two', 'three']) await say(many(word));
    agents.of(family).fault({ do: 'fail', with: { kind: 'overflow' } });
    const events = await say('four');
    expect(endOf(events)).toMatchObject({ outcome: 'done', text: expect.stringContaining('four') });
    expect(compactions(events).map(({ outcome }) => outcome)).toEqual(['started', 'compacted']);
    const shown = agents
      .of(family)
      .log.at(-1)
      ?.seen?.turns.map(({ text }) => text)
      .join('\n');
    expect(shown).toContain(summary);
    expect(shown).not.toContain('two and so on');
    for (const other of next) {
      session.switchTo(agents.target(other));
      expect(endOf(await say('five')).outcome).toBe('done');
    }
    agents.accepted();
  });
});

describe('05 §5.2: codes that mean an overflow only if the body mentions the prompt', () => {
  const google = (code: number, message: string) => ({ error: { code, message, status: 'RESOURCE_EXHAUSTED' } });
  const openai = (message: string) => ({
    error: { message, type: 'invalid_request_error', param: null, code: 'max_tokens' },
  });
  const rows: readonly (readonly [what: string, family: Family, status: number, body: object, compacts: boolean])[] = [
    ['Google about the prompt', 'gemini', 400, google(400, 'The prompt is too long: 1200000 tokens.'), true],
    [
      'Google about the request',
      'gemini',
      400,
      google(400, 'The request exceeds the maximum number of input tokens.'),
      true,
    ],
    ['Google about a quota', 'gemini', 400, google(400, 'Quota exceeded for input tokens per minute.'), false],
    [
      'Google, 429 about tokens',
      'gemini',
      429,
      google(429, 'The request exceeds the tokens per minute. Try again later.'),
      false,
    ],
    [
      'OpenAI about the messages',
      'openai-responses',
      400,
      openai('Your messages are too long: 130000 tokens exceed the maximum of 128000.'),
      true,
    ],
    [
      'OpenAI about the answer',
      'openai-responses',
      400,
      openai('max_tokens is too large: 200000. This model supports at most 128000 completion tokens.'),
      false,
    ],
  ];

  test.each(rows)('%s', async (_, family, status, body, compacts) => {
    const { agents, say } = await open(family, summary, { compaction: { keepTokens: 100 } }, [family]);
    for (const word of ['one', 'two', 'three']) await say(many(word));
    const headers = { 'content-type': 'application/json' };
    agents.of(family).fault({ do: 'respond', response: { status, headers, body: JSON.stringify(body) } });
    const events = await say('four');
    expect(compactions(events).map(({ outcome }) => outcome)).toEqual(compacts ? ['started', 'compacted'] : []);
    const failure = events.find((event) => event.type === 'request-failed')?.failure.reason;
    expect(failure === 'context-overflow').toBe(compacts);
    if (compacts) expect(endOf(events)).toMatchObject({ outcome: 'done', text: expect.stringContaining('four') });
  });
});

test('before sending, if the window is nearly full', async () => {
  const { agents, session, say } = await open('openai-responses', summary, { compaction: { keepTokens: 100 } });
  session.switchTo(agents.target('openai-responses', { traits: { contextWindow: 3_500, maxOutput: 500 } }));
  const outcomes: string[] = [];
  for (const word of ['one', 'two', 'three', 'four']) {
    const events = await say(many(word));
    outcomes.push(...compactions(events).map(({ outcome }) => outcome));
    expect(endOf(events).outcome).toBe('done');
  }
  expect(outcomes.slice(0, 2)).toEqual(['started', 'compacted']);
  expect(JSON.stringify(session.state.contents)).not.toContain('one and so on');
  agents.accepted();
});

describe('on failure the history stays unchanged', () => {
  test.each([
    ['the summary is empty', '', false],
    ['the summarizer fails', summary, true],
  ])('%s', async (_, said, failing) => {
    const { agents, session, say, clock } = await open('anthropic', said, { compaction: { keepTokens: 100 } });
    for (const word of ['one', 'two', 'three']) await say(many(word));
    const before = JSON.stringify(session.state.contents);
    if (failing) agents.of('anthropic').fault({ do: 'fail', with: { kind: 'server' }, times: 20 });
    const event = await clock.finish(session.compact());
    expect(event).toMatchObject({ outcome: 'unchanged' });
    expect(JSON.stringify(session.state.contents)).toBe(before);
    agents.of('anthropic').clearFaults();
    expect(endOf(await say('four')).outcome).toBe('done');
  });

  test('nothing to compact', async () => {
    const { session, say } = await open('anthropic', summary);
    await say('one');
    expect(await session.compact()).toMatchObject({
      outcome: 'unchanged',
      why: expect.stringContaining('nothing to compact'),
    });
  });
});

describe('counts the usage of a summary', () => {
  const sum = (events: readonly SessionEvent[]): { readonly input: number; readonly output: number } =>
    events.reduce(
      (all, event) =>
        event.type === 'usage'
          ? { input: all.input + event.usage.input, output: all.output + event.usage.output }
          : all,
      { input: 0, output: 0 },
    );
  const summaries = (events: readonly SessionEvent[]) =>
    events.flatMap((event) => (event.type === 'usage' && event.for === 'summary' ? [event] : []));
  const total = ({ input, output }: { readonly input: number; readonly output: number }) => ({ input, output });

  test.each(families)('%s: in the events, the turn, the session, and after a restart', async (family) => {
    const store = createMemoryStore();
    const { agents, session, say } = await open(family, summary, { compaction: { keepTokens: 100 }, store }, [family]);
    const heard: SessionEvent[] = [];
    for (const word of ['one', 'two', 'three']) heard.push(...(await say(many(word))));
    agents.of(family).fault({ do: 'fail', with: { kind: 'overflow' } });
    const events = await say('four');
    heard.push(...events);
    const [spent] = summaries(events);
    expect(spent).toMatchObject({ target: session.state.lastTarget });
    // The text for the summariser contained all three.
    expect(spent?.usage.input).toBeGreaterThan(1_000);
    expect(total(endOf(events).usage)).toEqual(sum(events));
    expect(total(session.state.usage)).toEqual(sum(heard));
    const kept = session.state;
    await session.close();
    const again = await resumeSession(
      codingAgent({
        ...{ workspace: agents.workspace, environment: {}, tools: [], store, id: session.id },
        route: agents.target(family),
      }),
    );
    expect([again.state.usage, again.state.turns]).toEqual([kept.usage, 4]);
    await again.close();
  });

  test('costs money at a known price', async () => {
    const { agents, session, say } = await open('anthropic', summary, { compaction: { keepTokens: 100 } }, [
      'anthropic',
    ]);
    for (const word of ['one', 'two', 'three']) await say(many(word));
    agents.of('anthropic').fault({ do: 'fail', with: { kind: 'overflow' } });
    const costs = (await say('four')).flatMap((event) => (event.type === 'usage' ? [event.cost ?? 0] : []));
    expect(costs.length).toBe(2);
    expect(costs.every((cost) => cost > 0)).toBe(true);
    expect(session.state.turns).toBe(4);
  });

  test.each([
    ['on demand', summary, 'compacted'],
    ['when the summary is empty', '', 'unchanged'],
    ['when the summary is as long as what it replaces', many('long').repeat(9), 'unchanged'],
  ])('%s', async (_, said, outcome) => {
    const { session, say, clock } = await open('anthropic', said, { compaction: { keepTokens: 600 } }, ['anthropic']);
    await say(many('one'));
    await say('two');
    const before = session.state.usage;
    const heard: SessionEvent[] = [];
    const listen = (event: SessionEvent): void => {
      heard.push(event);
      throw new Error('a listener of little use');
    };
    expect(await clock.finish(session.compact({ listen }))).toMatchObject({ outcome });
    expect(heard.map(({ type }) => type)).toEqual(['compaction', 'usage', 'request-end', 'compaction']);
    const [spent] = summaries(heard);
    expect(total(session.state.usage)).toEqual({
      input: before.input + (spent?.usage.input ?? 0),
      output: before.output + (spent?.usage.output ?? 0),
    });
    expect(spent?.usage.input).toBeGreaterThan(100);
  });

  test('when the connection is lost after the last word', async () => {
    const { agents, session, say, clock } = await open('anthropic', summary, { compaction: { keepTokens: 100 } }, [
      'anthropic',
    ]);
    for (const word of ['one', 'two']) await say(many(word));
    agents.of('anthropic').fault({ do: 'drop', at: 3_000 });
    const heard: SessionEvent[] = [];
    const { outcome } = await clock.finish(session.compact({ listen: (event) => heard.push(event) }));
    expect([outcome, heard.map(({ type }) => type)]).toEqual([
      'unchanged',
      ['compaction', 'usage', 'request-end', 'request-failed', 'compaction'],
    ]);
  });

  test('reports a retry, and counts every attempt that used tokens', async () => {
    const { agents, session, say, clock } = await open('anthropic', summary, { compaction: { keepTokens: 100 } }, [
      'anthropic',
    ]);
    for (const word of ['one', 'two']) await say(many(word));
    agents.of('anthropic').fault({ do: 'fail', with: { kind: 'server' } });
    const heard: SessionEvent[] = [];
    await clock.finish(session.compact({ listen: (event) => heard.push(event) }));
    expect(heard.map(({ type }) => type)).toEqual([
      ...['compaction', 'request-end', 'request-failed', 'retry'],
      ...['usage', 'request-end', 'compaction'],
    ]);
  });

  test('counts towards the budget', async () => {
    const { agents, say } = await open(
      'anthropic',
      summary,
      {
        compaction: { keepTokens: 100 },
        subagents: { tokens: 2_500 },
      },
      ['anthropic'],
    );
    for (const word of ['one', 'two', 'three']) await say(many(word));
    agents.of('anthropic').fault({ do: 'fail', with: { kind: 'overflow' } });
    const end = endOf(await say('four'));
    expect(end).toMatchObject({ outcome: 'limit', why: 'The token budget is used up.' });
  });
});

describe('the running turn’s own results fill the window', () => {
  const lines = (n: number): string =>
    [
      `[[head ${n}]]`,
      ...Array.from({ length: 1_200 }, (_, at) => `line ${at} of result ${n} with some more words`),
      `[[tail ${n}]]`,
    ].join('\n');
  const big = defineTool({
    name: 'big',
    description: 'Says much.',
    parameters: Type.Object({ n: Type.Integer() }),
    kind: 'read',
    run: ({ n }) => lines(n),
  });
  const four = [1, 2, 3, 4];
  const worker = script([
    { when: { user: 'hello' }, say: 'Hello.' },
    { when: { of: 'big' }, say: 'Done.' },
    { when: { user: 'What do the four say' }, call: four.map((n) => ({ tool: 'big', args: { n } })) },
    { say: 'I have heard {{user}}.' },
  ]);
  const working: Model = (seen) =>
    seen.system.includes('You write the summary') ? { parts: [{ say: summary }], stop: 'end' } : worker(seen);
  const question = 'What do the four say? [[question]]';

  async function work(family: Family, contextWindow: number, before: readonly string[] = []) {
    const opened = await openAgents({ model: working, only: [family] });
    agents = opened;
    const clock = createVirtualClock();
    const session = await opened.open({
      route: opened.target(family, { traits: { contextWindow, maxOutput: 1_000 } }),
      tools: [big],
      clock,
      store: createMemoryStore(),
    });
    for (const text of before) await clock.finish(play(session, text));
    const events = await clock.finish(play(session, question));
    const last = opened.of(family).log.at(-1)?.seen?.turns ?? [];
    return { session, events, last, agents: opened };
  }

  const textOf = (
    turns: readonly { readonly text: string; readonly results: readonly { readonly text: string }[] }[],
  ) => turns.map(({ text, results }) => [text, ...results.map((result) => result.text)].join('\n')).join('\n');

  test.each([
    ['anthropic', []],
    ['anthropic', [many('hello one'), many('hello two'), many('hello three')]],
    ['gemini', []],
    ['mistral', [many('hello one')]],
    ['openai-responses', []],
    ['ollama', []],
  ] as const)(
    '%s: keeps the question and the beginning and end of every result, and says how to read the rest',
    async (family, before) => {
      const { session, events, last, agents } = await work(family, 40_000, before);
      expect(endOf(events)).toMatchObject({ outcome: 'done', text: 'Done.' });
      const shown = textOf(last);
      for (const n of four) expect(shown.match(new RegExp(`\\[\\[(?:head|tail) ${n}\\]\\]`, 'g'))).toHaveLength(2);
      expect(shown.match(/\[\[question\]\]/g)).toHaveLength(1);
      expect(shown.match(/left out here\. Complete output: read_output with/g)).toHaveLength(4);
      const [, made] = compactions(events);
      expect(made).toMatchObject({ outcome: 'compacted' });
      expect(made?.after ?? 0).toBeLessThan((made?.before ?? 0) * 0.9);
      expect(session.state.tokens).toBeLessThan(40_000);
      agents.accepted();
    },
  );

  test('a very long turn: its first steps become a summary, followed by the question', async () => {
    const many = 60;
    const busy: Model = (seen) => {
      if (seen.system.includes('You write the summary')) return { parts: [{ say: summary }], stop: 'end' };
      const text = textOf(seen.turns);
      const next = [...text.matchAll(/step (\d+) done/g)].reduce((most, [, n]) => Math.max(most, Number(n)), 0) + 1;
      if (next > many) return { parts: [{ say: 'Finished.' }], stop: 'end' };
      return { parts: [{ call: 'small', args: { n: next } }], stop: 'calls' };
    };
    const small = defineTool({
      name: 'small',
      description: 'Says little.',
      parameters: Type.Object({ n: Type.Integer() }),
      kind: 'read',
      run: ({ n }) => `step ${n} done ${'and a few words '.repeat(30)}`,
    });
    const opened = await openAgents({ model: busy, only: ['anthropic'] });
    agents = opened;
    const clock = createVirtualClock();
    const session = await opened.open({
      route: opened.target('anthropic', { traits: { contextWindow: 3_500, maxOutput: 300 } }),
      tools: [small],
      clock,
    });
    const events = await clock.finish(play(session, question));
    expect(endOf(events)).toMatchObject({ outcome: 'done', text: 'Finished.' });
    const made = compactions(events).filter(({ outcome }) => outcome === 'compacted');
    expect(made.length).toBeGreaterThan(1);
    for (const { before, after = before } of made) expect(after).toBeLessThan(before);
    const shown = textOf(opened.of('anthropic').log.at(-1)?.seen?.turns ?? []);
    expect([shown.match(/\[\[question\]\]/g)?.length, shown.includes(summary)]).toEqual([1, true]);
    opened.accepted();
  });

  test('shows the shortened results after a restart', async () => {
    const { session, agents } = await work('anthropic', 40_000);
    const { contents } = session.state;
    const copy = await session.fork();
    expect(copy.state.contents).toEqual(contents);
    await play(copy, 'hello again');
    expect(textOf(agents.of('anthropic').log.at(-1)?.seen?.turns ?? []).length).toBeLessThan(160_000);
    await copy.close();
  });

  test('reports what cannot fit before sending, and summarizes nothing in vain', async () => {
    const opened = await openAgents({ model: working, only: ['anthropic'] });
    agents = opened;
    const session = await opened.open({
      route: opened.target('anthropic', { traits: { contextWindow: 131_000 } }),
      tools: [],
    });
    await play(session, 'hello');
    const events = await play(session, `hello ${'many words of a mentioned file '.repeat(60_000)}`);
    const types = events.map((event) => (event.type === 'compaction' ? `compaction ${event.outcome}` : event.type));
    expect(types.slice(0, types.indexOf('request') + 1)).toEqual([
      'turn-start',
      'compaction started',
      'compaction unchanged',
      'notice',
      'request',
    ]);
    expect(events.find((event) => event.type === 'notice')).toMatchObject({
      text: expect.stringMatching(
        /^The request has about \d{6} tokens, but the context window of anthropic\/claude-opus-4-8 has 131000\. It will probably be refused\. One message alone has about \d{6} tokens: shorten it\.$/,
      ),
    });
  });
});

test('passes the user’s wishes to the summarizer', async () => {
  const { agents, session, say } = await open('anthropic', summary, { compaction: { keepTokens: 100 } }, ['anthropic']);
  for (const word of ['one', 'two', 'three']) await say(many(word));
  expect((await session.compact({ focus: 'the numbers in French' })).outcome).toBe('compacted');
  expect(agents.of('anthropic').log.at(-1)?.seen?.system).toMatch(
    /said what matters most\. Follow it:\nthe numbers in French$/,
  );
});
