/**
 * `test` and `printf` are parts of the shell, and some shells evaluate what should be a number: in `[ 'x[$(rm y)]' -eq 0 ]` ksh runs `rm`,
 * `[ 'PATH=0' -eq 0 ]` sets a variable there, and so does `printf '%n' PATH` in bash. Only plain numbers are certain.
 */

const comparison = /^-(eq|ne|lt|le|gt|ge)$/;
const number = /^[-+]?\d{1,18}$/;

/** `words`: the arguments. */
export function testEvaluates(words: readonly string[]): boolean {
  const isNumber = (at: number): boolean => number.test(words[at] ?? '');
  return words.some((word, at) => {
    // A terminal; alone, just a text.
    if (word === '-t') return !(isNumber(at + 1) || words[at + 1] === undefined || words[at + 1] === ']');
    return comparison.test(word) && !(isNumber(at - 1) && isNumber(at + 1));
  });
}

const conversion = /%(?:%|[-+ #0]*\d*(?:\.\d+)?([sbcdiouxX]))/g;
const escaped = /\\[\\"'abefnrtv]/g;

export function printfEvaluates(words: readonly string[]): boolean {
  const [format = '', ...values] = words[0] === '--' ? words.slice(1) : words;
  if (format.startsWith('-') || /[%\\]/.test(format.replaceAll(escaped, '').replaceAll(conversion, ''))) return true;
  const letters = [...format.replaceAll('%%', '').matchAll(conversion)].map(([, letter = '']) => letter);
  // The format is used again until no value is left.
  return values.some((value, at) => 'diouxX'.includes(letters[at % letters.length] ?? 's') && !number.test(value));
}
