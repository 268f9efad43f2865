/** Contents with a mark in every text, result and error, so that the marks in a body can be counted. */
import type { Block, Content, Step } from '@interlock/transcript';
import { countMarks, mark } from '../../../transcript/test/property/marks.ts';

export function withMarks(contents: readonly Content[]): readonly Content[] {
  return contents.map((content, at) => ({
    ...content,
    ...(content.blocks === undefined
      ? {}
      : { blocks: content.blocks.map((block, index) => marked(block, `${at}.${index}`)) }),
  }));
}

function marked(block: Block, place: string): Block {
  if (block.type === 'text' && block.text !== '') return { ...block, text: `${block.text} ${mark('said', place)}` };
  if (block.type === 'code' && block.code !== '') return { ...block, code: `${block.code} ${mark('said', place)}` };
  // A sealed result is sent back as in its seal.
  if (block.type !== 'tool_response' || block.seal !== undefined) return block;
  const { result, error } = block;
  const word = mark('result', place);
  return {
    ...block,
    ...(typeof result === 'string' && result !== '' ? { result: `${result} ${word}` } : {}),
    ...(typeof result === 'object' && result !== null && !Array.isArray(result) ? { result: { ...result, word } } : {}),
    ...(Array.isArray(result) ? { result: [...result, word] } : {}),
    ...(typeof error === 'string' && error !== '' ? { error: `${error} ${mark('error', place)}` } : {}),
  };
}

/** How often each mark must be in a body: as often as in the transcript. Thinking and media have their own rules. */
export function marksOwed(steps: readonly Step[]): ReadonlyMap<string, number> {
  return countMarks(JSON.parse(JSON.stringify(steps, (_, part) => (isDelicate(part) ? undefined : part))));
}

/** The marks in a body, except those of thinking. */
export function marksSent(body: unknown): ReadonlyMap<string, number> {
  return new Map([...countMarks(body)].filter(([word]) => !word.startsWith('[[thought')));
}

/** A file that is given as text is sent as text. */
function isDelicate(part: unknown): boolean {
  if (typeof part !== 'object' || part === null || !('type' in part)) return false;
  return part.type === 'thinking' || (part.type === 'media' && !('encoding' in part && part.encoding === 'text'));
}
