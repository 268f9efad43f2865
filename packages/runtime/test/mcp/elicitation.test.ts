/** Elicitations: read, answered field by field, and declined if nobody can be asked; with both kinds of revisions. */
import { expect, test } from 'vitest';
import { checkField } from '../../src/mcp/check-field.ts';
import {
  type AskElicitation,
  type Elicitation,
  type ElicitationAnswer,
  type ElicitationField,
  readElicitation,
} from '../../src/mcp/elicitation.ts';
import { demo, meet } from './meet-servers.ts';
import { startNewerHttp } from './newer-http.ts';

const colour: Elicitation = {
  mode: 'form',
  message: 'Which colour?',
  fields: [
    {
      name: 'colour',
      title: 'Colour',
      description: '',
      isRequired: true,
      type: 'choice',
      choices: [
        { value: 'red', title: 'red' },
        { value: 'green', title: 'green' },
      ],
    },
  ],
};

const answers: readonly [ElicitationAnswer, string][] = [
  [{ action: 'accept', content: { colour: 'green' } }, 'painted green'],
  [{ action: 'decline' }, 'not painted'],
  [{ action: 'cancel' }, 'not painted'],
];

test.each(answers)('the 2026-07-28 revision: %o', async (answer, text) => {
  const { url } = await startNewerHttp();
  const asked: [string, Elicitation][] = [];
  const askElicitation: AskElicitation = async (server, elicitation) => {
    asked.push([server, elicitation]);
    return answer;
  };
  const { call, notices } = await meet({ s: { url } }, { askElicitation });
  expect(await call('mcp__s__colour')).toEqual({ text });
  expect(asked).toEqual([['s', colour]]);
  expect(notices).toEqual([]);
});

test('an older revision: a request from the server; several are asked one after the other', async () => {
  let open = 0;
  const most: number[] = [];
  const askElicitation: AskElicitation = async () => {
    open += 1;
    most.push(open);
    await null;
    open -= 1;
    return { action: 'accept', content: { colour: 'red', depth: 1 } };
  };
  const { call } = await meet({ demo }, { askElicitation });
  const painted = await Promise.all([call('mcp__demo__colour'), call('mcp__demo__colour')]);
  expect(painted).toEqual([
    { text: 'accept {"colour":"red","depth":1}' },
    { text: 'accept {"colour":"red","depth":1}' },
  ]);
  expect(most).toEqual([1, 1]);
});

test('without anyone to ask, declines and says so', async () => {
  const { call, notices } = await meet({ demo });
  expect(await call('mcp__demo__colour')).toEqual({ text: 'decline {}' });
  expect(notices).toEqual([
    'The MCP server "demo" asks for an answer, but there is no one to ask; it was declined: Which colour?.',
  ]);
});

test.each<[string, unknown, Elicitation | undefined]>([
  [
    'a URL',
    { mode: 'url', message: 'Pay', url: 'https://a.example/x' },
    { mode: 'url', message: 'Pay', url: 'https://a.example/x' },
  ],
  ['a program as a URL', { mode: 'url', message: 'Pay', url: 'javascript:alert(1)' }, undefined],
  ['a file as a URL', { mode: 'url', message: 'Pay', url: 'file:///etc/passwd' }, undefined],
  ['no form', { message: 'x' }, undefined],
  [
    'a nested form',
    { message: 'x', requestedSchema: { type: 'object', properties: { a: { type: 'object' } } } },
    undefined,
  ],
  [
    'too many fields',
    {
      message: 'x',
      requestedSchema: {
        properties: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [at, { type: 'string' }])),
      },
    },
    undefined,
  ],
  [
    'control characters',
    { message: `a\u001b[2Jb\u202e${'x'.repeat(5_000)}`, requestedSchema: { properties: {} } },
    { mode: 'form', message: `a [2Jb ${'x'.repeat(1_993)}`, fields: [] },
  ],
])('reads %s', (_, params, expected) => {
  expect(readElicitation(params)).toEqual(expected);
});

const named = { name: 'n', title: 'N', description: '', isRequired: true } as const;
const choices = [
  { value: 'a', title: 'First' },
  { value: 'b', title: 'Second' },
];

test.each<[ElicitationField, string, unknown]>([
  [{ ...named, type: 'text' }, ' x ', { value: 'x' }],
  [{ ...named, type: 'text' }, '', { problem: 'This is required.' }],
  [{ ...named, type: 'text', isRequired: false }, '', { value: undefined }],
  [{ ...named, type: 'text', default: 'usual' }, '', { value: 'usual' }],
  [{ ...named, type: 'text', minLength: 3 }, 'ab', { problem: 'At least 3 characters.' }],
  [{ ...named, type: 'text', maxLength: 2 }, 'abc', { problem: 'At most 2 characters.' }],
  [{ ...named, type: 'text', format: 'email' }, 'me', { problem: 'This must be an email address.' }],
  [{ ...named, type: 'text', format: 'email' }, 'me@a.example', { value: 'me@a.example' }],
  [{ ...named, type: 'text', format: 'date' }, '2026-13-45', { problem: 'This must be a date (2026-11-16).' }],
  [{ ...named, type: 'text', format: 'uri' }, 'a b', { problem: 'This must be a URL (https://…).' }],
  [{ ...named, type: 'number', isWhole: true }, '1.5', { problem: 'This must be a whole number.' }],
  [{ ...named, type: 'number', isWhole: false, least: 2 }, '1', { problem: 'At least 2.' }],
  [{ ...named, type: 'number', isWhole: false, most: 2 }, '1.5', { value: 1.5 }],
  [{ ...named, type: 'number', isWhole: false }, 'many', { problem: 'This must be a number.' }],
  [{ ...named, type: 'yes-no' }, 'Y', { value: true }],
  [{ ...named, type: 'yes-no' }, 'perhaps', { problem: 'Answer yes or no.' }],
  [{ ...named, type: 'choice', choices }, 'second', { value: 'b' }],
  [{ ...named, type: 'choice', choices }, '1', { value: 'a' }],
  [{ ...named, type: 'choice', choices }, 'third', { problem: 'Choose one: First, Second.' }],
  [{ ...named, type: 'choices', choices }, 'first, 2', { value: ['a', 'b'] }],
  [{ ...named, type: 'choices', choices, most: 1 }, 'a,b', { problem: 'Choose at most 1.' }],
])('%o filled in with %o', (field, typed, expected) => {
  expect(checkField(field, typed)).toEqual(expected);
});
