import { expect, test } from 'vitest';
import { readExamples } from './examples.ts';
import { readPage } from './read-page.ts';

function fence(info: string, text: string): string {
  return `\`\`\`${info}\n${text}\n\`\`\`\n`;
}

test.each([
  [
    'run, with what it prints',
    [fence('ts run', 'a'), fence('text', 'b')],
    [{ place: 'p.md:1', code: 'a', prints: 'b' }],
  ],
  ['type-checked only', [fence('ts check', 'a')], [{ place: 'p.md:1', code: 'a' }]],
  ['continued', [fence('ts check', 'a'), fence('ts continued', 'b')], [{ place: 'p.md:1', code: 'a\nb' }]],
  ['other languages', [fence('sh', 'a'), fence('json', '{}')], []],
])('%s', (_name, parts, examples) => {
  expect(readExamples(readPage('p.md', parts.join('\n')))).toEqual({ examples, problems: [] });
});

test.each([
  [
    'without a mark',
    [fence('ts', 'a')],
    'p.md:1: write `ts run`, `ts check` or `ts continued`, so that it is known what holds',
  ],
  ['without output', [fence('ts run', 'a'), fence('sh', 'b')], 'p.md:1: no `text` says what it prints'],
  ['continued from nothing', [fence('ts continued', 'a')], 'p.md:1: there is no `ts check` before it to go on with'],
])('reports an example %s', (_name, parts, problem) => {
  expect(readExamples(readPage('p.md', parts.join('\n')))).toEqual({ examples: [], problems: [problem] });
});
