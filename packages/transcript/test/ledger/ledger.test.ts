/** The ledger's records, and how a render uses them. */
import {
  type Content,
  Ledger,
  rebuildLedger,
  render,
  type SyntheticReason,
  syntheticTexts,
  TranscriptError,
} from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ai, answer, by, call, failure, human, outline, tool } from '../history.ts';

const id = 'hist_tool_1';
const opened = (): Ledger => {
  const ledger = new Ledger();
  ledger.open({ id, name: 'read', parameters: { path: 'a' } });
  return ledger;
};
const open = [human('q'), ai(call(id, 'read', { path: 'a' })), human('next')];

describe('the states of a call', () => {
  test('keeps the first real outcome', () => {
    const ledger = opened();
    ledger.start(id);
    ledger.complete(id, 'first');
    ledger.complete(id, 'second');
    ledger.fail(id, 'third');
    expect(ledger.get(id)).toEqual({
      id,
      name: 'read',
      parameters: { path: 'a' },
      state: 'complete',
      observedBy: 'runtime',
      result: 'first',
    });
  });

  test('a late real outcome replaces a closure, never the other way round', () => {
    const ledger = opened();
    ledger.close(id, 'interrupted', 'half of it');
    expect(ledger.get(id)).toMatchObject({ state: 'interrupted', partial: 'half of it' });
    ledger.complete(id, 'all of it');
    ledger.close(id, 'timeout');
    expect(ledger.get(id)).toEqual({
      id,
      name: 'read',
      parameters: { path: 'a' },
      state: 'complete',
      observedBy: 'runtime',
      result: 'all of it',
    });
  });

  test('takes a snapshot of the arguments', () => {
    const parameters = { path: 'a', more: [1] };
    const ledger = new Ledger();
    ledger.open({ id, name: 'read', parameters });
    parameters.more.push(2);
    expect(ledger.get(id)?.parameters).toEqual({ path: 'a', more: [1] });
  });

  test('keeps the outcome of a call that was never opened, and its name once it is opened', () => {
    const ledger = new Ledger();
    ledger.complete(id, 'r');
    ledger.open({ id, name: 'read', parameters: { path: 'a' } });
    expect(ledger.get(id)).toMatchObject({ name: 'read', parameters: { path: 'a' }, state: 'complete', result: 'r' });
  });

  test('survives a round trip through storage; rejects anything else and says what to do', () => {
    const ledger = opened();
    ledger.fail(id, 'no');
    expect(Ledger.from(JSON.parse(JSON.stringify(ledger))).toJSON()).toEqual(ledger.toJSON());
    expect(() => Ledger.from(JSON.parse('{"version":2,"entries":[]}'))).toThrow(TranscriptError);
  });
});

describe('REQ-915-011 a synthetic completion states what the ledger knows', () => {
  test.each<readonly [string, () => Ledger | undefined, SyntheticReason]>([
    ['pending: it never started', () => opened(), 'cancelled'],
    ['running: its effects are unknown', () => change((ledger) => ledger.start(id)), 'interrupted'],
    ['cancelled', () => change((ledger) => ledger.close(id, 'cancelled')), 'cancelled'],
    ['denied', () => change((ledger) => ledger.close(id, 'denied')), 'denied'],
    ['timeout', () => change((ledger) => ledger.close(id, 'timeout')), 'timeout'],
    ['no ledger', () => undefined, 'lost'],
    ['a ledger that does not contain the call', () => new Ledger(), 'lost'],
    ['a ledger rebuilt from the history claims nothing more', () => rebuildLedger(open), 'lost'],
  ])('%s', (_, ledger, reason) => {
    const [made] = render(open, { ledger: ledger() }).transcript.interactions();
    expect(made?.completion).toEqual({ kind: 'synthetic', reason, text: syntheticTexts[reason], attachments: [] });
  });

  test('output from before the stop follows the sentence', () => {
    const ledger = change((entry) => entry.close(id, 'timeout', 'line 1\nline 2'));
    const [made] = render(open, { ledger }).transcript.interactions();
    expect(made?.completion).toMatchObject({ text: `${syntheticTexts.timeout}\nline 1\nline 2` });
  });

  test('"interrupted" does not claim that nothing happened, "cancelled" does', () => {
    expect(syntheticTexts.interrupted).toContain('may have taken effect');
    expect(syntheticTexts.cancelled).toContain('no effect');
  });

  test('the sentences can be replaced, but not by empty ones', () => {
    const texts = { lost: 'Nobody knows.', denied: '  ' };
    const policy = { syntheticTexts: texts };
    const said = render([human('q'), ai(call('a'))], { policy }).transcript.interactions()[0]?.completion;
    expect(said).toMatchObject({ text: 'Nobody knows.' });
    const ledger = change((entry) => entry.close(id, 'denied'));
    expect(render(open, { ledger, policy }).transcript.interactions()[0]?.completion).toMatchObject({
      text: syntheticTexts.denied,
    });
  });
});

