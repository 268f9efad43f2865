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

export function estimateByCharacters(text: string): number {
  let [latin, signs, ideographs, others, dense, word] = [0, 0, 0, 0, 0, 0];
  const endWord = (): void => {
    if (word > longestWord) dense += word;
    word = 0;
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isIdeograph(code)) ideographs += 1;
    else if (code > 127) others += 1;
    else {
      latin += 1;
      if (isSign(code)) signs += 1;
      if (code > 32) word += 1;
      else endWord();
    }
  }
  endWord();
  const plain = latin - dense;
  const rate = signs > latin * signsOfCode ? perToken.code : perToken.prose;
  return Math.ceil(
    plain / rate + dense / perToken.dense + ideographs / perToken.ideograph + others / perToken.otherScript,
  );
}

/** Chinese, Japanese, Korean, and both halves of characters beyond the first plane. */
function isIdeograph(code: number): boolean {
  return (code >= 0x2e80 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xdfff) || (code >= 0xf900 && code <= 0xfaff);
}

function isSign(code: number): boolean {
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return code > 32 && !isLetter && code !== 44 && code !== 46 && code !== 39;
}
