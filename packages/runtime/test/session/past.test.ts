/** Earlier turns: a copy of the first n turns has their original contents, even if a summary has replaced them since. */
import { type Model, type Seen, script } from '@interlock/simulators';
import { type Content, render, verify } from '@interlock/transcript';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { times } from '../../../../test/property/runs.ts';
import { codingAgent, createMemoryStore, resumeSession, type Session, type SessionOptions } from '../../src/index.ts';
import { type Agents, endOf, openAgents, play } from '../agents.ts';
import { createGate } from '../gate.ts';

const talk = script([
  { when: { of: 'work' }, say: 'Done.' },
  { when: { user: 'work' }, call: [1, 2].map((n) => ({ tool: 'work', args: { n } })) },
  { say: 'I have heard {{user}}.' },
]);
const model: Model = (seen: Seen) =>
  seen.system.includes('You write the summary') ? { parts: [{ say: 'They talked.' }], stop: 'end' } : talk(seen);

let agents: Agents | undefined;
afterEach(async () => {
  await agents?.close();
  agents = undefined;
});

async function open(
  more: Partial<SessionOptions> = {},
): Promise<{ readonly agents: Agents; readonly session: Session }> {
  const opened = agents ?? (await openAgents({ model, only: ['anthropic'] }));
  agents = opened;
  const gate = createGate();
  gate.open(1);
  gate.open(2);
  const session = await opened.open({
    ...{ route: opened.target('anthropic'), tools: [gate.tool], instructions: false, compaction: { keepTokens: 60 } },
    ...more,
  });
  return { agents: opened, session };
}

const long = (word: string): string => `${word} ${'and so on '.repeat(60)}`;
const copyOf = (contents: readonly Content[]): readonly Content[] => JSON.parse(JSON.stringify(contents));
const firstText = ({ content }: { readonly content: Content }): string => {
  const [block] = content.blocks;
  return block?.type === 'text' ? block.text : '';
};

const usersIn = (contents: readonly Content[]): readonly string[] =>
  contents.flatMap((content) => (content.speaker === 'human' ? [firstText({ content })] : []));

describe('after a compaction', () => {
  test('counts turns as before, and restores those before it', async () => {
    const { agents, session } = await open();
    const before: (readonly Content[])[] = [];
    for (const word of ['one', 'work two', 'three', 'four']) {
      before.push(copyOf(session.state.contents));
      await play(session, long(word));
    }
    const whole = copyOf(session.state.contents);
    expect(await session.history()).toEqual(whole);
    expect((await session.compact()).outcome).toBe('compacted');
    before.push(copyOf(session.state.contents));
    const { length } = session.state.contents;
    await play(session, 'five');
    expect(await session.history()).toEqual([...whole, ...session.state.contents.slice(length)]);
    expect(session.state.turns).toBe(5);
    expect((await session.messages()).map((message) => [message.turns, firstText(message).split(' and')[0]])).toEqual([
      [0, 'one'],
      [1, 'work two'],
      [2, 'three'],
      [3, 'four'],
      [4, 'five'],
    ]);
    for (const [turns, contents] of before.entries()) {
      const fork = await session.fork({ turns });
      expect([fork.state.turns, fork.state.contents]).toEqual([turns, contents]);
      expect(endOf(await play(fork, 'hello')).outcome).toBe('done');
      await fork.close();
    }
    agents.accepted();
  });

  test('in the middle of a turn, after the provider’s error', async () => {
    const { agents, session } = await open();
    await play(session, long('one'));
    const before = copyOf(session.state.contents);
    agents.of('anthropic').fault({ do: 'fail', with: { kind: 'overflow' }, after: 1 });
    const events = await play(session, long('work two'));
    expect(events.some((event) => event.type === 'compaction' && event.outcome === 'compacted')).toBe(true);
    const fork = await session.fork({ turns: 1 });
    expect(fork.state.contents).toEqual(before);
    await fork.close();
    expect((await session.messages()).map(firstText)).toEqual([long('one'), long('work two')]);
  });

  test('a copy of a copy finds them with the first; after that is deleted, what is left', async () => {
    const store = createMemoryStore();
    const { session } = await open({ store });
    const before: (readonly Content[])[] = [];
    for (const word of ['one', 'two', 'three']) {
      before.push(copyOf(session.state.contents));
      await play(session, long(word));
    }
    await session.compact();
    const fork = await session.fork();
    // Both sessions continue with a turn of the same name.
    await play(session, 'of the first');
    await play(fork, 'of the copy');
    expect((await fork.messages()).map(firstText)).toEqual([long('one'), long('two'), long('three'), 'of the copy']);
    expect(usersIn(await fork.history())).toEqual([long('one'), long('two'), long('three'), 'of the copy']);
    const again = await fork.fork({ turns: 1 });
    expect(again.state.contents).toEqual(before[1]);
    const last = await fork.fork({ turns: 3 });
    expect(last.state.turns).toBe(3);
    expect(last.state.contents.map(({ metadata }) => metadata?.turnId)).not.toContain('turn-4');
    await session.close();
    await store.delete(session.id);
    // No other record contains what the summary has replaced.
    expect(usersIn(await fork.history())).toEqual([expect.stringContaining('They talked.'), 'of the copy']);
    await expect(fork.fork({ turns: 1 })).rejects.toThrow(
      'The history after 1 turns is no longer stored. Use more turns, or the session that this one was copied from.',
    );
    const kept = (await fork.messages()).map(firstText);
    expect(kept.at(-1)).toBe('of the copy');
    expect(kept).not.toContain(long('one'));
    for (const one of [again, last, fork]) await one.close();
  });

  test('and after a restart', async () => {
    const store = createMemoryStore();
    const { agents, session } = await open({ store });
    for (const word of ['one', 'two', 'three']) await play(session, long(word));
    await session.compact();
    await session.close();
    const { id } = session;
    const again = await resumeSession(
      codingAgent({
        ...{ workspace: agents.workspace, environment: {}, tools: [], store, id },
        route: agents.target('anthropic'),
      }),
    );
    const fork = await again.fork({ turns: 2 });
    expect(fork.state.contents.map(({ metadata }) => metadata?.turnId)).toEqual([
      ...['turn-1', 'turn-1', 'turn-2', 'turn-2'],
    ]);
    await fork.close();
    await again.close();
  });
});

