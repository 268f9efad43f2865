/** The problems that `checkContents` reports for each kind of damage. Each row has the input and the complete list. */
import { describe, expect, test } from 'vitest';
import { checkContents, PROBLEM_KINDS, type Problem, type ProblemCode } from '../../src/check/check.ts';

type Row = readonly [name: string, input: unknown, problems: readonly Problem[]];

function problem(code: ProblemCode, path: string, message: string, fix?: string): Problem {
  const { severity, fix: usual } = PROBLEM_KINDS[code];
  if (severity === 'worst-of-rest') throw new Error('more-problems has tests of its own');
  return { severity, code, path, message, fix: fix ?? usual.replaceAll('{field}', path.split('.').at(-1) ?? '') };
}

const human = (...blocks: readonly unknown[]) => ({ speaker: 'human', blocks });
const ai = (...blocks: readonly unknown[]) => ({ speaker: 'ai', blocks });
const tool = (...blocks: readonly unknown[]) => ({ speaker: 'tool', blocks });
const text = { type: 'text', text: 'hello' };
const call = (id: unknown, more: object = {}) => ({ type: 'tool_call', id, name: 'ls', parameters: {}, ...more });
const result = (callId: unknown, more: object = {}) => ({
  type: 'tool_response',
  callId,
  toolName: 'ls',
  result: 'a.ts',
  ...more,
});
const without = (block: object, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(block).filter(([name]) => !names.includes(name)));
const withSeal = (seal: unknown) => [ai({ ...text, seal })];
const withMetadata = (metadata: unknown) => [{ ...human(text), metadata }];
const media = { type: 'media', mimeType: 'image/png', data: 'iVBO', encoding: 'base64' };
const seal = { provider: 'anthropic', value: 'c2ln' };

const sound: readonly Row[] = [
  ['an empty history', [], []],
  ['every kind of block', [human(text, media, { type: 'code', code: '' }), ai(call('a')), tool(result('a'))], []],
  ['empty text', [human({ type: 'text', text: '' }), ai({ type: 'thinking', thought: '' })], []],
  ['metadata with fields of its own', withMetadata({ model: 'm', timestamp: 1, prefixCut: 0, colour: ['red'] }), []],
  [
    'a full seal',
    withSeal({ ...seal, model: 'm', endpoint: 'e', account: 'a', field: 'f', item: 'i', prefix: 'p' }),
    [],
  ],
  [
    'seals as other agents keep them',
    [ai({ type: 'thinking', thought: 't', signature: 's', sourceField: 1, providerMetadata: { deep: true } })],
    [],
  ],
  [
    'completions of every kind',
    [
      ai(call('a', { executor: 'provider', rawId: 'r' }), call('b'), call('c')),
      tool(result('a', { result: null, error: 'no' }), result('b', { result: null, isComplete: true })),
      tool(result('c', { result: 0, synthetic: 'lost' })),
    ],
    [],
  ],
];

