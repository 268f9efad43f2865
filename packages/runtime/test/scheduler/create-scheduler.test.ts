import { describe, expect, test } from 'vitest';
import type { ApprovalDecision } from '../../src/approval/approval.ts';
import type { Outcome } from '../../src/scheduler/outcome.ts';
import type { Access, AgentTool } from '../../src/tool/tool.ts';
import { approvalsBy, call, createKit, type Kit, outcomes, titles, tool } from './batch-kit.ts';

describe('a batch', () => {
  test('REQ-915-031 runs calls in parallel, returns results in call order, reports progress at once', async () => {
    const slow = tool('slow', {
      kind: 'write',
      run: async (_, { progress }) => {
        await kit.clock.sleep(30);
        progress('almost');
        await kit.clock.sleep(1);
        return 'slow';
      },
    });
    const kit: Kit = createKit([slow, tool('quick')]);
    const batch = await kit.run([call('a', 'slow', { n: 1 }), call('b', 'quick')]);
    expect(batch).toEqual({
      settled: [
        { call: call('a', 'slow', { n: 1 }), outcome: { state: 'complete', result: 'slow' } },
        { call: call('b', 'quick'), outcome: { state: 'complete', result: 'quick' } },
      ],
    });
    expect(kit.events).toEqual([
      { type: 'tool-call', id: 'a', name: 'slow', args: { n: 1 } },
      { type: 'tool-call', id: 'b', name: 'quick', args: {} },
      { type: 'tool-start', id: 'a', name: 'slow' },
      { type: 'tool-start', id: 'b', name: 'quick' },
      { type: 'tool-progress', id: 'a', text: 'almost' },
      { type: 'tool-result', id: 'a', name: 'slow', outcome: { state: 'complete', result: 'slow' }, ms: 31 },
      { type: 'tool-result', id: 'b', name: 'quick', outcome: { state: 'complete', result: 'quick' }, ms: 0 },
    ]);
    expect(kit.journal).toEqual(['started a!', 'started b', 'settled b complete', 'settled a complete!']);
  });

  test('REQ-915-030 uses its session’s scheduler: the same for all, even concurrently', async () => {
    const kit = createKit([tool('echo', { run: async ({ n }) => ({ value: n ?? null }) })]);
    const signal = new AbortController().signal;
    const batches = [1, 2, 3].map((n) => kit.scheduler.run([call(`a${n}`, 'echo', { n })], signal));
    expect((await Promise.all(batches)).map(outcomes)).toEqual(
      [1, 2, 3].map((n) => [{ state: 'complete', result: n }]),
    );
  });

  test('may be empty', async () => {
    const kit = createKit([]);
    expect([await kit.run([]), kit.events, kit.journal]).toEqual([{ settled: [] }, [], []]);
  });

  test('ignores calls that the provider runs', async () => {
    const kit = createKit([tool('search')]);
    const theirs = { ...call('a', 'search'), executor: 'provider' as const };
    const batch = await kit.run([theirs, call('b', 'search')]);
    expect(batch.settled.map((each) => each.call.id)).toEqual(['b']);
    expect(kit.journal).toEqual(['started b', 'settled b complete']);
  });

  test('runs and records only the first of two calls with the same id', async () => {
    const ran: unknown[] = [];
    const kit = createKit([tool('write', { kind: 'write', run: async (args) => String(ran.push(args)) })]);
    const batch = await kit.run([call('a', 'write', { n: 1 }), call('a', 'write', { n: 2 })]);
    expect(ran).toEqual([{ n: 1 }]);
    expect(outcomes(batch)).toEqual([
      { state: 'complete', result: '1' },
      { state: 'error', error: 'Two calls of one response have the id "a"; only the first was run.' },
    ]);
    expect(kit.journal).toEqual(['started a!', 'settled a complete!']);
    expect(titles(kit.events)).toEqual(['tool-call a', 'tool-start a', 'tool-result a']);
  });

  test('sees a tool added since the last batch', async () => {
    const tools = new Map<string, AgentTool>();
    const kit = createKit([], { tools: () => tools });
    const before = await kit.run([call('a', 'new')]);
    tools.set('new', tool('new'));
    const after = await kit.run([call('b', 'new')]);
    expect([...outcomes(before), ...outcomes(after)].map(({ state }) => state)).toEqual(['error', 'complete']);
  });

  test('continues when a listener throws', async () => {
    const kit = createKit([tool('t')], {
      emit: () => {
        throw new Error('listener');
      },
    });
    expect(outcomes(await kit.run([call('a', 't')]))).toEqual([{ state: 'complete', result: 't' }]);
  });

  test('reports a fault without a tool list', async () => {
    const broken = new Error('no tools');
    const kit = createKit([], {
      tools: () => {
        throw broken;
      },
    });
    const batch = await kit.run([call('a', 't')]);
    expect(batch).toEqual({ settled: [{ call: call('a', 't'), outcome: { state: 'cancelled' } }], fault: broken });
  });

  test('tells the model what is wrong with a call and runs the others', async () => {
    const strict = tool('strict', {
      parameters: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    });
    const kit = createKit([strict, tool('other')]);
    const batch = await kit.run([
      call('a', 'missing'),
      call('b', 'strict', {}),
      call('c', 'strict', '{"n": '),
      call('d', 'strict', { n: 1 }),
    ]);
    expect(outcomes(batch).map((outcome) => (outcome.state === 'error' ? outcome.error : outcome))).toEqual([
      'There is no tool "missing", so nothing was run. The tools are: strict, other.',
      'Invalid arguments for the tool strict, which was not run:\n- n: is required (number)\nFix this and call strict again.',
      expect.stringMatching(/^The arguments must be a JSON object, but they came as text that is not valid JSON/),
      { state: 'complete', result: 'strict' },
    ]);
    expect(kit.journal).toEqual([
      ...['settled a error', 'settled b error', 'settled c error', 'started d', 'settled d complete'],
    ]);
  });

  test.each<{ what: string; parts: Partial<AgentTool>; says: RegExp }>([
    {
      what: 'whose subject throws',
      parts: {
        subject: () => {
          throw new Error('what?');
        },
      },
      says: /^The tool odd could not determine what this call applies to, so it was not run: what\?$/,
    },
    { what: 'whose subject is not text', parts: { subject: () => 3 as never }, says: /so it was not run/ },
  ])('does not run a tool $what: no rule could be checked', async ({ parts, says }) => {
    const kit = createKit([tool('odd', parts)]);
    const batch = await kit.run([call('a', 'odd')]);
    expect(outcomes(batch)).toEqual([{ state: 'error', error: expect.stringMatching(says) }]);
    expect(kit.journal).toEqual(['settled a error']);
  });

  test('passes arguments with their defaults', async () => {
    const seen: unknown[] = [];
    const parameters = { type: 'object', properties: { n: { type: 'integer', default: 3 } } };
    const kit = createKit([
      tool('t', {
        parameters,
        access: (args) => ({ reads: [String(seen.push(['access', args]))] }),
        subject: (args) => String(seen.push(['subject', args])),
        run: async (args) => String(seen.push(['run', args])),
      }),
    ]);
    await kit.run([call('a', 't')]);
    expect(seen).toEqual([
      ['subject', { n: 3 }],
      ['access', { n: 3 }],
      ['run', { n: 3 }],
    ]);
  });
});

