import { expect, test } from 'vitest';
import { readPage } from './read-page.ts';

const markdown = `# A title, with \`code\` & marks!

See [a](b.md#c) and ![d](e.png), \`one_name\`.

## Again
## Again

\`\`\`ts run
const x = 1;

x;
\`\`\`

<!-- every: tool kind -->
| a | b |
|---|---|
| \`x\`, \`y|z\` | text |

<!-- checked: verdicts -->

| a |
|---|
| \`done\` |

<!-- a remark -->
`;

test.each([
  ['Unix line ends', markdown],
  ['Windows line ends', markdown.replaceAll('\n', '\r\n')],
])('parses a page with %s', (_name, text) => {
  expect(readPage('docs/page.md', text.replace('y|z', 'y\\|z'))).toEqual({
    file: 'docs/page.md',
    fences: [{ line: 8, language: 'ts', marks: ['run'], text: 'const x = 1;\n\nx;' }],
    links: ['b.md#c', 'e.png'],
    anchors: new Set(['a-title-with-code--marks', 'again', 'again-1']),
    tables: [
      {
        line: 14,
        check: 'every',
        subject: 'tool kind',
        rows: [
          [
            { text: '`x`, `y|z`', codes: ['x', 'y|z'] },
            { text: 'text', codes: [] },
          ],
        ],
      },
      { line: 19, check: 'checked', subject: 'verdicts', rows: [[{ text: '`done`', codes: ['done'] }]] },
    ],
    codes: ['code', 'one_name', 'x', 'y|z'],
  });
});
