/**
 * Conversations that no one has reported yet: two known ones spliced into each other, shuffled, split, duplicated or thinned out, for any
 * target. Each gives a valid request. Every text is in the body, and so is every result whose id belongs to one call and one result.
 */

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Block, Content } from '@interlock/transcript';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { countMarks } from '../../../transcript/test/property/marks.ts';
import { createPreparer, findViolations, prepareRequest, protocolOf, resolveTarget } from '../../src/index.ts';
import { asArray } from '../../src/json/json.ts';
import { findUnpaired } from '../oracle/find-unpaired.ts';
import { withMarks } from '../oracle/marked.ts';
import { readBody } from '../oracle/read-body.ts';
import { targets } from '../targets.ts';

const folder = fileURLToPath(new URL('../../../../fixtures/', import.meta.url));
const known: readonly (readonly Content[])[] = globSync(`${folder}{field,reported}/*.json`)
  .sort()
  .map((file) => JSON.parse(readFileSync(file, 'utf8')).contents);

const speaker = fc.constantFrom<Content['speaker']>('human', 'ai', 'tool', 'system');

/** How two conversations are combined. The numbers determine every choice. */
const broken: fc.Arbitrary<readonly Content[]> = fc
  .record({
    first: fc.constantFrom(...known),
    second: fc.constantFrom(...known),
    how: fc.constantFrom('append', 'insert', 'shuffle', 'double', 'thin', 'tear'),
    numbers: fc.array(fc.nat(1000), { minLength: 200, maxLength: 200 }),
    speakers: fc.array(speaker, { minLength: 20, maxLength: 20 }),
  })
  .map(({ first, second, how, numbers, speakers }) => {
    const at = (index: number): number => numbers[index % numbers.length] ?? 0;
    const both = [...first, ...second];
    switch (how) {
      case 'append':
        return both;
      case 'insert': {
        const place = at(0) % (first.length + 1);
        return [...first.slice(0, place), ...second, ...first.slice(place)];
      }
      case 'shuffle':
        return both
          .map((content, index) => [at(index), content] as const)
          .sort(([a], [b]) => a - b)
          .map(([, c]) => c);
      case 'double':
        return both.flatMap((content, index) => (at(index) % 4 === 0 ? [content, content] : [content]));
      case 'thin':
        return both.filter((_, index) => at(index) % 3 !== 0);
      default:
        return both.flatMap((content, index) =>
          (content.blocks ?? []).map((block, part) => ({
            ...content,
            blocks: [block],
            ...(at(index + part) % 5 === 0 ? { speaker: speakers[index % speakers.length] ?? 'human' } : {}),
          })),
        );
    }
  });

test(
  'REQ-915-005 REQ-915-008 any splice of two known conversations gives a valid request with all content',
  () => {
    const target = fc.constantFrom(...targets.map((named) => named.target));
    holds(fc.record({ contents: broken, target, appended: fc.boolean() }), 700, ({ contents, target, appended }) => {
      const marked = withMarks(contents);
      fc.pre(canBeSent(marked));
      const input = { contents: marked, tools: [], target, policy: { onFault: 'throw' } } as const;
      const { body } = appended ? prepareBitByBit(input) : prepareRequest(input);
      const { protocol, traits } = resolveTarget(target);
      const list = asArray(body[protocolOf(protocol).list]);
      const faults = findViolations(protocolOf(protocol).rules, { body, list, traits, from: 0 });
      expect(faults.filter(({ level }) => level === 'error')).toEqual([]);
      expect(findUnpaired(readBody(protocol, body))).toEqual([]);
      const sent = countMarks(body);
      const due = [...countMarks(owed(marked))].filter(([mark]) => mark.includes('.'));
      expect(due.map(([mark]) => [mark, sent.get(mark) ?? 0])).toEqual(due);
    });
  },
  patience,
);

/** One preparer makes a request after every entry that can be sent; the last one must equal a single request. */
function prepareBitByBit(input: Parameters<typeof prepareRequest>[0]): ReturnType<typeof prepareRequest> {
  const preparer = createPreparer(input.target);
  const all = [...input.contents];
  for (let count = 1; count < all.length; count += 1) {
    const contents = all.slice(0, count);
    if (canBeSent(contents)) preparer.prepare({ ...input, contents });
  }
  const last = preparer.prepare(input);
  expect(last.body).toEqual(prepareRequest(input).body);
  return last;
}

/** Without a user message there may be nothing to send, which is reported (`nothing-to-send`). */
function canBeSent(contents: readonly Content[]): boolean {
  const said = contents.flatMap(({ speaker: by, blocks }) => (by === 'human' ? (blocks ?? []) : []));
  return said.some((block) => block.type === 'text' && typeof block.text === 'string' && block.text.trim() !== '');
}

/** The marks that every target must get. Sealed results are sent back as in their seal. */
function owed(contents: readonly Content[]): readonly unknown[] {
  const blocks = contents.flatMap((content) => content.blocks ?? []);
  const named = (type: Block['type'], id: string): number =>
    blocks.filter(
      (block) =>
        block.type === type &&
        (block.type === 'tool_call' ? block.id === id : block.type === 'tool_response' && block.callId === id),
    ).length;
  return blocks.filter((block) => {
    if (block.type === 'text' || block.type === 'code') return true;
    if (block.type !== 'tool_response' || block.synthetic !== undefined || block.seal !== undefined) return false;
    const { callId, toolName } = block;
    const call = blocks.find((other) => other.type === 'tool_call' && other.id === callId);
    const sameTool = call?.type === 'tool_call' && (call.name === toolName || call.name === '' || toolName === '');
    return callId !== '' && sameTool && named('tool_call', callId) === 1 && named('tool_response', callId) === 1;
  });
}
