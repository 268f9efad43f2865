import { expect, test } from 'vitest';
import { readmeExample } from './readme-example.ts';

const sh = '```sh\nnpm i\n```';
const ts = '```ts\nimport "x";\n\nrun();\n```';
const text = '```text\none\n\ntwo\n```';
const example = { code: 'import "x";\n\nrun();\n', prints: ['one', '', 'two'] };

test.each([
  ['the two blocks alone', [ts, text], example],
  ['other blocks before and after', [sh, ts, text, ts, text, sh], example],
  ['prose in between', ['# Title', ts, 'prints', text], example],
  ['a title on the fence', ['```ts title="x.ts"\nimport "x";\n\nrun();\n```', text], example],
  ['CRLF', [`${ts}\n${text}`.replaceAll('\n', '\r\n')], example],
])('%s', (_name, parts, expected) => {
  expect(readmeExample(parts.join('\n\n'))).toEqual(expected);
});

test.each([
  ['no ts block', [sh, text], 'the README has no ```ts block'],
  ['nothing after it', [text, ts], 'the first ```ts block is not followed by a ```text block'],
  ['another block after it', [ts, sh, text], 'the first ```ts block is not followed by a ```text block'],
])('%s is an error', (_name, parts, message) => {
  expect(() => readmeExample(parts.join('\n\n'))).toThrow(message);
});
