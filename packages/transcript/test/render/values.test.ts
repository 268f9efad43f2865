/** Names, arguments and results that no provider would take, made safe without loss. */
import { type Content, type DiagnosticEvent, render } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ai, answer, call, human, tool } from '../history.ts';

const shared = { x: 1 };
const circular: Record<string, unknown> = { name: 'loop' };
circular['self'] = circular;

const rendered = (history: readonly Content[]) => {
  const { transcript, diagnostics } = render(history, { policy: { onFault: 'throw' } });
  return { interaction: transcript.interactions()[0], events: diagnostics.events };
};
const kinds = (events: readonly DiagnosticEvent[]): readonly string[] => events.map(({ kind }) => kind);

test.each<readonly [string, readonly Content[]]>([
  ['the tool of a result without a call', [human('q'), tool({ ...answer('c', 'x'), toolName: 'a\ud800' })]],
  [
    'the origin of thinking that is noted',
    [
      human('q'),
      ai({ type: 'thinking', thought: 't', seal: { provider: 'a\ud800', model: '\ud800', value: 'v' } }, 'x'),
    ],
  ],
])('a note is well-formed, whatever it names: %s', (_, history) => {
  const policy = { orphans: 'note', foreignThinking: 'note', target: { provider: 'b' }, onFault: 'throw' } as const;
  const { transcript } = render(history, { policy });
  expect(JSON.stringify(transcript.steps)).toContain('a\ufffd');
});

describe('REQ-915-038 arguments', () => {
  test.each<readonly [string, unknown, object, readonly string[]]>([
    ['an object stays the same', { path: 'a' }, { path: 'a' }, []],
    ['nothing', undefined, {}, ['value-made-safe', 'arguments-reshaped']],
    ['null', null, {}, ['arguments-reshaped']],
    ['an empty string', '', {}, ['arguments-reshaped']],
    ['"{}"', '{}', {}, ['arguments-reshaped']],
    ['an object as text', '{"path":"a"}', { path: 'a' }, ['arguments-reshaped']],
    ['truncated text', '{"path":"a', { raw_arguments: '{"path":"a' }, ['arguments-reshaped']],
    ['a list', [1, 2], { raw_arguments: [1, 2] }, ['arguments-reshaped']],
    ['a list as text', '[1]', { raw_arguments: '[1]' }, ['arguments-reshaped']],
    ['a number', 7, { raw_arguments: 7 }, ['arguments-reshaped']],
    ['shared references are repeated', { a: shared, b: shared }, { a: { x: 1 }, b: { x: 1 } }, []],
    ['circular references are cut', circular, { name: 'loop', self: '[circular: $]' }, ['value-made-safe']],
    ['a bigint keeps its digits', { n: 12345678901234567890n }, { n: '12345678901234567890' }, ['value-made-safe']],
    ['a date', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }, ['value-made-safe']],
    ['a lone surrogate', { s: 'a\ud800' }, { s: 'a\ufffd' }, ['value-made-safe']],
  ])('%s', (_, parameters, expected, noted) => {
    const { interaction, events } = rendered([human('q'), ai({ ...call('a'), parameters }), tool(answer('a', 'A'))]);
    expect(interaction?.call.parameters).toEqual(expected);
    expect(kinds(events)).toEqual(noted);
    expect(JSON.parse(JSON.stringify(interaction?.call.parameters))).toEqual(expected);
  });

  test('passes valid arguments and results on without copying', () => {
    const parameters = { path: 'a', deep: [{ list: [1, 2] }] };
    const result = { text: 'x', nested: { a: null } };
    const { interaction } = rendered([
      human('q'),
      ai(call('hist_tool_a', 'read', parameters)),
      tool(answer('hist_tool_a', result)),
    ]);
    expect(interaction?.call.parameters).toBe(parameters);
    expect(interaction?.completion.kind === 'real' && interaction.completion.result).toBe(result);
  });
});

describe('REQ-915-038 results', () => {
  test.each<readonly [string, unknown, unknown]>([
    ['circular', circular, { name: 'loop', self: '[circular: $]' }],
    ['a function', { run: Math.max }, { run: '[function max]' }],
    ['undefined inside', { a: undefined, b: [undefined] }, { b: [null] }],
    ['an error object', new TypeError('bad'), { name: 'TypeError', message: 'bad' }],
    ['false', false, false],
    ['zero', 0, 0],
  ])('%s', (_, result, expected) => {
    const { interaction } = rendered([human('q'), ai(call('a')), tool(answer('a', result))]);
    expect(interaction?.completion).toEqual({ kind: 'real', result: expected, attachments: [] });
  });
});

describe('names', () => {
  test.each<readonly [string, string, string, string]>([
    ['its own', 'read', 'write', 'read'],
    ['the name of its result', '', 'grep', 'grep'],
    ['a fixed name when none is known', '', '', 'unknown_tool'],
  ])('a call gets %s', (_, own, answered, expected) => {
    const { interaction } = rendered([human('q'), ai(call('a', own)), tool(answer('a', 'A', { toolName: answered }))]);
    expect(interaction?.call.name).toBe(expected);
  });
});

describe('text', () => {
  test('replaces a lone surrogate in text by U+FFFD and reports it', () => {
    const { transcript, diagnostics } = render([human('a\udfff'), ai('b')]);
    expect(transcript.steps[0]?.blocks).toEqual([{ type: 'text', text: 'a\ufffd' }]);
    expect(kinds(diagnostics.events)).toEqual(['text-made-safe']);
  });

  test('carries text that is not a string as JSON', () => {
    const odd = JSON.parse('[{"speaker":"human","blocks":[{"type":"text","text":{"parts":["a"]}}]}]') as Content[];
    expect(render(odd).transcript.steps[0]?.blocks).toEqual([{ type: 'text', text: '{"parts":["a"]}' }]);
  });
});
