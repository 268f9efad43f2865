import { expect, test } from 'vitest';
import { portionsOf } from '../../src/shape/answer.ts';
import type { ModelPart, ResultPart } from '../../src/shape/message.ts';

/** Parts by letters: small ones are calls, capitals are texts. */
const parts = (letters: string): ModelPart[] =>
  [...letters].map((letter) =>
    letter === letter.toLowerCase()
      ? { type: 'call', canonicalId: letter, id: letter, name: 'q', args: {} }
      : { type: 'text', text: letter },
  );
const results = (letters: string): readonly ResultPart[] =>
  [...letters].map((id) => ({
    type: 'result',
    canonicalId: id,
    id,
    name: 'q',
    value: '',
    text: 'ok',
    isError: false,
    media: [],
  }));

test.each<readonly [string, string, number | undefined, string]>([
  ['no limit', 'Aabc', undefined, 'Aabc>abc'],
  ['within the limit', 'Aab', 2, 'Aab>ab'],
  ['one above the limit', 'Aabc', 2, 'Aab>ab c>c'],
  ['a multiple of the limit', 'abcd', 2, 'ab>ab cd>cd'],
  ['one at a time', 'AaBbC', 1, 'AaB>a bC>b'],
  ['no calls', 'AB', 1, 'AB>'],
])('OAC-027 %s', (_, letters, most, expected) => {
  const asked = [...letters].filter((letter) => letter === letter.toLowerCase()).join('');
  const portions = portionsOf(parts(letters), results(asked), most);
  const lines = portions.map((portion) => {
    const said = portion.parts.map((part) => (part.type === 'text' ? part.text : part.type === 'call' ? part.id : '?'));
    return `${said.join('')}>${portion.results.map(({ id }) => id).join('')}`;
  });
  expect(lines.join(' ')).toBe(expected);
});
