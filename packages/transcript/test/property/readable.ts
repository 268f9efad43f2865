/** The way from generated objects to the types of a history, without a cast. */
import { type Content, checkContents } from '../../src/index.ts';

/** Whatever is generated here is odd at most: a history that cannot be read at all is not what these tests are about. */
export function readable(raw: readonly unknown[]): readonly Content[] {
  const { contents, problems } = checkContents(raw);
  if (contents === undefined) throw new Error(`The generator made something unreadable: ${JSON.stringify(problems)}`);
  return contents;
}