const anyStep = fc.constantFrom(
  ...(['talk', 'talk', 'work', 'compact', 'compact', 'overflow', 'fork', 'rewind', 'resume'] as const),
);

type Kept = Pick<SessionOptions, 'store' | 'tools' | 'compaction' | 'instructions'>;

/** A random session, and its contents before each turn. */
class Played {
  readonly before: (readonly Content[])[] = [];
  compactions = 0;
  session: Session;
  readonly #agents: Agents;
  readonly #options: Kept;

  constructor(session: Session, agents: Agents, options: Kept) {
    this.session = session;
    this.#agents = agents;
    this.#options = options;
  }

  readonly talk = (): Promise<void> => this.#say('talk');
  readonly work = (): Promise<void> => this.#say('work');

  readonly compact = async (): Promise<void> => {
    if ((await this.session.compact()).outcome === 'compacted') this.compactions += 1;
  };

  readonly overflow = async (): Promise<void> => {
    this.#agents.of('anthropic').fault({ do: 'fail', with: { kind: 'overflow' } });
    await this.#say('over');
    this.#agents.of('anthropic').clearFaults();
  };

  readonly fork = async (): Promise<void> => this.#goOn(await this.session.fork());

  readonly rewind = async (): Promise<void> => {
    this.before.length = Math.floor(this.before.length / 2);
    await this.#goOn(await this.session.fork({ turns: this.before.length }));
  };

  readonly resume = async (): Promise<void> => {
    await this.session.close();
    const { id } = this.session;
    const { workspace } = this.#agents;
    const route = this.#agents.target('anthropic');
    this.session = await resumeSession(codingAgent({ ...this.#options, workspace, environment: {}, id, route }));
  };

  async #goOn(next: Session): Promise<void> {
    await this.session.close();
    this.session = next;
  }

  async #say(text: string): Promise<void> {
    this.before.push(copyOf(this.session.state.contents));
    const events = await play(this.session, long(text));
    if (events.some((event) => event.type === 'compaction' && event.outcome === 'compacted')) this.compactions += 1;
  }
}

test('property: a fork at n has exactly the first n turns, and renders valid', async () => {
  let [forks, compactions] = [0, 0];
  const gate = createGate();
  gate.open(1);
  gate.open(2);
  const options = {
    ...{ store: createMemoryStore(), tools: [gate.tool], compaction: { keepTokens: 60 }, instructions: false },
  };
  const property = fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 14 }), async (steps) => {
    const { agents, session } = await open(options);
    const played = new Played(session, agents, options);
    for (const step of steps) await played[step]();
    expect(played.session.state.turns).toBe(played.before.length);
    const messages = await played.session.messages();
    expect(messages.map(({ turns }) => turns)).toEqual(played.before.map((_, index) => index));
    for (const [turns, contents] of played.before.entries()) {
      const fork = await played.session.fork({ turns });
      expect([fork.state.turns, fork.state.contents]).toEqual([turns, contents]);
      expect(verify(render(fork.state.contents).transcript)).toEqual([]);
      if (turns === messages.length - 1) expect(endOf(await play(fork, 'hello')).outcome).toBe('done');
      await fork.close();
      forks += 1;
    }
    await played.session.close();
    compactions += played.compactions;
  });
  await fc.assert(property, { numRuns: 12 * times, seed: 915 });
  expect([forks > 25, compactions > 10]).toEqual([true, true]);
});
