/** Tool names: valid for the target, one for each tool, and mapped back to the original. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { ToolNames } from '../../src/tools/tool-names.ts';
import type { NameRule } from '../../src/traits/traits.ts';

const anthropic: NameRule = { first: '[a-zA-Z0-9_-]', rest: '[a-zA-Z0-9_-]', max: 128 };
const gemini: NameRule = { first: '[a-zA-Z_]', rest: '[a-zA-Z0-9_.:-]', max: 64 };
const openai: NameRule = { first: '[a-zA-Z_]', rest: '[a-zA-Z0-9_-]', max: 64 };

const long = 'mcp__a_server_with_a_long_name__and_a_tool_that_has_one_too_long';

const cases: readonly {
  readonly title: string;
  readonly rule: NameRule;
  readonly name: string;
  readonly projected: string;
}[] = [
  { title: 'keeps a valid name', rule: openai, name: 'read_file', projected: 'read_file' },
  { title: 'ANT-061 a slash and a dot', rule: anthropic, name: 'fs/read.file', projected: 'fs_read_file_82b94efb' },
  { title: 'GEM-020 dots and colons are valid', rule: gemini, name: 'fs.read:all', projected: 'fs.read:all' },
  { title: 'GEM-020 a leading digit is not valid', rule: gemini, name: '1tool', projected: '_1tool_70c072d4' },
  { title: 'OAC-005 64 characters are valid', rule: openai, name: long.slice(0, 64), projected: long.slice(0, 64) },
  { title: 'OAC-005 65 are not', rule: openai, name: `${long}x`, projected: `${long.slice(0, 55)}_17f5c808` },
  { title: 'a name that is empty', rule: openai, name: '', projected: 'tool_e3b0c442' },
  { title: 'a name in another script', rule: openai, name: '読む', projected: '___818417a1' },
];

describe('ToolNames', () => {
  test.each(cases)('$title', ({ rule, name, projected }) => {
    const names = new ToolNames(rule);
    expect([names.project(name), names.project(name), names.read(projected)]).toEqual([projected, projected, name]);
  });

  test('first come, first served: a valid name yields to one that already has it', () => {
    const names = new ToolNames(openai);
    const taken = names.project('fs.read');
    const other = names.project(taken);
    expect(other).not.toBe(taken);
    expect([names.read(taken), names.read(other)]).toEqual(['fs.read', taken]);
  });

  test('distinguishes names with the same hash (lone surrogates are equal in UTF-8)', () => {
    const names = new ToolNames(openai);
    const [first, second] = ['\ud800', '\ud801'].map((name) => names.project(name));
    expect(first).not.toBe(second);
    expect([names.read(first ?? ''), names.read(second ?? '')]).toEqual(['\ud800', '\ud801']);
  });

  test('reads an unknown name unchanged', () => {
    expect(new ToolNames(openai).read('invented')).toBe('invented');
  });

  test('lists the names that differ on the wire', () => {
    const names = new ToolNames(openai);
    names.project('read');
    const projected = names.project('fs.read');
    expect(names.changed).toEqual([{ name: 'fs.read', projected }]);
  });

  const any = fc.array(
    fc.oneof(
      fc.string({ maxLength: 80 }),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('a.b', 'a/b', 'a_b', ''),
    ),
    { maxLength: 20 },
  );
  test.each([
    ['Anthropic', anthropic],
    ['Gemini', gemini],
    ['OpenAI', openai],
    ['a target with short names', { ...openai, max: 12 }],
  ] as const)(
    'for %s any names become valid and unique, map back, and are deterministic',
    (_, rule) =>
      holds(any, 300, (wanted) => {
        const [names, again] = [new ToolNames(rule), new ToolNames(rule)];
        const projected = wanted.map((name) => names.project(name));
        expect(projected.filter((name) => !isLegal(name, rule))).toEqual([]);
        expect(new Set(projected).size).toBe(new Set(wanted).size);
        expect(projected.map((name) => names.read(name))).toEqual(wanted);
        expect(wanted.map((name) => again.project(name))).toEqual(projected);
      }),
    patience,
  );
});

function isLegal(name: string, { first, rest, max }: NameRule): boolean {
  return name.length <= max && new RegExp(`^${first}${rest}*$`).test(name);
}
