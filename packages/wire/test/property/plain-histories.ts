/**
 * Histories with a long clean start, as gateways receive them, and histories that are almost clean: one content is changed so that
 * something must be repaired, or something is repeated at the end.
 */
import type { Content, ToolCallBlock, ToolResponseBlock } from '@interlock/transcript';
import fc from 'fast-check';

interface Round {
  readonly said: string | undefined;
  readonly calls: readonly { readonly name: string; readonly parameters: object; readonly result: string }[];
  /** Each result in its own content. */
  readonly apart: boolean;
}

interface Turn {
  readonly asked: string;
  readonly rounds: readonly Round[];
  readonly answered: string;
}

const text = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('"quoted" \\ \u0001\n', '\u2028 <think>', ' x ', '{"a":1}'))
  .map((value) => `${value}.`);
const parameters = fc.oneof(
  fc.record({ path: text, offset: fc.integer(), deep: fc.jsonValue({ maxDepth: 2 }) }, { requiredKeys: [] }),
  fc.constant({}),
);
const call = fc.record({ name: fc.constantFrom('read', 'write_file', 'mcp__a-b'), parameters, result: text });
const round: fc.Arbitrary<Round> = fc.record({
  said: fc.option(text, { nil: undefined }),
  calls: fc.array(call, { minLength: 1, maxLength: 3 }),
  apart: fc.boolean(),
});
const turn: fc.Arbitrary<Turn> = fc.record({ asked: text, rounds: fc.array(round, { maxLength: 7 }), answered: text });

/** How ids are written, by the number of the call. The last ones are not clean: ids of another length, and repeated ids. */
const idHabits: readonly ((call: number) => string)[] = [
  (number) => `toolu_${number}`,
  (number) => `call_${number}|"\\`,
  (number) => `hist_tool_${String(number).padStart(24, 'x')}`,
  (number) => (number % 3 === 0 ? `hist_tool_${String(number).padStart(24, 'x')}` : `call_${number}`),
  (number) => `hist_tool_${String(number).padStart(36, 'x')}`,
  (number) => `functions.read:${number % 7}`,
];
/** The keys of turns: none, a key for each, or a repeated key. */
const turnHabits: readonly ((turn: number) => object)[] = [
  () => ({}),
  (number) => ({ metadata: { turnId: `t${number}`, provider: 'anthropic' } }),
  (number) => ({ metadata: { turnId: `turn-${(number % 3) + 2}` } }),
  (number) => (number % 2 === 0 ? {} : { metadata: { turnId: 'turn-2' } }),
];

function written(turns: readonly Turn[], idOf: (call: number) => string, aboutOf: (turn: number) => object): Content[] {
  const contents: Content[] = [];
  let calls = 0;
  for (const [number, { asked, rounds, answered }] of turns.entries()) {
    const about = aboutOf(number);
    contents.push({ speaker: 'human', blocks: [{ type: 'text', text: asked }], ...about });
    for (const { said, calls: made, apart } of rounds) {
      const ids = made.map((_, at) => idOf(calls + at));
      calls += made.length;
      const spoken = said === undefined ? [] : [{ type: 'text', text: said } as const];
      const asks = made.map(
        ({ name, parameters }, at): ToolCallBlock => ({ type: 'tool_call', id: ids[at] ?? '', name, parameters }),
      );
      const answers = made.map(
        ({ name, result }, at): ToolResponseBlock => ({
          type: 'tool_response',
          callId: ids[at] ?? '',
          toolName: name,
          result,
        }),
      );
      contents.push({ speaker: 'ai', blocks: [...spoken, ...asks], ...about });
      if (apart) for (const answer of answers) contents.push({ speaker: 'tool', blocks: [answer], ...about });
      else contents.push({ speaker: 'tool', blocks: answers, ...about });
    }
    contents.push({ speaker: 'ai', blocks: [{ type: 'text', text: answered }], ...about });
  }
  return contents;
}

export const plainHistory: fc.Arbitrary<readonly Content[]> = fc
  .record({
    turns: fc.array(turn, { minLength: 4, maxLength: 8, size: 'max' }),
    /** Contents that are missing at the end: the last turn is still running. */
    missing: fc.nat({ max: 3 }),
    idOf: fc.constantFrom(...idHabits),
    aboutOf: fc.constantFrom(...turnHabits),
    system: fc.array(text, { maxLength: 2 }),
  })
  .map(({ turns, missing, idOf, aboutOf, system }) => {
    const contents = written(turns, idOf, aboutOf);
    const leading = system.map((said): Content => ({ speaker: 'system', blocks: [{ type: 'text', text: said }] }));
    return [...leading, ...contents.slice(0, contents.length - missing)];
  });

/** More characters than the other results have. */
const longer = 2_000;

const seal = { provider: 'anthropic', model: 'claude', field: 'signature', value: 'token', prefix: 'p' };
const fields: readonly object[] = [
  { seal },
  { signature: 'token' },
  { text: '  ' },
  { text: '\ud800' },
  { text: 7 },
  { id: 7 },
  { id: '' },
  { name: 'a b' },
  { name: '' },
  { rawId: 'srvtoolu_1' },
  { executor: 'provider' },
  { parameters: '{"a":1}' },
  { parameters: { a: '\udfff' } },
  { parameters: [1] },
  { callId: 'somebody' },
  { result: null },
  { result: ' ' },
  { result: { rows: [1, 2] } },
  { result: 'x'.repeat(longer) },
  { error: 'failed' },
  { synthetic: 'cancelled' },
  { type: 'thinking', thought: 'hm', seal },
  { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' },
];
const about: readonly object[] = [
  { speaker: 'human' },
  { speaker: 'ai' },
  { speaker: 'tool' },
  { speaker: 'system' },
  { blocks: [] },
  { blocks: undefined },
  { metadata: { prefixCut: 3 } },
  { metadata: { turnId: '\ud800' } },
  { metadata: { turnId: 'turn-2' } },
];

/** A clean history with one content that is not clean, in every possible way. */
export const nearlyPlainHistory: fc.Arbitrary<readonly Content[]> = fc
  .record({
    contents: plainHistory,
    place: fc.nat({ max: 10_000 }),
    how: fc.constantFrom('field', 'field', 'about', 'drop', 'double', 'swap', 'reverse', 'say again', 'say again'),
    number: fc.nat(),
  })
  .map(({ contents, place, how, number }) => {
    const at = place % contents.length;
    const content = contents[at];
    if (content === undefined) return contents;
    switch (how) {
      case 'field': {
        const block = number % content.blocks.length;
        return contents.with(at, changedBlock(content, block, fields[number % fields.length] ?? {}));
      }
      case 'about':
        return contents.with(at, { ...content, ...about[number % about.length] });
      case 'drop':
        return contents.toSpliced(at, 1);
      case 'double':
        return contents.toSpliced(at, 0, content);
      case 'swap':
        return contents.toSpliced(at, 1).toSpliced(at + 1, 0, content);
      case 'reverse':
        return contents.with(at, { ...content, blocks: content.blocks.toReversed() });
      default:
        return [...contents, content];
    }
  });

function changedBlock(content: Content, at: number, fields: object): Content {
  const blocks = content.blocks.map((block, index) => (index === at ? { ...block, ...fields } : block));
  return { ...content, blocks };
}
