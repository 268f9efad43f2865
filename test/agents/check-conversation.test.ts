import type { Seen, SeenTurn } from '@interlock/simulators';
import { expect, test } from 'vitest';
import { answersToFind, changedCalls, foundIn, lostMarks, lostPictures } from './check-conversation.ts';
import { promptFor } from './tasks.ts';

const turn = (role: SeenTurn['role'], text: string, more: Partial<SeenTurn> = {}): SeenTurn => ({
  role,
  text,
  thinking: '',
  calls: [],
  results: [],
  media: [],
  ...more,
});

const result = (text: string, media: readonly string[] = []): SeenTurn =>
  turn('user', '', { results: [{ id: '', name: '', text, isError: false, media }] });

const asked = [turn('user', promptFor('second'))];
const called = [...asked, turn('model', '[[said 11]]'), result('[[result 4]]')];
const answered = [...called, turn('model', '[[said 12]]'), turn('user', 'And now?')];

const conversation = (...requests: readonly (readonly SeenTurn[])[]): readonly Seen[] =>
  requests.map((turns) => ({ system: '', tools: [], turns, toolChoice: 'auto', thinks: true }));

test('a conversation that only grows has lost nothing', () => {
  expect(lostMarks(conversation(asked, called, answered), ['second'])).toEqual([]);
});

test('a result that a later request does not hold, or holds twice, is told', () => {
  const without = answered.filter(({ results }) => results.length === 0);
  const twice = [...called, result('[[result 4]]')];
  expect(lostMarks(conversation(asked, called, without), ['second'])).toEqual(['request 3: [[result 4]] 0 times']);
  expect(lostMarks(conversation(asked, twice), ['second'])).toEqual(['request 2: [[result 4]] 2 times']);
});

test('words of the user and of the model that a later request does not hold are told', () => {
  expect(lostMarks(conversation(called, called.slice(1)), ['second'])).toEqual(['request 2: [[said 10]] 0 times']);
  expect(lostMarks(conversation(called, called.toSpliced(1, 1)), ['second'])).toEqual([
    'request 2: [[said 11]] 0 times',
  ]);
});

test('what no request ever held is told', () => {
  expect(lostMarks(conversation(asked), ['second'])).toEqual([
    '[[result 4]] never came back',
    '[[said 11]] never came back',
  ]);
});

test('a call with other arguments, or in another place, is told', () => {
  const call = (path: string): SeenTurn => turn('model', '', { calls: [{ id: '', name: 'read', args: { path } }] });
  const made = ['a', 'b'].map((path) => ({ tool: 'read', args: { path } }));
  expect(changedCalls(conversation([call('a')], [call('a'), call('b')]), made)).toEqual([]);
  expect(changedCalls(conversation([call('a')], [call('b'), call('a')], [call('c')]), made)).toHaveLength(2);
});

test('a free-form call is its text, or an argument with it; any other text is told', () => {
  const call = (args: unknown): SeenTurn => turn('model', '', { calls: [{ id: '', name: 'exec', args }] });
  const made = [{ tool: 'exec', args: { input: 'text(1)' } }];
  expect(changedCalls(conversation([call('text(1)')], [call({ input: 'text(1)' })]), made)).toEqual([]);
  expect(changedCalls(conversation([call('text(2)')], [call({ input: 'text(2)' })]), made)).toHaveLength(2);
});

test('a model that sees pictures has to be shown the picture in every request after it', () => {
  const seen = [turn('user', promptFor('first')), result('[[result 1]]', ['image/png'])];
  const unseen = [turn('user', promptFor('first')), result('[[result 1]]')];
  const requests = conversation(seen.slice(0, 1), seen, unseen, [...seen, ...seen]);
  const target = { provider: 'anthropic', model: 'claude-opus-4-8' };
  expect(lostPictures(requests, target, {})).toEqual([
    'request 3 to claude-opus-4-8: 0 pictures',
    'request 4 to claude-opus-4-8: 2 pictures',
  ]);
  expect(lostPictures(requests, { provider: 'deepseek', model: 'deepseek-v4-pro' }, {})).toEqual([]);
  // An agent that cannot send one has lost none.
  expect(lostPictures(requests, target, { pictures: false })).toEqual([]);
});

test('every answer that comes back is one to find, except words of a model that did not think', () => {
  const thinking = conversation(asked, called, answered);
  expect(answersToFind(thinking)).toBe(3);
  expect(answersToFind(thinking.map((seen) => ({ ...seen, thinks: false })))).toBe(2);
});

test('what the gateway found is in the lines of its log', () => {
  expect(
    foundIn([{ msg: 'request', seals: { found: 2, missed: 1 } }, { msg: 'refused' }, { seals: { found: 3 } }]),
  ).toBe(5);
});