test('a fault that does not stop a call is reported: nothing is done in another way in silence', async () => {
  const reports: string[] = [];
  const kit = createKit(
    [
      tool('unclear', {
        access: () => {
          throw new Error('no idea');
        },
      }),
      tool('garbled', { access: () => ({ reads: 'x' }) as never }),
      tool('asked', { kind: 'write' }),
    ],
    {
      report: (text) => reports.push(text),
      approvals: approvalsBy(async ({ tool: name }) => {
        if (name === 'asked') throw new Error('against its contract');
        return { verdict: 'allow', by: 'rule' };
      }),
      after: async ({ call: { id } }, outcome) => {
        if (id === 'b') throw new Error('a broken hook');
        return outcome;
      },
    },
  );
  await kit.run([call('a', 'unclear'), call('b', 'garbled'), call('c', 'asked')]);
  expect(reports.toSorted()).toEqual([
    'It could not be determined whether asked is allowed: against its contract',
    'The result of garbled is complete, but nothing could be added to it: a broken hook',
    'garbled could not say what a call of it accesses, so the call runs alone: its reads and writes are not lists of names',
    'unclear could not say what a call of it accesses, so the call runs alone: no idea',
  ]);
});

describe('conflicts', () => {
  const reads = (...names: string[]): Access => ({ reads: names });
  const writes = (...names: string[]): Access => ({ writes: names });
  const throwing = (): Access => {
    throw new Error('no idea');
  };

  test.each<{ what: string; first: Access | (() => Access); second: Access | (() => Access); together: boolean }>([
    { what: 'two readers', first: reads('a'), second: reads('a'), together: true },
    { what: 'a reader and a writer', first: reads('a'), second: writes('a'), together: false },
    { what: 'a writer and a reader', first: writes('a'), second: reads('a'), together: false },
    { what: 'two writers', first: writes('a'), second: writes('a'), together: false },
    { what: 'writers of two files', first: writes('x/a'), second: writes('x/b'), together: true },
    { what: 'names that only start alike', first: writes('x/a'), second: writes('x/ab'), together: true },
    { what: 'a folder and a file in it', first: writes('x'), second: reads('x/y/z'), together: false },
    { what: 'a file and its folder', first: writes('x/y/z'), second: reads('x'), together: false },
    { what: 'a folder that is read and a file in it', first: reads('x'), second: writes('x/y'), together: false },
    { what: 'a file that is read and its folder', first: reads('x/y'), second: writes('x'), together: false },
    { what: 'a folder and a file in it, both read', first: reads('x'), second: reads('x/y'), together: true },
    { what: 'two spellings of one name', first: writes('/x//y/'), second: writes('x/./y'), together: false },
    { what: 'a name with ..', first: writes('x/../y'), second: writes('z'), together: false },
    { what: 'everything and one name', first: writes(''), second: reads('x'), together: false },
    { what: 'exclusive and nothing', first: { exclusive: true }, second: {}, together: false },
    { what: 'nothing and exclusive', first: {}, second: { exclusive: true }, together: false },
    { what: 'nothing and nothing', first: {}, second: {}, together: true },
    { what: 'one that throws and nothing', first: throwing, second: {}, together: false },
    { what: 'garbage and nothing', first: { reads: 'x' } as never, second: {}, together: false },
    { what: 'undefined and nothing', first: () => undefined as never, second: {}, together: false },
  ])('$what: together $together', async ({ first, second, together }) => {
    const make = (name: string, access: Access | (() => Access)): AgentTool =>
      tool(name, {
        access: typeof access === 'function' ? access : () => access,
        run: async () => {
          await kit.clock.sleep(10);
          return name;
        },
      });
    const kit: Kit = createKit([make('first', first), make('second', second)]);
    await kit.run([call('a', 'first'), call('b', 'second')]);
    const steps = titles(kit.events).filter((title) => !title.startsWith('tool-call'));
    expect(steps).toEqual(
      together
        ? ['tool-start a', 'tool-start b', 'tool-result a', 'tool-result b']
        : ['tool-start a', 'tool-result a', 'tool-start b', 'tool-result b'],
    );
  });

  test('starts at most its limit, in call order', async () => {
    let running = 0;
    const most: number[] = [];
    const busy = tool('busy', {
      run: async () => {
        running += 1;
        most.push(running);
        await kit.clock.sleep(10);
        running -= 1;
        return '';
      },
    });
    const kit: Kit = createKit([busy], { parallel: 3 });
    await kit.run(Array.from({ length: 10 }, (_, index) => call(String(index), 'busy')));
    expect(Math.max(...most)).toBe(3);
    const starts = kit.events.filter(({ type }) => type === 'tool-start').map(({ id }) => id);
    expect(starts).toEqual(Array.from({ length: 10 }, (_, index) => String(index)));
  });

  test.each([
    ['the same file', (n: number): Access => ({ writes: [`x/${n % 2}`] })],
    ['a folder and its files alternately', (n: number): Access => (n % 2 ? reads('x') : writes(`x/${n}`))],
    ['many readers, then many writers', (n: number): Access => (n < 5_000 ? reads('x') : writes(`x/${n}`))],
  ])('handles ten thousand calls that touch %s', async (_, access) => {
    const ran = new Set<unknown>();
    const run: AgentTool['run'] = async ({ n }) => String(ran.add(n).size);
    const kit = createKit([tool('t', { access: ({ n }) => access(Number(n)), run })]);
    const batch = await kit.run(Array.from({ length: 10_000 }, (_, n) => call(String(n), 't', { n })));
    expect([batch.settled.length, ran.size]).toEqual([10_000, 10_000]);
  });
});

