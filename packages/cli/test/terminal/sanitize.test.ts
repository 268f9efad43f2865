import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { sanitize } from '../../src/terminal/sanitize.ts';
import { showControls } from '../../src/terminal/show-controls.ts';

test.each<[name: string, text: string, safe: string]>([
  ['plain text', 'a b\n\tc', 'a b\n\tc'],
  ['letters of all kinds', 'é ö 漢字 👩‍👩‍👧 🇳🇴 नमस्ते', 'é ö 漢字 👩‍👩‍👧 🇳🇴 नमस्ते'],
  ['a colour', 'a\u001b[31mb\u001b[0mc', 'abc'],
  ['a cursor movement', 'a\u001b[2Ab\u001b[?25lc', 'abc'],
  ['a sequence with all its parts', '\u001b[1;2:3 qx', 'x'],
  ['CSI as one character', 'a\u009b2Jb', 'ab'],
  ['a title', 'a\u001b]0;title\u0007b', 'ab'],
  ['a link', '\u001b]8;;https://x\u001b\\text\u001b]8;;\u001b\\', 'text'],
  ['the clipboard', 'a\u001b]52;c;ZWNobw==\u0007b', 'ab'],
  ['OSC and ST as one character', 'a\u009d0;title\u009cb', 'ab'],
  ['a device string', 'a\u001bPq#0;2;0\u001b\\b', 'ab'],
  ['application strings', '\u001b_x\u001b\\\u001b^y\u001b\\\u001bXz\u001b\\', ''],
  ['an unterminated title does not hide what follows', '\u001b]0;title\nnext', '0;title\nnext'],
  ['a truncated sequence', 'a\u001b[31', 'a31'],
  ['a reset', 'a\u001bcb', 'ab'],
  ['another character set', 'a\u001b(0b', 'ab'],
  ['an escape before an escape', '\u001b\u001b[31mx', 'x'],
  ['an escape at the end', 'x\u001b', 'x'],
  ['bell, backspace, null, delete', 'a\u0007\u0008\u0000\u007fb', 'ab'],
  ['C1', 'a\u0085\u0084b', 'ab'],
  ['line ends of Windows', 'a\r\nb', 'a\nb'],
  ['a carriage return cannot overwrite', 'rm -rf /\rls', 'rm -rf /\nls'],
  ['line separators', 'a\u2028b\u2029c', 'a\nb\nc'],
  ['reversed direction', 'a\u202eb\u2066c\u200fd\u061ce', 'abcde'],
  ['half a character', 'a\ud83db', 'a\ufffdb'],
])('%s', (_name, text, safe) => {
  expect(sanitize(text)).toBe(safe);
});

const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\u001b', '[', ']', '\u009b', 'm', '\u0007', '\r', '\n', '31;', '\u202e'),
    ),
  )
  .map((parts) => parts.join(''));

test('leaves no control sequences and is idempotent', { timeout: patience }, () => {
  holds(hostile, 500, (text) => {
    const safe = sanitize(text);
    expect(safe).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cs}\p{Bidi_Control}]/u);
    expect(sanitize(safe)).toBe(safe);
  });
});

test.each<[text: string, shown: string]>([
  ['ls -la\npwd', 'ls -la\npwd'],
  ['rm x\u001b[2K\rls', 'rm x\\u{1b}[2K\\u{d}ls'],
  ['a\u202eb\u200bc\td', 'a\\u{202e}b\\u{200b}c\\td'],
  ['\u{e0041}', '\\u{e0041}'],
])('spells out what the user agrees to: %j', (text, shown) => {
  expect(showControls(text)).toBe(shown);
});
