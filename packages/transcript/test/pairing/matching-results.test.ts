/** Which call a result belongs to if ids do not decide (decision 21): the histories that showed each rule, and their rendering. */
import { type Content, importContents, render, type ToolResponseBlock } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ai, answer, call, human, tool } from '../history.ts';

const named = (id: string, toolName: string, result: unknown = `of ${toolName}`): ToolResponseBlock =>
  answer(id, result, { toolName });
const pending = (id: string, toolName = 'read'): ToolResponseBlock => answer(id, null, { toolName, isComplete: false });

/** Every call with what it was given. */
function given(history: readonly Content[]): readonly string[] {
  const { transcript } = render(history, { policy: { onFault: 'throw' } });
  return transcript
    .interactions()
    .map(({ call: { name }, completion }) =>
      completion.kind === 'real' ? `${name}: ${JSON.stringify(completion.result)}` : `${name}: ${completion.reason}`,
    );
}

const both = [call('X', 'read_file'), call('X', 'todo_list')];
const nameless = [call('', 'read_file'), call('', 'todo_list')];

const cases: Readonly<Record<string, readonly [history: readonly Content[], expected: readonly string[]]>> = {
  'a shared id, one result: it goes to the call with its name': [
    [human('q'), ai(...both), tool(named('X', 'todo_list', 'T'))],
    ['read_file: lost', 'todo_list: "T"'],
  ],
  'a shared id, results in another order than the calls': [
    [human('q'), ai(...both), tool(named('X', 'todo_list', 'T'), named('X', 'read_file', 'R'))],
    ['read_file: "R"', 'todo_list: "T"'],
  ],
  'the same without ids': [
    [human('q'), ai(...nameless), tool(named('', 'todo_list', 'T'), named('', 'read_file', 'R'))],
    ['read_file: "R"', 'todo_list: "T"'],
  ],
  'a result without a name yields to one with the name of its call': [
    [human('q'), ai(...both), tool(named('X', 'unknown', 'T')), tool(named('X', 'read_file', 'R'))],
    ['read_file: "R"', 'todo_list: "T"'],
  ],
  'several results without names move up in order': [
    [
      human('q'),
      ai(call('', 'read'), call('', 'list'), call('', 'write')),
      tool(named('', '', 1), named('', 'unknown', 2), named('', 'read', 3)),
    ],
    ['read: 3', 'list: 1', 'write: 2'],
  ],
  'a name finds its call in the nearest batch, even if that call has another result and an earlier batch waits': [
    [
      human('q'),
      ai(call('', 'list'), call('', 'read')),
      tool(named('', 'list', 1)),
      ai(call('', 'read'), call('', 'write')),
      tool(named('', 'Write', 2), named('', 'read', 3)),
    ],
    ['list: 1', 'read: lost', 'read: 3', 'write: 2'],
  ],
  'and if the earlier batch has no call with that name': [
    [
      human('q'),
      ai(call('A', 'list'), call('B', 'list')),
      tool(named('A', 'list', 1)),
      ai(call('', 'read'), call('', 'write'), call('', 'run')),
      tool(named('', 'unknown', 2), named('', '', 3), named('', 'read', 4)),
    ],
    ['list: 1', 'list: lost', 'read: 4', 'write: 2', 'run: 3'],
  ],
  'a call with that name and no id comes before one with an id': [
    [
      human('q'),
      ai(call('', 'read'), call('X', 'read'), call('', 'list')),
      tool(named('', 'unknown', 'L'), named('', 'read', 'R')),
    ],
    ['read: "R"', 'read: lost', 'list: "L"'],
  ],
  'one of our closures does not keep its call from a result with that name': [
    [
      human('q'),
      ai(call('', 'list'), call('', 'read')),
      tool(answer('', null, { toolName: 'list', synthetic: 'cancelled' })),
      tool(answer('', null, { toolName: 'read', synthetic: 'cancelled' })),
      tool(named('', '', 'R'), named('', 'list', 'L')),
    ],
    ['list: "L"', 'read: "R"'],
  ],
  'order decides if the name cannot distinguish two calls': [
    [human('q'), ai(call('X'), call('X')), tool(named('X', '', 1), named('X', 'read', 2))],
    ['read: 1', 'read: 2'],
  ],
  'a name that no open call has is matched by order': [
    [human('q'), ai(...both), tool(named('X', 'Read', 'R'), named('X', 'todo_list', 'T'))],
    ['read_file: "R"', 'todo_list: "T"'],
  ],
  'an extra result under one name: the other name keeps its call': [
    [human('q'), ai(...both), tool(named('X', 'read_file', 1), named('X', 'read_file', 2), named('X', 'todo_list', 3))],
    ['read_file: 1', 'todo_list: 3'],
  ],
  'no id, one open call, a result named unknown': [
    [human('q'), ai(call('')), tool(named('', 'unknown', 'R'))],
    ['read: "R"'],
  ],
  'no id, one open call, a result of another name': [
    [human('q'), ai(call('')), tool(named('', 'other', 'R'))],
    ['read: "R"'],
  ],
  'a result without an id, and the open call has one': [
    [human('q'), ai(call('X')), tool(named('', 'unknown', 'R'))],
    ['read: "R"'],
  ],
  'a result with another name stays in its turn: it does not answer an earlier call': [
    [human('q'), ai(call('')), human('go on'), tool(named('', 'other', 'R'))],
    ['read: lost'],
  ],
  'a late unknown result still finds the waiting call': [
    [human('q'), ai(call('')), human('go on'), tool(named('', 'unknown', 'R'))],
    ['read: "R"'],
  ],
  'a real result after our own closure, without ids': [
    [human('q'), ai(call('')), tool(answer('', null, { synthetic: 'cancelled' })), tool(named('', 'read', 'R'))],
    ['read: "R"'],
  ],
  'a pending answer holds its place in its message': [
    [
      human('q'),
      ai(call('', 'read', { a: 1 }), call('', 'read', { b: 1 })),
      tool(pending(''), named('', 'read', 'of b')),
    ],
    ['read: lost', 'read: "of b"'],
  ],
  'the same under one id': [
    [human('q'), ai(call('X'), call('X')), tool(pending('X'), named('X', 'read', 'of b'))],
    ['read: lost', 'read: "of b"'],
  ],
  'in a later message its call is open again and gets the next result': [
    [human('q'), ai(call(''), call('')), tool(pending(''), named('', 'read', 'of b')), tool(named('', 'read', 'of a'))],
    ['read: "of a"', 'read: "of b"'],
  ],
  'a partial result holds its place in its message and yields to the whole one in the next': [
    [
      human('q'),
      ai(call(''), call('')),
      tool(answer('', 'part a', { isComplete: false }), named('', 'read', 'of b')),
      tool(named('', 'read', 'of a')),
    ],
    ['read: "of a"', 'read: "of b"'],
  ],
  'a pending answer without a name leaves a named result its call and holds one of the others': [
    [
      human('q'),
      ai(call('', 'read'), call('', 'list'), call('', 'write')),
      tool(pending('', 'unknown'), named('', 'read', 1), named('', 'unknown', 2)),
    ],
    ['read: 1', 'list: lost', 'write: 2'],
  ],
  'two pending answers hold two places': [
    [human('q'), ai(call(''), call(''), call('')), tool(pending(''), pending(''), named('', 'read', 'of c'))],
    ['read: lost', 'read: lost', 'read: "of c"'],
  ],
  'a result whose id no call has gives way to the one that, like its call, has none': [
    [
      human('q'),
      ai(call('', 'f'), call('Z', 'g')),
      tool(named('Y', 'f', 'ORPHAN'), named('', 'f', 'TRUE'), named('Z', 'g', 'G')),
    ],
    ['f: "TRUE"', 'g: "G"'],
  ],
  'also in another message, and after it': [
    [
      human('q'),
      ai(call('', 'f'), call('', 'g')),
      tool(named('', 'g', 'G')),
      tool(named('Y', 'f', 'ORPHAN')),
      tool(named('', '', 'TRUE')),
    ],
    ['f: "TRUE"', 'g: "G"'],
  ],
  'it moves on to a call that is still open': [
    [human('q'), ai(call('', 'f'), call('', 'f')), tool(named('Y', '', 'STRAY')), tool(named('', 'f', 1))],
    ['f: 1', 'f: "STRAY"'],
  ],
  'it does not take a place that a pending answer holds': [
    [human('q'), ai(call(''), call('')), tool(named('Y', 'read', 'STRAY'), pending(''), named('', 'read', 'of b'))],
    ['read: lost', 'read: "of b"'],
  ],
  'more answers than calls: pending ones hold no place': [
    [human('q'), ai(call('', 'a'), call('', 'b')), tool(pending('', ''), named('', '', 1), named('', '', 2))],
    ['a: 1', 'b: 2'],
  ],
  'nor under one id': [
    [human('q'), ai(call('X'), call('X')), tool(pending('X'), named('X', 'read', 1), named('X', 'read', 2))],
    ['read: 1', 'read: 2'],
  ],
  'a pending answer for every call, then the real ones': [
    [human('q'), ai(call('X'), call('X')), tool(pending('X'), pending('X')), tool(named('X', 'read', 1))],
    ['read: 1', 'read: lost'],
  ],
  'the name also finds a waiting call of an earlier turn with that id': [
    [
      human('q'),
      ai(call('X', 'run')),
      human('go on'),
      ai(call('X')),
      tool(named('X', 'run', 1), named('X', 'read', 2)),
    ],
    ['run: 1', 'read: 2'],
  ],
  'also if it is the only result': [
    [human('q'), ai(call('X', 'run')), human('go on'), ai(call('X')), tool(named('X', 'run', 1))],
    ['run: 1', 'read: lost'],
  ],
  'but a result stays in its turn if a call there has its name': [
    [
      human('q'),
      ai(call('X'), call('X')),
      human('go on'),
      ai(call('X'), call('X', 'list')),
      tool(named('X', 'read', 1), named('X', 'read', 2)),
    ],
    ['read: lost', 'read: lost', 'read: 1', 'list: 2'],
  ],
  'a result before its call, under its name, although a call with that id and another name is open': [
    [human('q'), ai(call('X', 'f')), tool(named('X', 'g'), call('X', 'g')), tool(named('X', 'f'))],
    ['f: "of f"', 'g: "of g"'],
  ],
  'a result before its call, under its name, without ids': [
    [human('q'), ai(call('', 'f')), tool(named('', 'g'), call('', 'g')), tool(named('', 'f'))],
    ['f: "of f"', 'g: "of g"'],
  ],
  'a result before its call, after that of the other call': [
    [human('q'), ai(call('X', 'f')), tool(named('X', 'f'), named('X', 'g')), ai(call('X', 'g'))],
    ['f: "of f"', 'g: "of g"'],
  ],
  'the same without ids, in two messages': [
    [human('q'), ai(call('', 'f')), tool(named('', 'f')), tool(named('', 'g')), ai(call('', 'g'))],
    ['f: "of f"', 'g: "of g"'],
  ],
  'but if the later call gets its own result, the first stays with the open call': [
    [human('q'), ai(call('X', 'f')), tool(named('X', 'g', 1)), ai(call('X', 'g')), tool(named('X', 'g', 2))],
    ['f: 1', 'g: 2'],
  ],
  'without ids, too': [
    [human('q'), ai(call('', 'f')), tool(named('', 'g', 1)), ai(call('', 'g')), tool(named('', 'g', 2))],
    ['f: 1', 'g: 2'],
  ],
  'the calls that it leaves share the other results': [
    [
      human('q'),
      ai(call('X', 'a'), call('X', 'b')),
      tool(named('X', 'g'), named('X', '', 1)),
      tool(call('X', 'g')),
      tool(named('X', 'b', 2)),
    ],
    ['a: 1', 'b: 2', 'g: "of g"'],
  ],
  'a repeat without an id is not the result of a later call with that name': [
    [
      human('q'),
      ai(call('', 'f')),
      tool(named('', 'f', 1), named('', 'f', 'again')),
      ai(call('', 'f')),
      tool(named('', 'f', 2)),
    ],
    ['f: 1', 'f: 2'],
  ],
  'a result under the name of a call in a later turn is not its result': [
    [
      human('q'),
      ai(call('X', 'f')),
      tool(named('X', 'g', 1)),
      human('more'),
      ai(call('X', 'g')),
      tool(named('X', 'g', 2)),
    ],
    ['f: 1', 'g: 2'],
  ],
  'keeps a result before its call, under another name': [
    [human('q'), tool(named('X', 'other', 1)), ai(call('X'))],
    ['read: 1'],
  ],
  'but it yields to the call’s own result': [
    [human('q'), tool(named('X', 'other', 1)), ai(call('X')), tool(named('X', 'read', 2))],
    ['read: 2'],
  ],
  'results before calls that share an id also go by name': [
    [human('q'), tool(named('X', 'todo_list', 'T'), named('X', 'read_file', 'R')), ai(...both)],
    ['read_file: "R"', 'todo_list: "T"'],
  ],
};