describe('approval', () => {
  const decisions: Readonly<Record<string, ApprovalDecision>> = {
    silent: { verdict: 'deny', by: 'rule' },
    told: { verdict: 'deny', by: 'nobody', message: 'Nobody can be asked. --allow told would allow it.' },
    cancelled: { verdict: 'deny', by: 'cancelled' },
    yes: { verdict: 'allow', by: 'rule' },
  };
  const tools = [...Object.keys(decisions), 'broken'].map((name) => tool(name, { kind: 'write' }));

  test.each<{ name: string; outcome: Outcome }>([
    { name: 'silent', outcome: { state: 'denied' } },
    { name: 'told', outcome: { state: 'denied', partial: 'Nobody can be asked. --allow told would allow it.' } },
    { name: 'cancelled', outcome: { state: 'cancelled' } },
    { name: 'yes', outcome: { state: 'complete', result: 'yes' } },
    { name: 'broken', outcome: { state: 'denied', partial: 'Could not determine whether it is allowed.' } },
  ])('$name', async ({ name, outcome }) => {
    const approvals = approvalsBy(async ({ tool: asked }) => {
      const decision = decisions[asked];
      if (decision === undefined) throw new Error('against its contract');
      return decision;
    });
    const kit = createKit(tools, { approvals });
    expect(outcomes(await kit.run([call('a', name)]))).toEqual([outcome]);
    expect(kit.journal.includes('started a!')).toBe(name === 'yes');
  });

  test('asks in call order; an allowed call waits for an open question only if they conflict', async () => {
    const asked: string[] = [];
    const approvals = approvalsBy(async (request, _, asking) => {
      asked.push(request.callId);
      if (request.tool !== 'ask') return { verdict: 'allow', by: 'rule' };
      asking({ ...request, rule: 'ask(*)' });
      await kit.clock.sleep(1_000);
      return { verdict: 'deny', by: 'user', message: 'no' };
    });
    const kit: Kit = createKit(
      [
        tool('ask', { kind: 'write', access: () => ({ writes: ['x'] }), subject: () => 'x' }),
        tool('free'),
        tool('conflicting', { access: () => ({ reads: ['x'] }) }),
      ],
      { approvals },
    );
    await kit.run([call('a', 'ask'), call('b', 'free'), call('c', 'conflicting')]);
    expect(asked).toEqual(['a', 'b', 'c']);
    expect(kit.events.slice(3)).toEqual([
      { type: 'tool-approval', id: 'a', name: 'ask', subject: 'x', rule: 'ask(*)' },
      { type: 'tool-start', id: 'b', name: 'free' },
      { type: 'tool-result', id: 'a', name: 'ask', outcome: { state: 'denied', partial: 'no' }, ms: 0 },
      { type: 'tool-result', id: 'b', name: 'free', outcome: { state: 'complete', result: 'free' }, ms: 0 },
      { type: 'tool-start', id: 'c', name: 'conflicting' },
      {
        ...{ type: 'tool-result', id: 'c', name: 'conflicting', ms: 0 },
        outcome: { state: 'complete', result: 'conflicting' },
      },
    ]);
  });

  test('records the waiting time of a question with the start of its call only', async () => {
    const approvals = approvalsBy(async (request, _, asking) => {
      if (request.tool !== 'ask') return { verdict: 'allow', by: 'rule' };
      asking({ ...request, rule: 'ask(*)' });
      await kit.clock.sleep(1_000);
      return { verdict: 'allow', by: 'user' };
    });
    const kit: Kit = createKit([tool('ask', { kind: 'write' }), tool('free')], { approvals });
    await kit.run([call('a', 'ask'), call('b', 'free')]);
    expect(kit.journal.filter((line) => line.startsWith('started'))).toEqual(['started b', 'started a! after 1000 ms']);
  });
});

