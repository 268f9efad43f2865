import { describe, expect, test } from 'vitest';
import { parseInput } from '../../src/input/parse-input.ts';

describe('valid input', () => {
  test.each([
    ['one value', '[{"a":1}]', [{ a: 1 }]],
    ['white space around it', ' \n\t[]\r\n', []],
    ['a value over several lines', '{\n"a":\n1\n}', { a: 1 }],
    ['lines', '{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }]],
    ['CRLF lines, blank ones and a final line end', '{"a":1}\r\n\r\n   \n{"a":2}\r\n', [{ a: 1 }, { a: 2 }]],
    ['a blank line first', '\n{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
    ['one line is one value', '{"a":1}\n', { a: 1 }],
    ['lines of other values after an object', '{"a":1}\n[2]\n"x"', [{ a: 1 }, [2], 'x']],
  ])('%s', (_, text, value) => {
    expect(parseInput(text, 'x.json')).toEqual(value);
  });
});

describe('invalid input', () => {
  test.each([
    ['', 'x.json is empty.\nA history is expected: a JSON array of contents.'],
    [' \n\t', 'x.json is empty.\nA history is expected: a JSON array of contents.'],
    ['[1,]', 'x.json:1:3: Nothing follows this comma.\n    [1,]\n      ^\nRemove the comma.'],
    [
      '[\n  {"speaker": "human" "blocks": []}\n]',
      'x.json:2:23: A comma or a closing bracket is missing here.\n' +
        '      {"speaker": "human" "blocks": []}\n                          ^\nPut a comma between the two values.',
    ],
    [
      '[\n  {"text": "é😀", \'a\': 1}\n]',
      'x.json:2:18: JSON does not allow single quotes.\n' +
        '      {"text": "é😀", \'a\': 1}\n                     ^\nPut keys and strings in double quotes.',
    ],
    [
      '[{"speaker":"human"\n\n',
      'x.json:1:20: The text ends too early. The object began at line 1, column 2.\n' +
        '    [{"speaker":"human"\n                       ^\nGet all of it, or close what is open.',
    ],
    [
      '{"a":1}\n{"a":2}\n{"a":tru',
      'x.json:3:9: The text ends too early. The object began at line 3, column 1.\n' +
        '    {"a":tru\n            ^\nGet all of it, or close what is open.',
    ],
    [
      '{"a":1}\n{"a":2} {"a":3}\n',
      'x.json:2:9: There is more text after the value.\n' +
        '    {"a":2} {"a":3}\n            ^\nKeep one JSON value, or put one content on each line.',
    ],
    [
      '[1] [2]',
      'x.json:1:5: There is more text after the value.\n' +
        '    [1] [2]\n        ^\nKeep one JSON value, or put one content on each line.',
    ],
    [
      "{'speaker': 'human', 'done': None}",
      "x.json:1:2: JSON does not allow single quotes.\n    {'speaker': 'human', 'done': None}\n     ^\nPut keys and strings in double quotes.",
    ],
    [
      `["${'x'.repeat(200)}\t${'y'.repeat(200)}"]`,
      'x.json:1:203: There is a control character inside a string. The string began at line 1, column 2.\n' +
        `    …${'x'.repeat(36)} ${'y'.repeat(35)}…\n${' '.repeat(41)}^\n` +
        'Write it as an escape: a tab as \\t, others as \\u00XX.',
    ],
  ])('%j', (text, message) => {
    expect(() => parseInput(text, 'x.json')).toThrow(expect.objectContaining({ message, exitCode: 1 }));
  });
});

test('scans a text of several megabytes with its error at the end once', () => {
  const lines = `[\n${'{"speaker":"human","blocks":[{"type":"text","text":"hello"}]},\n'.repeat(100_000)}]`;
  expect(() => parseInput(lines, 'x.json')).toThrow(/^x\.json:100001:62: Nothing follows this comma\.\n/);
});
