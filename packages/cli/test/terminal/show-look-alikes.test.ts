/** Characters that deceive the reader of a question are written as escapes; other text is unchanged. */
import { describe, expect, test } from 'vitest';
import { showControls } from '../../src/terminal/show-controls.ts';
import { showLookAlikes } from '../../src/terminal/show-look-alikes.ts';

const shown = (text: string, strict: boolean): string => showLookAlikes(showControls(text), strict);

describe('in a command', () => {
  test.each([
    ['zero width', 'rm\u200b -r', 'rm\\u{200b} -r'],
    ['right to left', 'a\u202eb\u2066c', 'a\\u{202e}b\\u{2066}c'],
    ['control characters', 'a\u0007\u001b[2Kb\u009b', 'a\\u{7}\\u{1b}[2Kb\\u{9b}'],
    ['tags and variation selectors', 'a\u{e0041}\ufe0f', 'a\\u{e0041}\\u{fe0f}'],
    ['fillers and joiners', '\u115f\u3164\uffa0\u034f\u00ad', '\\u{115f}\\u{3164}\\u{ffa0}\\u{34f}\\u{ad}'],
    ['blanks other than a space', 'a\u00a0b\u2003c\u3000d\u2800', 'a\\u{a0}b\\u{2003}c\\u{3000}d\\u{2800}'],
    ['line separators', 'a\u2028b\u0085', 'a\\u{2028}b\\u{85}'],
    ['Cyrillic in a word', 'c\u0430t \u0435tc', 'c\\u{430}t \\u{435}tc'],
    ['a Cyrillic word that looks Latin', '\u0441\u0430\u0441\u0435 x', '\\u{441}\\u{430}\\u{441}\\u{435} x'],
    ['Greek', 'r\u03bfot', 'r\\u{3bf}ot'],
    ['wide and bold', '\uff43at \u{1d42b}\u{1d426}', '\\u{ff43}at \\u{1d42b}\\u{1d426}'],
    ['Latin that looks like other Latin', 'g\u0131t', 'g\\u{131}t'],
    ['dashes, slashes and quotes', '\u2013rf \u2215etc \u2018x\u2019', '\\u{2013}rf \\u{2215}etc \\u{2018}x\\u{2019}'],
    ['a wide semicolon', 'ls\uff1b', 'ls\\u{ff1b}'],
  ])('%s', (_, text, expected) => expect(shown(text, true)).toBe(expected));
});

describe('left alone', () => {
  test.each([
    ['ASCII', 'git commit -m "x; y" && ls', true],
    ['accents', 'caf\u00e9 na\u00efve \u00fcber', true],
    ['Russian in a file', '+ \u043f\u0440\u0438\u0432\u0435\u0442, \u0430 \u0442\u044b \u043a\u0442\u043e?', false],
    ['Greek in a file', '+ \u03ba\u03b1\u03bb\u03b7\u03bc\u03ad\u03c1\u03b1 \u03ba\u03b1\u03b9 \u03c4\u03b1', false],
    ['Chinese and its signs', '\u4f60\u597d\uff0c\u4e16\u754c\uff01', false],
    ['typography in a file', '\u201cx\u201d \u2013 it\u2019s', false],
    ['Russian file names', '\u0434\u043e\u043a\u0443\u043c\u0435\u043d\u0442.txt', true],
  ])('%s', (_, text, strict) => expect(shown(text, strict)).toBe(text));
});

test('spells out a name in a file that mixes scripts', () => {
  expect(shown('+const p\u0430ssword = 1;', false)).toBe('+const p\\u{430}ssword = 1;');
  expect(shown('+if (\u0430\u0441\u0435) {', false)).toBe('+if (\\u{430}\\u{441}\\u{435}) {');
});
