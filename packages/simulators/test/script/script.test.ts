/** A model that follows a script. */
import { expect, test } from 'vitest';
import { echoModel, script } from '../../src/index.ts';
import { model, results, seen, tool, user } from './seen.ts';

test('speaks lines in order, and repeats the last one', () => {
  const play = script([
    { say: 'one' },
    { think: 'hm', call: [{ tool: 'read', args: { a: 1 }, id: 'x' }] },
    { say: 'three' },
  ]);
  const turns = [
    user('go'),
    model('one'),
    user('on'),
    model('', [['read', {}]]),
    results(['read', 'r']),
    model('three'),
  ];
  const answers = [1, 3, 5, 6].map((count) => play(seen(turns.slice(0, count))));
  expect(answers).toEqual([
    { parts: [{ say: 'one' }], stop: 'end' },
    { parts: [{ think: 'hm' }, { call: 'read', args: { a: 1 }, id: 'x' }], stop: 'calls' },
    { parts: [{ say: 'three' }], stop: 'end' },
    { parts: [{ say: 'three' }], stop: 'end' },
  ]);
});

test('a reaction speaks whenever it applies, and does not advance the lines', () => {
  const play = script([
    { call: [{ tool: 'read' }] },
    { when: { result: '^5\\d\\d', of: 'read' }, say: 'Again: {{results}}', call: [{ tool: 'read', rawArgs: '{"a' }] },
    { say: 'Fine, {{user}}: {{results}}' },
  ]);
  const bad = [user('Ann'), model('', [['read', {}]]), results(['read', '503'])];
  expect(play(seen(bad)).parts).toEqual([{ say: 'Again: 503' }, { call: 'read', args: {}, rawArgs: '{"a' }]);
  const twice = [...bad, model('Again', [['read', {}]]), results(['read', '500'])];
  expect(play(seen(twice)).parts[0]).toEqual({ say: 'Again: 500' });
  const good = [...twice, model('Again', [['read', {}]]), results(['read', '$& ok'])];
  expect(play(seen(good))).toEqual({ parts: [{ say: 'Fine, Ann: $& ok' }], stop: 'end' });
});

const turns = [user('first'), model('', [['read', {}]]), results(['read', 'late', { isError: true }])];
test.each([
  [{ user: 'fir' }, true],
  [{ user: '^irst' }, false],
  [{ system: 'be nice' }, true],
  [{ system: 'be bad' }, false],
  [{ result: 'late' }, true],
  [{ result: 'late', of: 'write' }, false],
  [{ of: 'read', failed: true }, true],
  [{ failed: false }, false],
  [{ offers: 'read' }, true],
  [{ offers: 'write' }, false],
  [{ answers: 1 }, true],
  [{ answers: 0 }, false],
  [{ user: 'first', result: 'early' }, false],
])('when %o: %s', (when, expected) => {
  const play = script([{ when, say: 'yes' }, { say: 'no' }]);
  expect(play(seen(turns, { system: 'be nice', tools: [tool('read')] })).parts).toEqual([
    { say: expected ? 'yes' : 'no' },
  ]);
});

test('parts in any order, and any stop reason', () => {
  const parts = [{ call: 'read', args: {} }, { say: 'after the call' }];
  expect(script([{ parts }])(seen([]))).toEqual({ parts, stop: 'calls' });
  expect(script([{ say: 'no', stop: 'filtered' }])(seen([]))).toEqual({ parts: [{ say: 'no' }], stop: 'filtered' });
  expect(script([])(seen([]))).toEqual({ parts: [{ say: 'The script has no line for this.' }], stop: 'end' });
});

test('echo', () => {
  expect(echoModel(seen([user('one'), model('x'), user('two')]))).toEqual({ parts: [{ say: 'two' }], stop: 'end' });
  expect(echoModel(seen([]))).toEqual({ parts: [{ say: '(nothing)' }], stop: 'end' });
});
