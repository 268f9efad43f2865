/**
 * A history of uniform messages, so that rows differ in one thing only: the number of messages, the length of their texts, or the kind of
 * ids. A turn is a question, two rounds of a call with its result, and an answer. Deterministic.
 */
import type { Content } from '@interlock/transcript';

export interface EvenHistoryOptions {
  readonly messages: number;
  /** The length of every text and every result. */
  readonly textLength: number;
  /** `foreign`: a provider's ids and no turn ids, as a gateway receives them. */
  readonly ids: 'foreign' | 'canonical';
}

export function evenHistory({ messages, textLength, ids }: EvenHistoryOptions): readonly Content[] {
  const contents: Content[] = [];
  for (let turn = 0; contents.length < messages; turn += 1) contents.push(...evenTurn(turn, textLength, ids));
  return contents.slice(0, messages);
}

export function evenTurn(turn: number, textLength: number, ids: EvenHistoryOptions['ids']): readonly Content[] {
  const metadata = ids === 'canonical' ? { metadata: { turnId: `turn-of-${turn}` } } : {};
  const say = (speaker: 'human' | 'ai', about: string): Content => ({
    speaker,
    blocks: [{ type: 'text', text: textOf(`${about} ${turn}`, textLength) }],
    ...metadata,
  });
  const contents: Content[] = [say('human', 'Please look at')];
  for (let round = 0; round < 2; round += 1) {
    const id = idOf(turn * 2 + round, ids);
    const parameters = { path: `packages/p${turn}/src/file-${round}.ts`, offset: turn, limit: 200 };
    contents.push({
      speaker: 'ai',
      blocks: [
        { type: 'text', text: textOf(`I read file ${round} of ${turn}`, textLength) },
        { type: 'tool_call', id, name: 'read_file', parameters },
      ],
      ...metadata,
    });
    const result = textOf(`const line = "${turn}.${round}";\n`, textLength);
    contents.push({
      speaker: 'tool',
      blocks: [{ type: 'tool_response', callId: id, toolName: 'read_file', result }],
      ...metadata,
    });
  }
  contents.push(say('ai', 'That was'));
  return contents;
}

/** 24 characters, unique for every call, in a provider's format. */
function idOf(number: number, ids: EvenHistoryOptions['ids']): string {
  const digits = Math.imul(number + 1, 0x9e3779b1) >>> 0;
  const unique = flat(`01${digits.toString(36).padStart(8, '0')}${number.toString(36).padStart(14, 'A')}`);
  return flat(ids === 'canonical' ? `hist_tool_${unique}` : `toolu_${unique}`);
}

const filler =
  'the file reads a list of entries and returns their "names" unless the option says otherwise, so we change it. ';

function textOf(beginning: string, length: number): string {
  return flat(`${beginning}: `.padEnd(length, filler));
}

/** Concatenated strings are trees inside V8. A history read from a file has flat strings, so these are flattened. */
function flat(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