describe('the ledger and the history', () => {
  test.each([
    ['a result only the ledger has', open, (ledger: Ledger) => ledger.complete(id, 'late'), '"late"'],
    [
      'of two equal outcomes, the ledger’s',
      answered('stored'),
      (ledger: Ledger) => ledger.complete(id, 'recorded'),
      '"recorded"',
    ],
    [
      'a stored result takes precedence over a recorded error',
      answered('stored'),
      (ledger: Ledger) => ledger.fail(id, 'no'),
      '"stored"',
    ],
    [
      'a recorded result takes precedence over a stored error',
      refused('no'),
      (ledger: Ledger) => ledger.complete(id, 'r'),
      '"r"',
    ],
    [
      'a stored error takes precedence over a closure',
      refused('no'),
      (ledger: Ledger) => ledger.close(id, 'cancelled'),
      'error no',
    ],
  ] as const)('%s', (_, history, write, expected) => {
    const ledger = opened();
    write(ledger);
    expect(outline(render(history, { ledger }).transcript)[1]).toBe(`ai: read{"path":"a"} -> ${expected}`);
  });

  test('REQ-915-027 restores an orphan result beside its call if the ledger knows the call', () => {
    const ledger = opened();
    ledger.complete(id, 'r');
    const cut = [human('[summary]'), tool(answer(id, 'r')), ai('so'), human('next')];
    expect(outline(render(cut, { ledger }).transcript)).toEqual([
      'human: [summary]',
      'ai: read{"path":"a"} -> "r"',
      'ai: so',
      'human: next',
    ]);
  });

  test('REQ-915-027 takes a removed result from the ledger', () => {
    const ledger = opened();
    ledger.complete(id, 'r');
    expect(outline(render(open, { ledger }).transcript)[1]).toBe('ai: read{"path":"a"} -> "r"');
  });

  test('REQ-915-046 without a ledger, the state is rebuilt from the history', () => {
    const history = [
      human('q'),
      ai(call('hist_tool_1'), call('hist_tool_2'), call('hist_tool_3'), call('hist_tool_4')),
      tool(
        answer('hist_tool_1', 'r'),
        failure('hist_tool_2', 'e'),
        failure('hist_tool_3', 's', { synthetic: 'denied' }),
      ),
    ];
    const ledger = rebuildLedger(history);
    expect([...ledger.entries()].map(({ state, observedBy }) => [state, observedBy])).toEqual([
      ['complete', 'history'],
      ['error', 'history'],
      ['denied', 'history'],
      ['pending', 'history'],
    ]);
    expect(render(history, { ledger }).transcript.steps).toEqual(render(history).transcript.steps);
  });
});

function change(write: (ledger: Ledger) => void): Ledger {
  const ledger = opened();
  write(ledger);
  return ledger;
}

function answered(result: string): readonly Content[] {
  return [human('q'), ai(call(id, 'read', { path: 'a' })), by({}, tool(answer(id, result))), human('next')];
}

function refused(error: string): readonly Content[] {
  return [human('q'), ai(call(id, 'read', { path: 'a' })), tool(failure(id, error)), human('next')];
}