const notHistory: readonly Row[] = [
  ['null', null, [problem('not-an-array', '$', 'The history is null, not an array.')]],
  ['nothing', undefined, [problem('not-an-array', '$', 'The history is missing, not an array.')]],
  ['a bigint', 1n, [problem('not-an-array', '$', 'The history is a bigint, not an array.')]],
  ['an empty object', {}, [problem('not-an-array', '$', 'The history is an object without fields, not an array.')]],
  [
    'an object with many fields',
    { alpha: 1, beta: 2, gamma: 3, delta: 4, epsilon: 5, zeta: 6, eta: 7, theta: 8, iota: 9, kappa: 10, lambda: 11 },
    [
      problem(
        'not-an-array',
        '$',
        'The history is an object with alpha, beta, gamma, delta, epsilon, zeta, eta, theta, iota, …, not an array.',
      ),
    ],
  ],
  [
    'entries that are not objects',
    [null, 'hi', [], 7, undefined, human(text)],
    [
      problem('entry-not-object', '$[0]', 'This entry is null, not an object.'),
      problem('entry-not-object', '$[1]', 'This entry is "hi", not an object.'),
      problem('entry-not-object', '$[2]', 'This entry is an array, not an object.'),
      problem('entry-not-object', '$[3]', 'This entry is 7, not an object.'),
      problem('entry-not-object', '$[4]', 'This entry is missing, not an object.'),
    ],
  ],
  [
    'no speaker',
    [{ blocks: [text] }, {}],
    [
      problem('speaker-missing', '$[0].speaker', 'This entry has no `speaker`.'),
      problem('speaker-missing', '$[1].speaker', 'This entry has no `speaker`.'),
      problem('blocks-missing', '$[1].blocks', 'This entry has no `blocks`.'),
    ],
  ],
  [
    'an unknown speaker; its blocks are checked all the same, but nothing is out of place',
    [{ speaker: 'robot', blocks: [{ ...call('a'), name: '' }] }],
    [
      problem('speaker-unknown', '$[0].speaker', 'Unknown speaker: "robot".'),
      problem('name-empty', '$[0].blocks[0].name', '`name` is empty.'),
    ],
  ],
  [
    "another system's word for the speaker",
    [{ speaker: 'assistant', blocks: [text] }],
    [problem('speaker-unknown', '$[0].speaker', 'Unknown speaker: "assistant".', 'Write "ai" instead of "assistant".')],
  ],
  [
    'blocks that are no array',
    [
      { speaker: 'human', blocks: 'hi' },
      { speaker: 'ai', blocks: null },
    ],
    [
      problem('blocks-not-array', '$[0].blocks', 'The blocks are "hi", not an array.'),
      problem('blocks-not-array', '$[1].blocks', 'The blocks are null, not an array.'),
    ],
  ],
  [
    'blocks that are not objects',
    [human(text, 'hi', [text])],
    [
      problem('block-not-object', '$[0].blocks[1]', 'This block is "hi", not an object.'),
      problem('block-not-object', '$[0].blocks[2]', 'This block is an array, not an object.'),
    ],
  ],
  [
    'blocks without a known type',
    [human({ text: 'hi' }, { type: 'constructor' }, { type: null })],
    [
      problem('type-missing', '$[0].blocks[0].type', 'This block has no `type`.'),
      problem('type-unknown', '$[0].blocks[1].type', 'Unknown block type: "constructor".'),
      problem('type-unknown', '$[0].blocks[2].type', 'Unknown block type: null.'),
    ],
  ],
  [
    "another system's word for the type",
    [ai({ type: 'tool_use' })],
    [
      problem(
        'type-unknown',
        '$[0].blocks[0].type',
        'Unknown block type: "tool_use".',
        'Write "tool_call" instead of "tool_use".',
      ),
    ],
  ],
  [
    'an error hides who lacks whom: the call may be in what cannot be read',
    [ai('tool call'), tool(result('a'))],
    [problem('block-not-object', '$[0].blocks[0]', 'This block is "tool call", not an object.')],
  ],
];

