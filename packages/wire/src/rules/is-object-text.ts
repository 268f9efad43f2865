/** Whether a text is that of a JSON object, as the arguments of a call are (OAC-011, QWN-006). */
import { asObject, parseJson } from '../json/json.ts';

/** Plain texts, whole numbers and words: most arguments hold nothing else, and need not be parsed to know it. */
const flatObject: RegExp =
  /^\{(?:"[ !#-[\]-\uffff]*":(?:"[ !#-[\]-\uffff]*"|-?(?:0|[1-9]\d*)|true|false|null)(?:,(?=")|(?=\})))*\}$/;

/** What is longer is left to the parser: a pattern needs memory for every character. */
const longestPattern = 4096;

export function isObjectText(text: string): boolean {
  if (text.length <= longestPattern && flatObject.test(text)) return true;
  return asObject(parseJson(text)) !== undefined;
}
