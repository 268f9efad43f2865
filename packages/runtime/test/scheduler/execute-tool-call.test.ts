import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { executeToolCall } from '../../src/scheduler/execute-tool-call.ts';
import type { Outcome } from '../../src/scheduler/outcome.ts';
import { defineTool } from '../../src/tool/define-tool.ts';
import type { ToolContext } from '../../src/tool/tool.ts';
import { createVirtualClock } from '../virtual-clock.ts';
import { allowAll, approvalsBy } from './batch-kit.ts';

const workspace = { root: '/workspace', alsoAllowed: [] };
const greet = defineTool({
  name: 'greet',
  description: 'Greets somebody.',
  parameters: Type.Object({ who: Type.String({ default: 'you' }) }),
  run: ({ who }) => `Hello, ${who}.`,
});

describe('REQ-915-035 a single call, without a session or a batch', () => {
  test('runs with its defaults', async () => {
    expect(await executeToolCall(greet, undefined, { workspace })).toEqual({
      state: 'complete',
      result: 'Hello, you.',
    });
  });

  test('reports invalid arguments', async () => {
    expect(await executeToolCall(greet, { who: 1 }, { workspace })).toEqual({
      state: 'error',
      error:
        'Invalid arguments for the tool greet, which was not run:\n- who: expected string, got number 1\nFix this and call greet again.',
    });
  });

  test('gives the tool its folder', async () => {
    let seen: Partial<ToolContext> = {};
    const said: string[] = [];
    const look = {
      ...greet,
      run: async (_: unknown, context: ToolContext) => {
        seen = context;
        context.progress('hm');
        return '';
      },
    };
    const environment = { HOME: '/home' };
    const progress = (text: string): void => {
      said.push(text);
      throw new Error('listener');
    };
    await executeToolCall(look, {}, { workspace, environment, callId: 'one', progress });
    expect({ ...seen, signal: undefined, progress: undefined }).toEqual({
      ...{ callId: 'one', workspace, environment, rules: [], signal: undefined, progress: undefined },
    });
    expect(said).toEqual(['hm']);
  });

  test('has the same limits', async () => {
    const clock = createVirtualClock();
    const ended: Outcome[] = [];
    const stuck = { ...greet, run: () => clock.sleep(1_000).then(() => 'x'.repeat(100)) };
    const limits = { timeoutMs: 10, graceMs: 10, maxOutput: 20, late: (outcome: Outcome) => void ended.push(outcome) };
    expect(await clock.finish(executeToolCall(stuck, {}, { workspace, clock, ...limits }))).toEqual({
      state: 'timeout',
    });
    await clock.runUntilIdle();
    expect(ended).toEqual([{ state: 'complete', result: expect.stringContaining('80 characters left out here') }]);
  });

  test('can be cancelled, before and while it runs', async () => {
    const clock = createVirtualClock();
    const controller = new AbortController();
    const slow = {
      ...greet,
      run: (_: unknown, { signal }: ToolContext) =>
        clock.sleep(1_000, signal).then(() => Promise.reject(new Error('stopped'))),
    };
    const running = executeToolCall(slow, {}, { workspace, clock, signal: controller.signal });
    await clock.advance(10);
    controller.abort();
    expect(await running).toEqual({ state: 'interrupted' });
    expect(await executeToolCall(slow, {}, { workspace, clock, signal: controller.signal })).toEqual({
      state: 'cancelled',
    });
  });

  test.each<{ what: string; approvals: ReturnType<typeof approvalsBy>; outcome: Outcome }>([
    { what: 'allow', approvals: allowAll, outcome: { state: 'complete', result: 'Hello, you.' } },
    {
      what: 'deny',
      approvals: approvalsBy(async () => ({ verdict: 'deny', by: 'user', message: 'no' })),
      outcome: { state: 'denied', partial: 'no' },
    },
    {
      what: 'are aborted',
      approvals: approvalsBy(async () => ({ verdict: 'deny', by: 'cancelled' })),
      outcome: { state: 'cancelled' },
    },
  ])('uses the given approvals: they $what', async ({ approvals, outcome }) => {
    expect(await executeToolCall(greet, {}, { workspace, approvals })).toEqual(outcome);
  });
});