const oddFields: readonly Row[] = [
  [
    'entries without blocks',
    [{ speaker: 'ai' }, ai()],
    [
      problem('blocks-missing', '$[0].blocks', 'This entry has no `blocks`.'),
      problem('blocks-empty', '$[1].blocks', 'This entry has no blocks: the array is empty.'),
    ],
  ],
  [
    'fields nobody knows',
    [{ ...human({ ...text, cache_control: {} }), id: 7, 'two words': 1 }, ...withSeal({ ...seal, colour: 'red' })],
    [
      problem('unknown-field', '$[0].id', 'The field "id" has no meaning here and will be ignored.'),
      problem('unknown-field', '$[0]["two words"]', 'The field "two words" has no meaning here and will be ignored.'),
      problem(
        'unknown-field',
        '$[0].blocks[0].cache_control',
        'The field "cache_control" has no meaning here and will be ignored.',
      ),
      problem(
        'unknown-field',
        '$[1].blocks[0].seal.colour',
        'The field "colour" has no meaning here and will be ignored.',
      ),
    ],
  ],
  [
    'text that is not a string',
    [human({ type: 'text' }, { type: 'code', code: 1 }), ai({ type: 'thinking', thought: { a: 1 } })],
    [
      problem('text-not-string', '$[0].blocks[0].text', '`text` is missing, not a string.'),
      problem('text-not-string', '$[0].blocks[1].code', '`code` is 1, not a string.'),
      problem('text-not-string', '$[1].blocks[0].thought', '`thought` is an object with a, not a string.'),
    ],
  ],
  [
    'parameters of every wrong kind',
    [
      ai(call('a', { parameters: '{"p":1}' }), call('b', { parameters: [1] }), call('c', { parameters: null })),
      ai(without(call('d'), 'parameters')),
      tool(result('a'), result('b'), result('c'), result('d')),
    ],
    [
      problem(
        'parameters-not-object',
        '$[0].blocks[0].parameters',
        String.raw`The parameters of the call are "{\"p\":1}", not an object.`,
      ),
      problem(
        'parameters-not-object',
        '$[0].blocks[1].parameters',
        'The parameters of the call are an array, not an object.',
      ),
      problem(
        'parameters-not-object',
        '$[0].blocks[2].parameters',
        'The parameters of the call are null, not an object.',
      ),
      problem('parameters-missing', '$[1].blocks[0].parameters', 'The call has no `parameters`.'),
    ],
  ],
  [
    'ids and names of a call',
    [ai(call('', { name: '' }), call(7, { name: null }), without(call(''), 'id', 'name'))],
    [
      problem('id-empty', '$[0].blocks[0].id', '`id` is empty, so call and result can be paired by position only.'),
      problem('name-empty', '$[0].blocks[0].name', '`name` is empty.'),
      problem('id-not-string', '$[0].blocks[1].id', '`id` is 7, not a string.'),
      problem('name-not-string', '$[0].blocks[1].name', '`name` is null, not a string.'),
      problem('id-missing', '$[0].blocks[2].id', '`id` is missing, so call and result can be paired by position only.'),
      problem('name-missing', '$[0].blocks[2].name', '`name` is missing.'),
    ],
  ],
  [
    'ids and names of a response',
    [tool(without(result(''), 'callId', 'toolName'), result('', { toolName: '' }))],
    [
      problem(
        'id-missing',
        '$[0].blocks[0].callId',
        '`callId` is missing, so call and result can be paired by position only.',
      ),
      problem('name-missing', '$[0].blocks[0].toolName', '`toolName` is missing.'),
      problem(
        'id-empty',
        '$[0].blocks[1].callId',
        '`callId` is empty, so call and result can be paired by position only.',
      ),
      problem('name-empty', '$[0].blocks[1].toolName', '`toolName` is empty.'),
    ],
  ],
  [
    'optional fields of the wrong kind',
    [
      ai(call('a', { rawId: 1, freeForm: 'yes', executor: 'robot' }), { ...media, filename: 1, caption: null }),
      tool(result('a', { error: null, isComplete: 'yes', synthetic: 'bored' }), {
        type: 'code',
        code: '',
        language: 1,
      }),
    ],
    [
      problem('field-not-string', '$[0].blocks[0].rawId', '`rawId` is 1, not a string.'),
      problem('free-form-invalid', '$[0].blocks[0].freeForm', '`freeForm` is "yes", not true.'),
      problem('executor-unknown', '$[0].blocks[0].executor', 'Unknown executor: "robot".'),
      problem('field-not-string', '$[0].blocks[1].filename', '`filename` is 1, not a string.'),
      problem('field-not-string', '$[0].blocks[1].caption', '`caption` is null, not a string.'),
      problem('error-not-string', '$[1].blocks[0].error', 'The error is null, not a string.'),
      problem('is-complete-not-boolean', '$[1].blocks[0].isComplete', '`isComplete` is "yes", not true or false.'),
      problem('synthetic-unknown', '$[1].blocks[0].synthetic', 'Unknown reason of a synthetic result: "bored".'),
      problem('field-not-string', '$[1].blocks[1].language', '`language` is 1, not a string.'),
    ],
  ],
  [
    'media that cannot be shown',
    [human({ type: 'media' }, { ...media, data: '', mimeType: 5, encoding: 'hex' })],
    [
      problem(
        'media-without-mime-type',
        '$[0].blocks[0].mimeType',
        'The media block has no media type: `mimeType` is missing.',
      ),
      problem('media-without-data', '$[0].blocks[0].data', 'The media block is empty: `data` is missing.'),
      problem('media-encoding-unknown', '$[0].blocks[0].encoding', 'Unknown media encoding: missing.'),
      problem(
        'media-without-mime-type',
        '$[0].blocks[1].mimeType',
        'The media block has no media type: `mimeType` is 5.',
      ),
      problem('media-without-data', '$[0].blocks[1].data', 'The media block is empty: `data` is "".'),
      problem('media-encoding-unknown', '$[0].blocks[1].encoding', 'Unknown media encoding: "hex".'),
    ],
  ],
  [
    'metadata that is not an object',
    withMetadata('openai'),
    [problem('metadata-not-object', '$[0].metadata', 'The metadata is "openai", not an object.')],
  ],
  [
    'known metadata of the wrong kind',
    withMetadata({ turnId: 1, provider: {}, timestamp: '2026', prefixCut: -1 }),
    [
      problem('field-not-string', '$[0].metadata.turnId', '`turnId` is 1, not a string.'),
      problem('field-not-string', '$[0].metadata.provider', '`provider` is an object without fields, not a string.'),
      problem('timestamp-not-number', '$[0].metadata.timestamp', 'The timestamp is "2026", not a number.'),
      problem('prefix-cut-invalid', '$[0].metadata.prefixCut', '`prefixCut` is -1, not a count of contents.'),
    ],
  ],
  [
    'a mark of an inserted content that is not true',
    withMetadata({ inserted: 'yes' }),
    [problem('inserted-invalid', '$[0].metadata.inserted', '`inserted` is "yes", not true.')],
  ],
  [
    'a cut that is no whole number',
    withMetadata({ prefixCut: 1.5 }),
    [problem('prefix-cut-invalid', '$[0].metadata.prefixCut', '`prefixCut` is 1.5, not a count of contents.')],
  ],
  [
    'a seal that is not an object',
    withSeal('c2ln'),
    [problem('seal-not-object', '$[0].blocks[0].seal', 'The seal is "c2ln", not an object.')],
  ],
  [
    'a seal with holes',
    withSeal({ value: 7, item: 7 }),
    [
      problem(
        'seal-incomplete',
        '$[0].blocks[0].seal.provider',
        'The seal cannot be replayed: its `provider` is missing, not a string.',
      ),
      problem(
        'seal-incomplete',
        '$[0].blocks[0].seal.value',
        'The seal cannot be replayed: its `value` is 7, not a string.',
      ),
      problem('field-not-string', '$[0].blocks[0].seal.item', '`item` is 7, not a string.'),
    ],
  ],
  [
    'a long value is shortened, and never in the middle of a character',
    [{ speaker: `${'x'.repeat(59)}😀 and more`, blocks: [text] }],
    [problem('speaker-unknown', '$[0].speaker', `Unknown speaker: "${'x'.repeat(59)}…".`)],
  ],
  [
    'what looks like a template is not filled in',
    [{ speaker: '{field} $& $1 {value}', blocks: [text] }],
    [problem('speaker-unknown', '$[0].speaker', 'Unknown speaker: "{field} $& $1 {value}".')],
  ],
];

