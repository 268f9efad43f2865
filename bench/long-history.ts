/**
 * A realistic agent history: a question, then rounds of thinking, text, one to four calls and their results, then an answer. Sizes vary as
 * in practice, from a line of output to a page of a file. Deterministic.
 */
import type { Block, Content } from '@interlock/transcript';

export function longHistory(entries: number, seed = 1): readonly Content[] {
  const random = mulberry32(seed);
  const contents: Content[] = [];
  for (let turn = 1; contents.length < entries; turn += 1) contents.push(...oneTurn(turn, random));
  return contents.slice(0, entries);
}

export function oneTurn(turn: number, random: () => number = mulberry32(turn)): readonly Content[] {
  const turnId = `t${turn}`;
  const author = { turnId, provider: 'anthropic', model: 'claude-opus-4-8', timestamp: 1_760_000_000_000 + turn };
  const contents: Content[] = [human(prose(40 + random() * 200, random), turnId)];
  const rounds = 1 + Math.floor(random() * 4);
  for (let round = 0; round < rounds; round += 1) {
    const calls = 1 + Math.floor(random() * random() * 4);
    const blocks: Block[] = [thinking(random)];
    if (random() < 0.6) blocks.push({ type: 'text', text: prose(30 + random() * 150, random) });
    const answers: Block[] = [];
    for (let index = 0; index < calls; index += 1) {
      const id = `hist_tool_${turn.toString(36)}_${round}_${index}_${hex(12, random)}`;
      const path = `packages/${hex(6, random)}/src/${hex(8, random)}.ts`;
      blocks.push({ type: 'tool_call', id, name: 'read_file', parameters: { path, offset: index * 100, limit: 200 } });
      const result = output(200 + random() * random() * 4000, random);
      answers.push({ type: 'tool_response', callId: id, toolName: 'read_file', result });
    }
    contents.push({ speaker: 'ai', blocks, metadata: author });
    contents.push({ speaker: 'tool', blocks: answers, metadata: { turnId } });
  }
  contents.push({
    speaker: 'ai',
    blocks: [{ type: 'text', text: prose(100 + random() * 800, random) }],
    metadata: author,
  });
  return contents;
}

function human(text: string, turnId: string): Content {
  return { speaker: 'human', blocks: [{ type: 'text', text }], metadata: { turnId } };
}

function thinking(random: () => number): Block {
  const seal = { provider: 'anthropic', model: 'claude-opus-4-8', field: 'signature', value: hex(200, random) };
  return { type: 'thinking', thought: prose(100 + random() * 500, random), seal };
}

const words: readonly string[] =
  'the file reads a list of entries and returns their names unless the option says otherwise so we change it'.split(
    ' ',
  );

function prose(length: number, random: () => number): string {
  let text = '';
  while (text.length < length) text += `${words[Math.floor(random() * words.length)] ?? ''} `;
  return flat(text);
}

/** Lines of code with quotes and newlines, which JSON has to escape. */
function output(length: number, random: () => number): string {
  let text = '';
  while (text.length < length) text += `  const ${hex(6, random)} = "${hex(10, random)}";\n`;
  return flat(text);
}

function hex(length: number, random: () => number): string {
  let text = '';
  while (text.length < length) text += Math.floor(random() * 2 ** 32).toString(16);
  return flat(text.slice(0, length));
}

/** Concatenated strings are trees inside V8. A history read from a file has flat strings, so these are flattened. */
function flat(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
