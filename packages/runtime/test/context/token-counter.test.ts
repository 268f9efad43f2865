/** How accurate the estimate is, what it counts, and that hostile texts do not make it slow. */
import type { Content } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { anyHistory } from '../../../transcript/test/property/histories.ts';
import { estimateByCharacters } from '../../src/context/estimate-by-characters.ts';
import { TokenCounter } from '../../src/context/token-counter.ts';

const said = (text: string): Content => ({ speaker: 'human', blocks: [{ type: 'text', text }] });

/** Each text with its number of tokens in OpenAI's o200k_base. */
const samples: readonly (readonly [what: string, tokens: number, text: string])[] = [
  [
    'prose',
    481,
    'The session is kept as a list of facts, and whoever opens it again reads them in order until nothing is left. '.repeat(
      20,
    ),
  ],
  [
    'code',
    500,
    'export function add(first: number, second: number): number {\n  return first + second; // both are finite\n}\n'.repeat(
      20,
    ),
  ],
  [
    'json',
    800,
    JSON.stringify(
      Array.from({ length: 40 }, (_, id) => ({ id, name: `file-${id}.ts`, size: id * 917, ok: id % 2 === 0 })),
    ),
  ],
  ['chinese', 480, '会话保存为一系列事实，重新打开的人按顺序阅读它们，直到什么都不剩。'.repeat(20)],
  [
    'russian',
    521,
    'Сеанс хранится как список фактов, и тот, кто открывает его снова, читает их по порядку. '.repeat(20),
  ],
  [
    'hash',
    966,
    Array.from({ length: 30 }, (_, at) => (at * 2_654_435_761).toString(16).padStart(12, 'f').repeat(5)).join('\n'),
  ],
];

test.each(samples)('estimates tokens from characters: %s', (_, tokens, text) => {
  const estimate = estimateByCharacters(text);
  // Other vocabularies are smaller than this one: an estimate may be up to half larger, but hardly smaller.
  expect(estimate / tokens).toBeGreaterThan(0.8);
  expect(estimate / tokens).toBeLessThan(2.1);
});

test('counts every kind of block', () => {
  const counter = new TokenCounter((text) => text.length);
  const blocks = (...all: readonly Content['blocks'][number][]): number =>
    counter.count({ speaker: 'ai', blocks: all }) - 4;
  const media = { type: 'media', data: 'AAAA', encoding: 'base64' } as const;
  const seal = { protocol: 'p', provider: 'p', model: 'm', field: 'f', value: 'x'.repeat(60) };
  expect([
    blocks(),
    blocks({ type: 'text', text: 'abc' }, { type: 'code', code: 'ab' }),
    blocks({ type: 'thinking', thought: 'abcd' }),
    blocks({ type: 'thinking', thought: '', seal }),
    blocks({ type: 'tool_call', id: 'i', name: 'abc', parameters: { a: 1 } }),
    blocks({ type: 'tool_response', callId: 'i', toolName: 'abc', result: 'abcde' }),
    blocks({ type: 'tool_response', callId: 'i', toolName: 'abc', error: 'abc', result: null }),
    blocks({ ...media, mimeType: 'image/png' }),
    blocks({ ...media, mimeType: 'application/pdf' }),
    blocks({ ...media, mimeType: 'audio/wav' }),
    blocks({ ...media, mimeType: 'video/mp4' }),
    blocks({ ...media, mimeType: 'application/zip' }),
    blocks({ ...media, mimeType: 'text/plain', encoding: 'text' }),
  ]).toEqual([0, 5, 4, 10, 20, 15, 13, 1_600, 8_000, 2_000, 10_000, 1_000, 4]);
});

test('counts only what came after the last usage, and each content once', () => {
  const counted: string[] = [];
  const counter = new TokenCounter((text) => {
    counted.push(text);
    return text.length;
  });
  const contents = [said('a'), said('bb'), said('ccc')];
  const usage = { input: 1_000, output: 100, contents: 2 };
  expect(counter.countRequest({ contents, system: 'system', usage })).toBe(1_100 + 4 + 3);
  expect(counted).toEqual(['ccc']);
  expect(counter.countRequest({ contents: [...contents, said('d')], system: 'system', usage })).toBe(1_107 + 4 + 1);
  expect(counted).toEqual(['ccc', 'd']);
});

test('counts everything without a usage or with one of another history', () => {
  const counter = new TokenCounter((text) => text.length);
  const tools = [{ name: 'a', description: 'b' }];
  const request = { contents: [said('abc')], system: 'xx', tools };
  const all = 2 + JSON.stringify(tools[0]).length + 7;
  expect(counter.countRequest(request)).toBe(all);
  expect(counter.countRequest({ ...request, usage: { input: 9, output: 9, contents: 2 } })).toBe(all);
  expect(counter.countRequest({ ...request, usage: { input: 0, output: 0, contents: 1 } })).toBe(all);
});

test('counts only the parts of a tool that the model sees', () => {
  const counter = new TokenCounter((text) => text.length);
  const told = { name: 'read', description: 'Reads a file.', parameters: { type: 'object' } };
  const tool = { ...told, kind: 'read', run: async () => 'a text' };
  expect(counter.countRequest({ contents: [], tools: [tool] })).toBe(JSON.stringify(told).length);
});

test.each([
  ['one letter', 'a'.repeat(2_000_000)],
  ['blanks', ' '.repeat(2_000_000)],
  ['ideographs', '会话'.repeat(1_000_000)],
  ['special tokens', '<|endoftext|>'.repeat(100_000)],
  ['half a character', '\ud800'.repeat(100_000)],
])('counts a very long text of %s', (_, text) => {
  expect(estimateByCharacters(text)).toBeGreaterThan(0);
});

test(
  'counts any history',
  () => {
    const counter = new TokenCounter(estimateByCharacters);
    holds(anyHistory, 300, (contents) => {
      expect(counter.countRequest({ contents })).toBeGreaterThanOrEqual(4 * contents.length);
    });
  },
  patience,
);