const oddPlaces: readonly Row[] = [
  [
    'blocks in entries of the wrong speaker',
    [human(call('a'), { type: 'thinking', thought: 't' }), ai(result('a'))],
    [
      problem('call-outside-ai', '$[0].blocks[0]', 'A tool call is in an entry whose speaker is "human".'),
      problem('thinking-outside-ai', '$[0].blocks[1]', 'Thinking is in an entry whose speaker is "human".'),
      problem('response-outside-tool', '$[1].blocks[0]', 'A tool response is in an entry whose speaker is "ai".'),
    ],
  ],
  [
    'responses that are still pending, which do answer their calls',
    [
      ai(call('a'), call('b'), call('c')),
      tool(result('a', { result: null }), without(result('b'), 'result')),
      tool(result('c', { result: null, error: '', isComplete: false })),
    ],
    ['$[1].blocks[0]', '$[1].blocks[1]', '$[2].blocks[0]'].map((path) =>
      problem(
        'response-pending',
        path,
        'The response is still pending: it has no result and no error, and is not complete.',
      ),
    ),
  ],
];

const whoLacksWhom: readonly Row[] = [
  [
    'a call without a result, a result without a call',
    [ai(call('a')), tool(result('b'))],
    [
      problem('call-without-result', '$[0].blocks[0].id', 'The call "a" has no result.'),
      problem('result-without-call', '$[1].blocks[0].callId', 'No call in this history has the id "b".'),
    ],
  ],
  ['a result before its call', [tool(result('a')), ai(call('a'))], []],
  [
    'two results before their two calls',
    [tool(result('a'), result('a')), ai(call('a'), call('a'))],
    [problem('duplicate-call-id', '$[1].blocks[1].id', 'The id "a" belongs to an earlier call too.')],
  ],
  [
    'an id that starts again each turn: the open call is the one without a result near it',
    [ai(call('a')), human(text), ai(call('a')), tool(result('a'))],
    [
      problem('call-without-result', '$[0].blocks[0].id', 'The call "a" has no result.'),
      problem('duplicate-call-id', '$[2].blocks[0].id', 'The id "a" belongs to an earlier call too.'),
    ],
  ],
  [
    'parallel calls with one id, all answered',
    [ai(call('a'), call('a'), call('a')), tool(result('a'), result('a'), result('a'))],
    [
      problem('duplicate-call-id', '$[0].blocks[1].id', 'The id "a" belongs to an earlier call too.'),
      problem('duplicate-call-id', '$[0].blocks[2].id', 'The id "a" belongs to an earlier call too.'),
    ],
  ],
  [
    'a second result, and then the id again: the later pair is sound',
    [ai(call('a')), tool(result('a')), tool(result('a')), ai(call('a')), tool(result('a'))],
    [
      problem('duplicate-result', '$[2].blocks[0].callId', 'Every call with the id "a" already has a result.'),
      problem('duplicate-call-id', '$[3].blocks[0].id', 'The id "a" belongs to an earlier call too.'),
    ],
  ],
  [
    'ids that are names of every object',
    [ai(call('__proto__'), call('toString')), tool(result('toString'), result('__proto__'))],
    [],
  ],
];

