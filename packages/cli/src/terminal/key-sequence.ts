/** The key of a control sequence, from its parameters and final letter: `1;5` and `D` are `ctrl-left`. */
import type { Key } from './key.ts';

const byLetter: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  M: 'enter',
};

const byNumber: Readonly<Record<number, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'page-up',
  6: 'page-down',
  7: 'home',
  8: 'end',
};

/** Code points with a name; all others are letters. */
const byCode: Readonly<Record<number, string>> = {
  9: 'tab',
  13: 'enter',
  27: 'escape',
  32: 'space',
  127: 'backspace',
  57414: 'enter',
};

/** Undefined: unknown key. */
export function keyOfSequence(parameters: string, last: string): Key | undefined {
  // A private sequence: a response of the terminal, or the mouse.
  if (/^[<=>?]/.test(parameters)) return undefined;
  const [first = [], second = [], third = []] = parameters.split(';').map((one) => one.split(':').map(Number));
  const modifiers = second[0] ?? 1;
  // A key release.
  if (second[1] === 3) return undefined;
  if (last === 'u') return keyOfCode(first[0] ?? 0, modifiers);
  if (last === '~' && first[0] === 27) return keyOfCode(third[0] ?? 0, modifiers);
  if (last === 'Z') return { kind: 'press', name: 'shift-tab' };
  const name = last === '~' ? byNumber[first[0] ?? 0] : byLetter[last];
  return name === undefined ? undefined : { kind: 'press', name: prefix(modifiers, true) + name };
}

function keyOfCode(code: number, modifiers: number): Key | undefined {
  const name = byCode[code];
  if (name !== undefined && (name !== 'space' || modifiers > 2))
    return { kind: 'press', name: prefix(modifiers, true) + name };
  if (!isTyped(code)) return undefined;
  const letter = String.fromCodePoint(code);
  if (prefix(modifiers, false) === '') {
    return { kind: 'text', text: ((modifiers - 1) & 1) === 1 ? letter.toUpperCase() : letter };
  }
  return { kind: 'press', name: prefix(modifiers, false) + letter };
}

/** Whether a code is a character, not a control character or the private code of a key. */
function isTyped(code: number): boolean {
  if (!Number.isInteger(code) || code < 32 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return false;
  return !(code >= 127 && code < 160) && !(code >= 57344 && code <= 63743);
}

function prefix(modifiers: number, includesShift: boolean): string {
  const bits = Number.isInteger(modifiers) && modifiers > 0 ? modifiers - 1 : 0;
  return `${(bits & 4) === 0 ? '' : 'ctrl-'}${(bits & 2) === 0 ? '' : 'alt-'}${(bits & 1) === 0 || !includesShift ? '' : 'shift-'}`;
}