describe('REQ-915-034 a cancel', () => {
  test('closes each call with its true reason and keeps finished results', async () => {
    const signals: unknown[] = [];
    const kit: Kit = createKit(
      [
        tool('quick'),
        tool('obeys', {
          run: async (_, { signal, progress }) => {
            progress('half of it');
            await kit.clock.sleep(100_000, signal);
            signals.push(signal.reason);
            throw signal.reason;
          },
        }),
        tool('ignores', { kind: 'write', run: () => kit.clock.sleep(50_000).then(() => 'at last') }),
        tool('asked'),
        tool('waits', { access: () => ({ exclusive: true }) }),
      ],
      {
        graceMs: 500,
        approvals: approvalsBy(async ({ tool: name }) =>
          name === 'asked' ? new Promise(() => undefined) : { verdict: 'allow', by: 'rule' },
        ),
      },
    );
    const calls = ['quick', 'obeys', 'ignores', 'asked', 'waits'].map((name) => call(name, name));
    const running = kit.scheduler.run(calls, kit.controller.signal);
    await kit.clock.advance(1_000);
    kit.controller.abort();
    const from = kit.clock.now();
    const batch = await kit.clock.finish(running);
    expect(outcomes(batch)).toEqual([
      { state: 'complete', result: 'quick' },
      { state: 'interrupted', partial: 'half of it' },
      { state: 'interrupted' },
      { state: 'cancelled' },
      { state: 'cancelled' },
    ]);
    expect(batch.fault).toBeUndefined();
    expect(kit.clock.now() - from).toBe(500);
    expect(signals).toEqual([expect.objectContaining({ name: 'AbortError' })]);
    const results = titles(kit.events).filter((title) => title.startsWith('tool-result'));
    expect(results).toEqual(calls.map(({ id }) => `tool-result ${id}`));
    await kit.clock.runUntilIdle();
    expect(kit.late).toEqual([{ state: 'complete', result: 'at last' }]);
    expect(kit.journal).toEqual([
      ...['started quick', 'started obeys', 'started ignores!', 'settled quick complete'],
      ...['settled asked cancelled', 'settled waits cancelled', 'settled obeys interrupted'],
      ...['settled ignores interrupted!', 'late ignores complete'],
    ]);
  });

  test('before the batch runs nothing', async () => {
    const kit = createKit([tool('t')]);
    kit.controller.abort();
    const batch = await kit.run([call('a', 't'), call('b', 'missing')]);
    expect(outcomes(batch)).toEqual([{ state: 'cancelled' }, { state: 'cancelled' }]);
    expect(kit.journal).toEqual(['settled a cancelled', 'settled b cancelled']);
  });

  test('while the start is being recorded runs nothing', async () => {
    const kit: Kit = createKit([tool('t')], {
      journal: {
        started: () => kit.clock.sleep(100),
        settled: async () => undefined,
        late: async () => undefined,
      },
    });
    const running = kit.scheduler.run([call('a', 't')], kit.controller.signal);
    await kit.clock.advance(50);
    kit.controller.abort();
    expect(outcomes(await kit.clock.finish(running))).toEqual([{ state: 'cancelled' }]);
    expect(titles(kit.events)).toEqual(['tool-call a', 'tool-result a']);
  });

  test('leaves no listener on the signal', async () => {
    const { signal } = new AbortController();
    const count = { added: 0, removed: 0 };
    const watched = new Proxy(signal, {
      get: (target, key) => {
        if (key === 'addEventListener') count.added += 1;
        if (key === 'removeEventListener') count.removed += 1;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const kit = createKit([tool('t')]);
    await kit.clock.finish(kit.scheduler.run([call('a', 't'), call('b', 't')], watched));
    expect(count).toEqual({ added: 3, removed: 3 });
  });
});

describe('a journal that cannot be written', () => {
  const full = new Error('disk full');

  const refusing = (kit: () => Kit, refuses: (line: string) => boolean) => ({
    journal: {
      started: async ({ id }: { id: string }) => note(kit(), `started ${id}`, refuses),
      settled: async ({ id }: { id: string }, { state }: Outcome) => note(kit(), `settled ${id} ${state}`, refuses),
      late: async () => undefined,
    },
  });

  function note(kit: Kit, line: string, refuses: (line: string) => boolean): void {
    kit.journal.push(line);
    if (refuses(line)) throw full;
  }

  const sleepy = (name: string, ms: number, access: Access = {}): AgentTool =>
    tool(name, {
      kind: 'write',
      access: () => access,
      run: () =>
        kitOf()
          .clock.sleep(ms)
          .then(() => name),
    });
  let current: Kit | undefined;
  const kitOf = (): Kit => {
    if (current === undefined) throw new Error('no kit yet');
    return current;
  };

  test('starts nothing more, lets running calls finish, and offers everything for recording', async () => {
    const kit = createKit([sleepy('long', 50), sleepy('short', 10), tool('third'), tool('fourth')], {
      ...refusing(
        () => kitOf(),
        (line) => line === 'started third',
      ),
      parallel: 2,
    });
    current = kit;
    const batch = await kit.run(['long', 'short', 'third', 'fourth'].map((name) => call(name, name)));
    expect(outcomes(batch)).toEqual([
      { state: 'complete', result: 'long' },
      { state: 'complete', result: 'short' },
      { state: 'cancelled' },
      { state: 'cancelled' },
    ]);
    expect(batch.fault).toBe(full);
    expect(kit.journal).toEqual([
      ...['started long', 'started short', 'settled short complete', 'started third'],
      ...['settled fourth cancelled', 'settled third cancelled', 'settled long complete'],
    ]);
  });

  test('keeps the result it could not record, and starts nothing that waited for it', async () => {
    const kit = createKit(
      [sleepy('first', 10, { writes: ['x'] }), sleepy('second', 10, { writes: ['x'] })],
      refusing(
        () => kitOf(),
        (line) => line.startsWith('settled'),
      ),
    );
    current = kit;
    const batch = await kit.run([call('a', 'first'), call('b', 'second')]);
    expect(outcomes(batch)).toEqual([{ state: 'complete', result: 'first' }, { state: 'cancelled' }]);
    expect(batch.fault).toBe(full);
    expect(kit.journal).toEqual(['started a', 'settled a complete', 'settled b cancelled']);
    expect(titles(kit.events).slice(-2)).toEqual(['tool-result a', 'tool-result b']);
  });

  test('may throw synchronously', async () => {
    const refuse = (): never => {
      throw full;
    };
    const kit = createKit([tool('t')], { journal: { started: refuse, settled: refuse, late: refuse } });
    const batch = await kit.run([call('a', 't'), call('b', 'missing')]);
    expect(batch.fault).toBe(full);
    expect(outcomes(batch).map(({ state }) => state)).toEqual(['cancelled', 'error']);
  });
});
