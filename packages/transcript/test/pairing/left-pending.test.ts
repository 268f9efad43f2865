/** Answers without a result (pending, or our own closure): no real result pushes them to another call, so ids never change. */
import { type Content, checkContents, cutAt, cutPoints, importContents } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ai, answer, by, call, human, tool } from '../history.ts';

const pending = (id: string) => answer(id, null, { isComplete: false });
const first = { turnId: 't0' };
const second = { turnId: 't1' };

const histories: Readonly<Record<string, readonly Content[]>> = {
  'the result has no id, and a call without an id has a foreign one': [
    by(first, tool(pending('X'), call(''))),
    by(second, human()),
    by(second, tool(answer('nobody', 1), call('X'))),
    by(second, tool(answer('', 2))),
  ],
  'two results without ids for three calls': [
    by(first, ai(call('A'), pending('srvtoolu_X'))),
    by(second, human()),
    by(second, ai(call('srvtoolu_X'), call(''), call('B'))),
    by(second, tool(answer('', 1), answer('', 2))),
  ],
  'the result without an id has another name': [
    by(first, ai(call('A'))),
    by(first, tool(pending('X'))),
    by(second, tool(answer('nobody', 1), call('X'))),
    by(second, ai(call('', 'write'))),
    by(second, tool(answer('', 2, { toolName: 'write' }), answer('', 3, { toolName: 'write' }))),
  ],
  'a closure of our own instead of a pending answer': [
    by(first, tool(answer('X', null, { synthetic: 'lost' }))),
    by(second, human()),
    by(second, ai(call('X'))),
    by(second, tool(answer('X', 1))),
  ],
  'a pending answer that must yield never goes to a later call': [
    by(first, ai(call('Y'))),
    by(first, tool(pending(''), call('X'), answer('Y', 1))),
  ],
};

const idsIn = (contents: readonly Content[]): readonly string[] =>
  contents.flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      if (block.type === 'tool_call') return [block.id];
      return block.type === 'tool_response' ? [block.callId] : [];
    }),
  );

describe.each(Object.entries(histories))('%s', (_, history) => {
  const own = importContents(history);

  test('importing twice changes nothing', () => {
    expect(importContents(own)).toEqual(own);
  });

  test('REQ-915-014: ids are the same after storing and loading', () => {
    const stored = checkContents(JSON.parse(JSON.stringify(own))).contents ?? [];
    expect(importContents(stored)).toEqual(own);
  });

  test('REQ-915-014: ids are the same after a cut', () => {
    const cuts = cutPoints(own).map(({ index }) => index);
    const kept = cuts.map((index) => idsIn(importContents(cutAt(own, index).kept)));
    expect(kept).toEqual(cuts.map((index) => idsIn(own.slice(index))));
  });
});
