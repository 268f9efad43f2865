import { expect, test } from 'vitest';
import { asWholeSentence, joinSentences } from '../src/text/sentences.ts';

test.for([
  ['the window is nearly full.', 'The window is nearly full.'],
  ['the window is nearly full..', 'The window is nearly full.'],
  ['nobody is free', 'Nobody is free.'],
  ['is the address right?', 'Is the address right?'],
  ['wait…', 'Wait…'],
  ['it said "no."', 'It said "no."'],
  ['', ''],
] as const)('%j becomes %j', ([given, sentence]) => {
  expect(asWholeSentence(given)).toBe(sentence);
});

test('joins several', () => {
  expect(joinSentences('invalid x-api-key', 'There is no other key.', ' ')).toBe(
    'invalid x-api-key. There is no other key.',
  );
});
