/**
 * Estimates how many tokens a text has. Calibrated on prose, code, data and several scripts; it rather overestimates, because too low
 * an estimate ends in a refused request. A tokenizer would be exact for one family of models only and needs 30 MB; the usage that a
 * provider reports is exact for all.
 */

/** Characters per token, by kind of text. */
const perToken = { prose: 4, code: 3.2, dense: 2, ideograph: 1.5, otherScript: 2.5 } as const;

/** Above this share of symbols and digits the text counts as code; above this length a word counts as data: hashes, base64. */
const signsOfCode = 0.15;
const longestWord = 40;

/** 1 for signs and digits: everything visible in ASCII but letters and the punctuation of prose. */
const signs: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  return code > 32 && !/[A-Za-z,.']/.test(String.fromCharCode(code)) ? 1 : 0;
});

/** By blocks of 128 characters, 1 for Chinese, Japanese, Korean, and both halves of characters beyond the first plane. */
const ideographs: Uint8Array = Uint8Array.from({ length: 512 }, (_, block) => {
  const code = block * 128;
  const isOne = (code >= 0x2e80 && code < 0xa000) || (code >= 0xac00 && code < 0xe000);
  return isOne || (code >= 0xf900 && code < 0xfb00) ? 1 : 0;
});

/** One loop without calls, because every text of a conversation goes through it. */
export function estimateByCharacters(text: string): number {
  let [sign, ideograph, beyond, dense, word] = [0, 0, 0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127) {
      beyond += 1;
      ideograph += ideographs[code >> 7] ?? 0;
    } else if (code > 32) {
      word += 1;
      sign += signs[code] ?? 0;
    } else {
      if (word > longestWord) dense += word;
      word = 0;
    }
  }
  if (word > longestWord) dense += word;
  const latin = text.length - beyond;
  const rate = sign > latin * signsOfCode ? perToken.code : perToken.prose;
  const others = beyond - ideograph;
  return Math.ceil(
    (latin - dense) / rate + dense / perToken.dense + ideograph / perToken.ideograph + others / perToken.otherScript,
  );
}
