/** The histories that broke in the field: every one can be read, and what was wrong with it is found by its id. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Content } from '../../src/canonical/content.ts';
import { checkContents, type Problem } from '../../src/check/check.ts';

interface FieldCase {
  readonly contents: readonly Content[];
  readonly facts: Readonly<Record<string, unknown>>;
}

const folder = new URL('../../../../fixtures/field/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const readCase = (file: string): FieldCase => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));

/** Each fact of a case that is a list of ids, with the code that must name exactly these. */
const codeOfFact = {
  openCalls: 'call-without-result',
  orphanResults: 'result-without-call',
  repeatedCallIds: 'duplicate-call-id',
  repeatedResults: 'duplicate-result',
} as const;

/** The oddities of single fields, by reading the cases. */
const oddFields: Readonly<Record<string, readonly string[]>> = {
  '046-open-grok-empty-and-long-item-ids.json': ['id-empty $[1].blocks[1].id', 'id-empty $[2].blocks[0].callId'],
  '049-codex-injected-output-without-call-id.json': ['id-empty $[1].blocks[0].callId'],
  '051-router9-output-without-call-id.json': ['id-empty $[3].blocks[0].callId'],
  '077-langbot-kimi-tool-call-id-not-found.json': ['id-empty $[2].blocks[0].callId'],
  '079-kimi-cli-malformed-arguments-poison.json': ['parameters-not-object $[1].blocks[0].parameters'],
  '105-xum-string-tool-input.json': ['parameters-not-object $[1].blocks[3].parameters'],
  '107-hermes-empty-name-and-arguments.json': [
    'name-empty $[1].blocks[1].name',
    'parameters-not-object $[1].blocks[1].parameters',
    'name-empty $[2].blocks[0].toolName',
  ],
  '108-vllm-malformed-historical-args.json': ['parameters-not-object $[1].blocks[0].parameters'],
  '165-term-llm-tool-result-name-lost.json': ['name-empty $[2].blocks[0].toolName'],
};

/** An empty id names nothing to look for; it is one of the odd fields above. */
function namedIds(fact: unknown): readonly unknown[] {
  return Array.isArray(fact) ? fact.filter((id) => id !== '') : [];
}

/** The id a problem of a history is about: the value at its path. */
function idAt(contents: readonly Content[], { path }: Problem): unknown {
  const [, entry, block, field] = /^\$\[(\d+)\]\.blocks\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
  const found = contents[Number(entry)]?.blocks[Number(block)];
  return found && Reflect.get(found, String(field));
}

test('covers all 104 field cases', () => {
  expect(files).toHaveLength(104);
});

describe.each(files)('field case %s', (file) => {
  const { contents, facts } = readCase(file);
  const checked = checkContents(contents);

  test('has warnings only', () => {
    expect(checked.contents).toBe(contents);
    expect(checked.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('has exactly the known oddities', () => {
    const codes: readonly string[] = Object.values(codeOfFact);
    const odd = checked.problems.filter(({ code }) => !codes.includes(code)).map(({ code, path }) => `${code} ${path}`);
    expect(odd).toEqual(oddFields[file] ?? []);
    for (const [fact, code] of Object.entries(codeOfFact)) {
      const ids = checked.problems.filter((problem) => problem.code === code).map((problem) => idAt(contents, problem));
      expect({ [fact]: new Set(ids) }).toEqual({ [fact]: new Set(namedIds(facts[fact])) });
    }
  });
});