describe.each(Object.entries(cases))('%s', (_, [history, expected]) => {
  test('REQ-915-022: unchanged', () => {
    expect(given(history)).toEqual(expected);
  });

  test('after import', () => {
    expect(given(importContents(history))).toEqual(expected);
  });
});

const read = call('X', 'read', { path: 'a' });

const copies: Readonly<Record<string, readonly [history: readonly Content[], expected: readonly string[]]>> = {
  'a copy of a call beside its answer': [[human('q'), ai(read), tool({ ...read }, named('X', 'read', 1))], ['read: 1']],
  'after its answer': [[human('q'), ai(read), tool(named('X', 'read', 1), { ...read })], ['read: 1']],
  'beside a pending answer and again beside the real one': [
    [human('q'), ai(read), tool({ ...read }, pending('X')), tool({ ...read }, named('X', 'read', 1))],
    ['read: 1'],
  ],
  'each of several calls': [
    [
      human('q'),
      ai(read, call('Y', 'read', { path: 'b' })),
      tool({ ...read }, named('X', 'read', 1)),
      tool(call('Y', 'read', { path: 'b' }), named('Y', 'read', 2)),
    ],
    ['read: 1', 'read: 2'],
  ],
  'without an id': [
    [human('q'), ai(call('', 'read', { path: 'a' })), tool(call('', 'read', { path: 'a' }), named('', 'read', 1))],
    ['read: 1'],
  ],
  'without an id, after it got a result by position: another call': [
    [
      human('q'),
      ai(call('', 'read', { path: 'a' })),
      tool(named('nobody', 'read', 1)),
      tool(call('', 'read', { path: 'a' }), named('', 'read', 2)),
    ],
    ['read: 1', 'read: 2'],
  ],
  'other arguments: another call': [
    [human('q'), ai(read), tool(call('X', 'read', { path: 'b' }), named('X', 'read', 1))],
    ['read: 1', 'read: lost'],
  ],
  'no answer beside it: another call': [
    [human('q'), ai(read), tool({ ...read })],
    ['read: lost', 'read: lost'],
  ],
  'an id used again in a later turn: another call': [
    [human('q'), ai(read), tool(named('X', 'read', 1)), human('again'), tool({ ...read }, named('X', 'read', 2))],
    ['read: 1', 'read: 2'],
  ],
  'a call only in a tool message: a call': [[human('q'), tool(read, named('X', 'read', 1))], ['read: 1']],
};

describe.each(Object.entries(copies))('copies of calls: %s', (_, [history, expected]) => {
  test('REQ-915-047: unchanged', () => {
    expect(given(history)).toEqual(expected);
  });

  test('after import, which drops the copies', () => {
    const own = importContents(history);
    expect(given(own)).toEqual(expected);
    const calls = own.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'tool_call'));
    expect(calls).toHaveLength(expected.length);
  });
});

test('the diagnostics name a copy and the call it repeats', () => {
  const { transcript, diagnostics } = render([
    human('q'),
    ai(read),
    tool({ ...read }, 'beside', named('X', 'read', 1)),
  ]);
  const [interaction] = transcript.interactions();
  expect(diagnostics.events).toEqual([
    {
      kind: 'deduplicated',
      kept: '$[1].blocks[0]',
      why: 'copy',
      fault: 'canonical-corruption',
      callIds: [interaction?.call.id],
      at: '$[2].blocks[0]',
    },
  ]);
  expect(interaction?.completion.attachments).toEqual([{ type: 'text', text: 'beside' }]);
});
