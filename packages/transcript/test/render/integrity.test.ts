/** Domain 3 and 4 of the requirements: calls and results belong together, exactly once, in place, and none is left open. */
import { type Content, type PolicyOptions, render, verify } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ai, answer, call, failure, human, outline, system, text, thinking, tool } from '../history.ts';

interface Case {
  readonly name: string;
  readonly history: readonly Content[];
  readonly policy?: PolicyOptions;
  readonly expected: readonly string[];
}

const cases: readonly Case[] = [
  {
    name: 'REQ-915-001 the transcript is assembled from the canonical contents, regardless of who wrote them',
    history: [system('be brief'), human('hi'), ai('hello'), human('bye')],
    expected: ['system: be brief', 'human: hi', 'ai: hello', 'human: bye'],
  },
  {
    name: 'REQ-915-006 does not emit a result whose call is missing',
    history: [human('q'), tool(answer('toolu_gone', 'stray')), ai('a')],
    expected: ['human: q', 'ai: a'],
  },
  {
    name: 'REQ-915-006 does not give a result with a wrong id to another open call',
    history: [human('q'), ai(call('call_1'), call('call_2')), tool(answer('call_1', 'A'), answer('call_zz', 'B'))],
    expected: ['human: q', 'ai: read{} -> "A" | read{} -> lost'],
  },
  {
    name: 'REQ-915-007 a call without a result gets one completion',
    history: [human('q'), ai('wait', call('call_1')), human('go on')],
    expected: ['human: q', 'ai: wait | read{} -> lost', 'human: go on'],
  },
  {
    name: 'REQ-915-008 a result after an interjection moves to its call',
    history: [human('q'), ai(call('call_1')), human('and?'), system('note'), tool(answer('call_1', 'A')), human('so')],
    expected: ['human: q', 'ai: read{} -> "A"', 'human: and?', 'system: note', 'human: so'],
  },
  {
    name: 'REQ-915-008 a result before its call moves to it',
    history: [human('q'), tool(answer('call_1', 'A')), ai(call('call_1')), human('so')],
    expected: ['human: q', 'ai: read{} -> "A"', 'human: so'],
  },
  {
    name: 'REQ-915-008 sorts results by the order of their calls',
    history: [
      human('q'),
      ai(call('x'), call('y'), call('z')),
      tool(answer('z', 3)),
      tool(answer('x', 1), answer('y', 2)),
    ],
    expected: ['human: q', 'ai: read{} -> 1 | read{} -> 2 | read{} -> 3'],
  },
  {
    name: 'REQ-915-009 a real result replaces an earlier synthetic one',
    history: [
      human('q'),
      ai(call('a')),
      tool(failure('a', 'gone', { synthetic: 'interrupted' })),
      tool(answer('a', 'A')),
    ],
    expected: ['human: q', 'ai: read{} -> "A"'],
  },
  {
    name: 'REQ-915-009 a result replaces the error another agent wrote when it aborted',
    history: [
      human('q'),
      ai(call('a')),
      tool(failure('a', 'aborted by user', { isComplete: false })),
      tool(answer('a', 'A')),
    ],
    expected: ['human: q', 'ai: read{} -> "A"'],
  },
  {
    name: 'REQ-915-009 keeps the first of two results, because the model has read it',
    history: [human('q'), ai(call('a')), tool(answer('a', 'A')), tool(answer('a', 'B'))],
    expected: ['human: q', 'ai: read{} -> "A"'],
  },
  {
    name: 'REQ-915-009 a pending block is not a completion',
    history: [human('q'), ai(call('a')), tool(answer('a', null)), tool(answer('a', 'A'))],
    expected: ['human: q', 'ai: read{} -> "A"'],
  },
  {
    name: 'REQ-915-011 five calls with one answer get four synthetic completions',
    history: [
      human('q'),
      ai(...['a', 'b', 'c', 'd', 'e'].map((id) => call(id))),
      tool(answer('b', 'B')),
      human('next'),
    ],
    expected: [
      'human: q',
      'ai: read{} -> lost | read{} -> "B" | read{} -> lost | read{} -> lost | read{} -> lost',
      'human: next',
    ],
  },
  {
    name: 'REQ-915-012 keeps every real completion of a partial fan-out word for word',
    history: [
      human('q'),
      ai(call('a'), call('b'), call('c')),
      tool(answer('c', { deep: [1, { two: 'zwei' }] }), failure('a', 'ENOENT: no such file')),
    ],
    expected: [
      'human: q',
      'ai: read{} -> error ENOENT: no such file | read{} -> lost | read{} -> {"deep":[1,{"two":"zwei"}]}',
    ],
  },
  {
    name: 'REQ-915-013 closes calls even if the history ends in the middle of a batch',
    history: [human('q'), ai(call('a'), call('b')), tool(answer('a', ''))],
    expected: ['human: q', 'ai: read{} -> "" | read{} -> lost'],
  },
  {
    name: 'REQ-915-025 separates thinking, calls, results and text of one content, in order',
    history: [
      human('q'),
      ai(
        thinking('t1'),
        call('a'),
        answer('a', 'A'),
        thinking('t2'),
        call('b'),
        call('c'),
        answer('c', 'C'),
        thinking('t3'),
        'done',
      ),
    ],
    expected: ['human: q', 'ai: (t1) | read{} -> "A"', 'ai: (t2) | read{} -> lost | read{} -> "C"', 'ai: (t3) | done'],
  },
  {
    name: 'REQ-915-047 attributes calls inside a tool message to the model',
    history: [human('q'), tool(call('a'), answer('a', 'A')), human('next')],
    expected: ['human: q', 'ai: read{} -> "A"', 'human: next'],
  },
  {
    name: 'REQ-915-047 attributes a tool message with only calls and text to the model',
    history: [human('q'), tool('let me see', call('a')), tool(answer('a', 'A'))],
    expected: ['human: q', 'ai: let me see | read{} -> "A"'],
  },
  {
    name: 'results inside a user message answer their calls',
    history: [human('q'), ai(call('a')), human(answer('a', 'A'), 'next')],
    expected: ['human: q', 'ai: read{} -> "A"', 'human: next'],
  },
  {
    name: 'text and media inside a tool message stay with the result beside them',
    history: [
      human('q'),
      ai(call('a'), call('b')),
      tool('first', answer('a', 'A'), text('beside a'), answer('b', 'B'), {
        type: 'media',
        mimeType: 'image/png',
        data: 'iVBO',
        encoding: 'base64',
      }),
    ],
    expected: ['human: q', 'ai: read{} -> "A"+first+beside a | read{} -> "B"+<media>'],
  },
  {
    name: 'keeps text beside a result that is not emitted, once',
    history: [human('q'), ai(call('a')), tool(answer('a', 'A')), tool(answer('a', 'B'), 'beside b'), tool('alone')],
    expected: ['human: q', 'ai: read{} -> "A"', 'human: beside b', 'human: alone'],
  },
  {
    name: 'ids that repeat in later turns are paired per turn',
    history: [
      human('q'),
      ai(call('functions.read:0')),
      tool(answer('functions.read:0', 'A')),
      ai(call('functions.read:0')),
      tool(answer('functions.read:0', 'B')),
    ],
    expected: ['human: q', 'ai: read{} -> "A"', 'ai: read{} -> "B"'],
  },
  {
    name: 'ids that repeat inside one batch are paired in order',
    history: [
      human('q'),
      ai(call('p', 'read', { n: 1 }), call('p', 'read', { n: 2 })),
      tool(answer('p', 1), answer('p', 2)),
    ],
    expected: ['human: q', 'ai: read{"n":1} -> 1 | read{"n":2} -> 2'],
  },
  {
    name: 'results before the calls of a batch that share their id are paired in order too',
    history: [
      human('q'),
      tool(answer('p', 1), answer('p', 2)),
      ai(call('p', 'read', { n: 1 }), call('p', 'read', { n: 2 })),
    ],
    expected: ['human: q', 'ai: read{"n":1} -> 1 | read{"n":2} -> 2'],
  },
  {
    name: 'a call keeps its own result although compaction left a result with the same id',
    history: [
      tool(answer('functions.read:0', 'old')),
      human('q'),
      ai(call('functions.read:0')),
      tool(answer('functions.read:0', 'new')),
    ],
    expected: ['human: q', 'ai: read{} -> "new"'],
  },
  {
    name: 'empty ids are paired by name where names differ, otherwise by position',
    history: [
      human('q'),
      ai(call('', 'read'), call('', 'write'), call('', 'read')),
      tool(answer('', 'W', { toolName: 'write' }), answer('', 'R1'), answer('', 'R2')),
    ],
    expected: ['human: q', 'ai: read{} -> "R1" | write{} -> "W" | read{} -> "R2"'],
  },
  {
    name: 'a result without an id goes to a waiting call, not to one that has its own result',
    history: [human('q'), ai(call('a'), call('b')), tool(answer('', 'for b'), answer('a', 'for a'))],
    expected: ['human: q', 'ai: read{} -> "for a" | read{} -> "for b"'],
  },
  {
    name: 'a stray result without an id goes to no call',
    history: [human('q'), ai(call('a')), tool(answer('a', 'A')), tool(answer('', 'stray')), human('next')],
    expected: ['human: q', 'ai: read{} -> "A"', 'human: next'],
  },
  {
    name: 'drops empty turns, but not empty results',
    history: [human('q'), ai(''), human('again'), ai(call('a')), tool(answer('a', '')), { speaker: 'ai', blocks: [] }],
    expected: ['human: q', 'human: again', 'ai: read{} -> ""'],
  },
];

describe('render', () => {
  test.each(cases)('$name', ({ history, policy, expected }) => {
    const { transcript } = render(history, { policy: { onFault: 'throw', ...policy } });
    expect(outline(transcript)).toEqual(expected);
    expect(verify(transcript)).toEqual([]);
  });
});
