import type { SessionEvent } from '@interlock/runtime';
import { describe, expect, test } from 'vitest';
import { addNotice, emptyScreen, reduceScreen } from '../../src/interactive/reduce-screen.ts';
import type { Block, Screen } from '../../src/interactive/screen.ts';
import { takeFinished } from '../../src/interactive/shown-screen.ts';

const usage = { input: 10, output: 2 };
const end = (outcome: 'done' | 'cancelled' | 'failed' | 'limit', more: object = {}): SessionEvent => ({
  type: 'turn-end',
  turnId: 'turn-1',
  outcome,
  text: '',
  steps: 1,
  usage,
  ...more,
});
const after = (events: readonly SessionEvent[], before: Screen = emptyScreen('~/x')): Screen =>
  events.reduce((screen, event, at) => reduceScreen(screen, event, at), before);
const text = (value: string, done: boolean): Block => ({ kind: 'text', text: value, done });
const calling = (id: string, gate: string): SessionEvent => ({ type: 'tool-call', id, name: 'hold', args: { gate } });
const ended = (id: string, result: string): SessionEvent => ({
  type: 'tool-result',
  id,
  name: 'hold',
  ms: 5,
  outcome: { state: 'complete', result },
});
const call = (id: string, gate: string, more: object): object => ({
  id,
  name: 'hold',
  summary: `gate: ${gate}`,
  progress: '',
  ...more,
});

describe('blocks', () => {
  test('text grows until it ends', () => {
    const begun = after([
      { type: 'text-delta', text: 'Hel' },
      { type: 'text-delta', text: 'lo' },
    ]);
    expect(begun.blocks).toEqual([text('Hello', false)]);
    expect(after([{ type: 'text-end' }], begun).blocks).toEqual([text('Hello', true)]);
  });

  test('thinking and text are two', () => {
    const events: readonly SessionEvent[] = [
      { type: 'thinking-delta', text: 'hm' },
      { type: 'text-delta', text: 'so' },
    ];
    expect(after(events).blocks).toEqual([{ kind: 'thinking', text: 'hm', done: true }, text('so', false)]);
  });

  test('groups the calls of an answer, from their first letter to their end', () => {
    const events: readonly SessionEvent[] = [
      { type: 'call-start', id: 'raw-1', name: 'hold' },
      { type: 'call-start', id: 'raw-2', name: 'hold' },
      calling('h1', 'a'),
      calling('h2', 'b'),
      { type: 'tool-start', id: 'h2', name: 'hold' },
      { type: 'tool-progress', id: 'h2', text: 'so far' },
      { type: 'tool-approval', id: 'h1', name: 'hold', subject: 'a', rule: 'hold(a)' },
    ];
    expect(after(events).blocks).toEqual([
      {
        kind: 'tools',
        done: false,
        calls: [
          call('h1', 'a', { state: 'asking' }),
          call('h2', 'b', { state: 'running', since: 4, progress: 'so far' }),
        ],
      },
    ]);
    const last = after([ended('h1', 'x'), ended('h2', 'y')], after(events)).blocks[0];
    expect(last).toMatchObject({ kind: 'tools', done: true, calls: [{ state: 'ended' }, { state: 'ended', ms: 5 }] });
  });

  test('the calls of the next answer are a new block', () => {
    const { blocks } = after([calling('h1', 'a'), ended('h1', 'x'), calling('h2', 'b')]);
    expect(blocks.map((block) => block.kind === 'tools' && block.done)).toEqual([true, false]);
  });

  test('an answer that is cut off leaves no call open', () => {
    const { blocks } = after([
      { type: 'call-start', id: 'r', name: 'hold' },
      { type: 'reply-cut', why: 'cancelled', cancelled: [], unfinished: [] },
      end('cancelled'),
    ]);
    expect(blocks).toEqual([
      {
        kind: 'tools',
        done: true,
        calls: [{ id: '', name: 'hold', summary: '', progress: '', state: 'ended', outcome: { state: 'cancelled' } }],
      },
      { kind: 'notice', level: 'info', text: 'Cancelled. Everything so far is kept.' },
    ]);
  });

  test('a notice goes before unfinished output', () => {
    const screen = addNotice(after([{ type: 'text-delta', text: 'on and' }]), 'By the way.');
    const { blocks } = after([{ type: 'text-delta', text: ' on' }], screen);
    expect(blocks).toEqual([{ kind: 'notice', level: 'info', text: 'By the way.' }, text('on and on', false)]);
  });

  test('a steering message appears where it reached the model', () => {
    const { blocks } = after([
      calling('h1', 'a'),
      ended('h1', 'x'),
      { type: 'steer', text: 'stop' },
      { type: 'text-delta', text: 'Ok' },
    ]);
    expect(blocks.map(({ kind }) => kind)).toEqual(['tools', 'user', 'text']);
  });
});

