/** One tool in a batch: timeouts, stops, and unusual ends. */
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/scheduler/outcome.ts';
import type { AgentTool, ToolContext } from '../../src/tool/tool.ts';
import { call, createKit, type Kit, outcomes, titles, tool } from './batch-kit.ts';

type Run = (context: ToolContext, kit: Kit) => Promise<unknown>;

function kitFor(run: Run, parts: Partial<AgentTool> = {}, options: Parameters<typeof createKit>[1] = {}): Kit {
  const kit: Kit = createKit([tool('t', { ...parts, run: (_, context) => run(context, kit) as never })], options);
  return kit;
}

describe('timeouts', () => {
  const ends: readonly { what: string; run: Run; outcome: Outcome; late: readonly Outcome[] }[] = [
    {
      what: 'obeys its signal and throws',
      run: async ({ signal, progress }, { clock }) => {
        progress('line 1\n');
        progress('line 2\n');
        await clock.sleep(100_000, signal);
        throw signal.reason;
      },
      outcome: { state: 'timeout', partial: 'line 1\nline 2\n' },
      late: [],
    },
    {
      what: 'obeys its signal and reports a failure without progress',
      run: async ({ signal }, { clock }) => {
        await clock.sleep(100_000, signal);
        return { text: 'killed after two of three steps', failed: true };
      },
      outcome: { state: 'timeout', partial: 'killed after two of three steps' },
      late: [],
    },
    {
      what: 'returns a real result within the grace period',
      run: async ({ signal }, { clock }) => {
        await clock.sleep(100_000, signal);
        await clock.sleep(9);
        return 'what there was';
      },
      outcome: { state: 'complete', result: 'what there was' },
      late: [],
    },
    {
      what: 'continues and ends with a result',
      run: async ({ progress }, { clock }) => {
        await clock.sleep(100_000);
        progress('not heard any more');
        return 'late';
      },
      outcome: { state: 'timeout' },
      late: [{ state: 'complete', result: 'late' }],
    },
    {
      what: 'continues and throws',
      run: async (_, { clock }) => {
        await clock.sleep(100_000);
        throw new Error('late');
      },
      outcome: { state: 'timeout' },
      late: [{ state: 'timeout' }],
    },
    {
      what: 'never ends',
      run: () => new Promise(() => undefined),
      outcome: { state: 'timeout' },
      late: [],
    },
  ];

  test.each(ends)('a tool that $what', async ({ run, outcome, late }) => {
    const kit = kitFor(run, { timeoutMs: 1_000 }, { graceMs: 10 });
    expect(outcomes(await kit.run([call('a', 't')]))).toEqual([outcome]);
    await kit.clock.runUntilIdle();
    expect(kit.late).toEqual(late);
    expect(titles(kit.events).filter((title) => title === 'tool-progress a')).toHaveLength(
      outcome.state === 'timeout' && outcome.partial?.startsWith('line') ? 2 : 0,
    );
  });

  test.each([
    { what: 'the tool declares', tools: 30, scheduler: 20, after: 30 },
    { what: 'the scheduler declares', tools: undefined, scheduler: 20, after: 20 },
    { what: 'nothing declares', tools: undefined, scheduler: undefined, after: 120_000 },
    { what: 'exceeds the longest timer', tools: 2 ** 32, scheduler: undefined, after: 2 ** 32 },
  ])('after what $what', async ({ tools, scheduler, after }) => {
    let asked = 0;
    const kit = kitFor(
      async ({ signal }, { clock }) => {
        const from = clock.now();
        await clock.sleep(2 ** 40, signal);
        asked = clock.now() - from;
        throw signal.reason;
      },
      tools === undefined ? {} : { timeoutMs: tools },
      scheduler === undefined ? {} : { timeoutMs: scheduler },
    );
    expect(outcomes(await kit.run([call('a', 't')]))).toEqual([{ state: 'timeout' }]);
    expect(asked).toBe(after);
  });

  test('never without a limit', async () => {
    const kit = kitFor(async (_, { clock }) => clock.sleep(2 ** 40).then(() => 'done'), { timeoutMs: 0 });
    expect(outcomes(await kit.run([call('a', 't')]))).toEqual([{ state: 'complete', result: 'done' }]);
  });

  test('tells the tool', async () => {
    let reason: unknown;
    const kit = kitFor(async ({ signal }, { clock }) => {
      await clock.sleep(2 ** 40, signal);
      reason = signal.reason;
    });
    await kit.run([call('a', 't')]);
    expect(reason).toMatchObject({ name: 'TimeoutError' });
  });

  test('stays the reason if a cancel follows in the grace period', async () => {
    const kit = kitFor(() => new Promise(() => undefined), { timeoutMs: 10 }, { graceMs: 100 });
    const running = kit.scheduler.run([call('a', 't')], kit.controller.signal);
    await kit.clock.advance(50);
    kit.controller.abort();
    expect(outcomes(await kit.clock.finish(running))).toEqual([{ state: 'timeout' }]);
  });

  test('frees the slot and the names of an abandoned tool', async () => {
    const kit: Kit = createKit(
      [
        tool('stuck', { timeoutMs: 10, access: () => ({ writes: ['x'] }), run: () => new Promise(() => undefined) }),
        tool('next', { access: () => ({ reads: ['x'] }) }),
      ],
      { parallel: 1 },
    );
    const batch = await kit.run([call('a', 'stuck'), call('b', 'next')]);
    expect(outcomes(batch)).toEqual([{ state: 'timeout' }, { state: 'complete', result: 'next' }]);
  });

  test('keeps the end of the output, from a line start', async () => {
    const kit = kitFor(
      async ({ signal, progress }, { clock }) => {
        for (let line = 0; line < 1_000; line += 1) progress(`line ${line}\n`);
        await clock.sleep(2 ** 40, signal);
        throw signal.reason;
      },
      { maxOutput: 34 },
    );
    expect(outcomes(await kit.run([call('a', 't')]))).toEqual([
      {
        state: 'timeout',
        partial: '[8863 characters before this were left out]\nline 997\nline 998\nline 999\n',
      },
    ]);
  });

  test('accepts invalid progress', async () => {
    const kit = kitFor(async ({ signal, progress }, { clock }) => {
      progress(undefined as never);
      progress({ text: 'x' } as never);
      progress('\ud83d');
      progress('\ude00 \udc00');
      await clock.sleep(2 ** 40, signal);
      throw signal.reason;
    });
    expect(outcomes(await kit.run([call('a', 't')]))).toEqual([{ state: 'timeout', partial: '😀 \ufffd' }]);
  });
});