const message = 'This entry has no `speaker`.';
const decodeMessage =
  'Decode the request body with its own protocol first: an entry with `role` or `content` looks like a message of OpenAI or Anthropic.';
const decodeGemini = 'Decode it with its own protocol first: this looks like a Gemini request body (`parts`).';

const otherShapes: readonly Row[] = [
  [
    'an OpenAI or Anthropic body',
    { model: 'm', messages: [] },
    [
      problem(
        'not-an-array',
        '$',
        'The history is an object with model, messages, not an array.',
        'Decode it with its own protocol first: this looks like an OpenAI or Anthropic request body (`messages`).',
      ),
    ],
  ],
  [
    'a Responses body',
    { input: [] },
    [
      problem(
        'not-an-array',
        '$',
        'The history is an object with input, not an array.',
        'Decode it with its own protocol first: this looks like an OpenAI Responses body (`input`).',
      ),
    ],
  ],
  [
    'a Gemini body',
    { contents: [{ role: 'user', parts: [] }] },
    [problem('not-an-array', '$', 'The history is an object with contents, not an array.', decodeGemini)],
  ],
  [
    'an object around the contents',
    { contents: [human(text)], tools: [] },
    [
      problem(
        'not-an-array',
        '$',
        'The history is an object with contents, tools, not an array.',
        'Pass its `contents` instead of the object around them.',
      ),
    ],
  ],
  [
    'one entry alone',
    human(text),
    [
      problem(
        'not-an-array',
        '$',
        'The history is an object with speaker, blocks, not an array.',
        'Put the entry into an array: a history is a list of them.',
      ),
    ],
  ],
  [
    'JSON text',
    '[]',
    [
      problem(
        'not-an-array',
        '$',
        'The history is "[]", not an array.',
        'Parse the text as JSON and pass the array it holds.',
      ),
    ],
  ],
  [
    'messages of OpenAI and Anthropic: one error each',
    [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: null, tool_calls: [] },
    ],
    [
      problem('speaker-missing', '$[0].speaker', message, decodeMessage),
      problem('speaker-missing', '$[1].speaker', message, decodeMessage),
    ],
  ],
  [
    'contents of Gemini',
    [{ role: 'user', parts: [{ text: 'hi' }] }],
    [problem('speaker-missing', '$[0].speaker', message, decodeGemini)],
  ],
];

const tables = { sound, notHistory, oddFields, oddPlaces, whoLacksWhom, otherShapes };

describe.each(Object.entries(tables))('checkContents: %s', (_, rows) => {
  test.each(rows)('%s', (_name, input, problems) => {
    const before = structuredClone(input);
    const checked = checkContents(input);
    expect(checked.problems).toEqual(problems);
    expect(checked.contents).toBe(problems.some(({ severity }) => severity === 'error') ? undefined : input);
    expect(input).toEqual(before);
  });
});

describe('the table of codes', () => {
  const kinds = Object.entries(PROBLEM_KINDS);

  test.each(kinds)('%s is kebab-case, has a message and one sentence of advice', (code, { message, fix }) => {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(message).toMatch(/^[A-Z`].*\.$/);
    expect(fix).toMatch(/^[A-Z][^.]*(?:\.parse[^.]*)?\.$/);
  });

  test('the tables above cover every code', () => {
    const met = Object.values(tables).flatMap((rows) => rows.flatMap(([, , problems]) => problems.map((p) => p.code)));
    const elsewhere = ['unreadable', 'length-invalid', 'more-problems']; // in check-hostile.test.ts
    expect(new Set([...met, ...elsewhere])).toEqual(new Set(kinds.map(([code]) => code)));
  });
});