describe('messages for events', () => {
  test.each<[SessionEvent, string | undefined]>([
    [{ type: 'switch-queued', to: 'openai/gpt-5.5', losses: [] }, 'Switching to openai/gpt-5.5 after this turn.'],
    [
      { type: 'switch-applied', from: 'a', to: 'b', losses: [{ kind: 'media', count: 1 }] },
      'Switched to b. It cannot see an image or document of this conversation; placeholders are sent.',
    ],
    [
      { type: 'request-failed', target: 'a', failure: { reason: 'overloaded', message: 'Too much.' }, fault: 'none' },
      'a failed (overloaded): Too much.',
    ],
    [
      { type: 'failover', from: 'a', to: 'b', because: ['a is cooling down'] },
      'Using b instead of a: a is cooling down.',
    ],
    [{ type: 'notice', text: 'Hear.' }, 'Hear.'],
    [end('done'), undefined],
    [end('limit', { why: 'Enough.' }), 'Enough. Send a message to continue.'],
    [
      end('failed', { failure: { reason: 'auth', message: 'No.' } }),
      'The turn failed. No. (auth) Check the key: `interlock providers` shows where each one comes from. Nothing is lost: try again, or switch with /model.',
    ],
    [{ type: 'usage', usage, target: 'a' }, undefined],
  ])('%j', (event, expected) => {
    expect(after([event]).blocks.map((block) => (block.kind === 'notice' ? block.text : ''))).toEqual(
      expected === undefined ? [] : [expected],
    );
  });
});

describe('the status line', () => {
  test.each<[readonly SessionEvent[], string | undefined]>([
    [[{ type: 'request', step: 1, target: 't', account: 'm', plain: false, because: [] }], 'waiting'],
    [[{ type: 'thinking-delta', text: 'x' }], 'thinking'],
    [[{ type: 'text-delta', text: 'x' }], 'answering'],
    [[calling('h1', 'a'), calling('h2', 'b')], '2 tools'],
    [[calling('h1', 'a'), calling('h2', 'b'), ended('h1', 'x')], '1 tool'],
    [[{ type: 'retry', attempt: 2, ms: 3_500, because: [] }], 'retry in 4 s'],
    [[{ type: 'text-delta', text: 'x' }, end('done')], undefined],
  ])('%j', (events, activity) => {
    expect(after(events).status.activity).toBe(activity);
  });

  test('usage and cost add up', () => {
    const { status } = after([
      { type: 'usage', usage, target: 'a', cost: 0.5 },
      { type: 'usage', usage, target: 'a', cost: 0.25 },
      { type: 'usage', usage, target: 'a' },
    ]);
    expect([status.usage, status.cost]).toEqual([{ input: 30, output: 6 }, 0.75]);
  });
});

test('finished blocks leave the screen, up to the first unfinished one', () => {
  const screen: Screen = {
    ...emptyScreen(''),
    blocks: [text('one', true), text('two. three', false), text('four', true)],
  };
  const { finished, screen: left } = takeFinished(screen, () => 4);
  expect([finished, left.blocks]).toEqual([
    [text('one', true), text('two.', true)],
    [text(' three', false), text('four', true)],
  ]);
});
