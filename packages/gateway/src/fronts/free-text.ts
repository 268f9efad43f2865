/** A free-form tool is a function with one text for most models. */
import { asObject, parseJson } from '@interlock/wire';

/** The text in the arguments of a call, which are an object with it. A model may write the text alone, where it should write JSON. */
export function freeTextOf(given: string): string {
  const input = asObject(parseJson(given))?.['input'];
  return typeof input === 'string' ? input : given;
}
