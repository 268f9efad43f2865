/**
 * Text that the user must approve, with letters that only look like ASCII written as escapes: `cаt` with a Cyrillic `а` is not `cat`. Words
 * that are really written in another script are unchanged.
 */

/** A letter and the ASCII letters it looks like, by script: the common ones of Unicode's list of confusables. */
const letters: ReadonlySet<string> = new Set([
  // Cyrillic
  ...'аАеЕоОрРсСхХуУіІїјЈѕЅһԁԛԜԝӏӀВНКМТЗбгкптѵѴҮүөӨьЬ',
  // Greek
  ...'αΑΒΕεΖΗηΙιΚκΜΝνΟοοΡρΤτυΥΧχγωϲϳΣ',
  // Armenian, Cherokee, Lisu, Coptic
  ...'աօսոցղհյզԼՏՕᎪᏴᏟᎠᎬᎨᎻᎥᎫᏞᎷᏀᏢᏒᏚᎢᏙᎳᏃꓐꓚꓓꓰꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜⲟⲣⲥ',
  // Latin letters that look like others
  ...'ıɑɡɩʟᴄᴏᴜᴠᴡᴢꜱƖǀℓⅼⅽⅾⅿⅰⅴⅹ',
]);

/** Characters that look like shell syntax but are not. */
const signs =
  /[\u2010-\u2015\u2212\ufe58\ufe63\u2044\u2215\u29f8\u2024\ua4f8\u037e\u061b\u01c0\u2223\u2758\ua789\u2236\u02d0\u2018\u2019\u201b\u201c-\u201e\u2032\u2033\u02b9\u02bc\u2035\u2036\u02cb\u1fef\u2039\u203a\u2217\u204e\u02c6\u02dc\u223c\u201a\u2768\u2769\u066d]/u;

/** `strict`: a command, a path or a URL, where punctuation matters and prose is not expected. */
export function showLookAlikes(text: string, strict: boolean): string {
  if (!/[^\p{ASCII}]/u.test(text)) return text;
  return text
    .split('\n')
    .map((line) => showInLine(line, strict))
    .join('\n');
}

function showInLine(line: string, strict: boolean): string {
  const isProse = /[\p{L}--\p{ASCII}]/v.test([...line].filter((sign) => !isLookAlike(sign)).join(''));
  return line.replaceAll(/[\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_]/gu, (word) => {
    if (/^[\p{L}\p{M}\p{N}_]/u.test(word)) return showInWord(word, strict || !isProse);
    return strict && (signs.test(word) || isCompatible(word)) ? escaped(word) : word;
  });
}

/** `whole`: also if the whole word looks like another one. */
function showInWord(word: string, whole: boolean): string {
  const all = [...word];
  if (!all.some(isLookAlike)) return word;
  const isMixed = all.some((sign) => /[A-Za-z]/.test(sign));
  const isAlike = all.every((sign) => isLookAlike(sign) || /[\p{ASCII}\p{N}]/u.test(sign));
  return isMixed || (whole && isAlike) ? all.map((sign) => (isLookAlike(sign) ? escaped(sign) : sign)).join('') : word;
}

function isLookAlike(sign: string): boolean {
  return letters.has(sign) || isCompatible(sign);
}

/** Fullwidth, bold, circled and other forms of ASCII. */
function isCompatible(sign: string): boolean {
  return !/\p{ASCII}/u.test(sign) && /^[!-~]+$/.test(sign.normalize('NFKC'));
}

function escaped(sign: string): string {
  return `\\u{${sign.codePointAt(0)?.toString(16)}}`;
}
