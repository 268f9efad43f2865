/** One call, directly followed by one result whose id is known nowhere (decision 3). */
import { type Content, importContents, Ledger, Renderer, rebuildLedger, render } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ai, answer, call, human, outline, tool } from '../history.ts';

const lines = (history: readonly Content[], ledger?: Ledger): readonly string[] =>
  outline(render(history, { ledger, policy: { onFault: 'throw' } }).transcript);
const stray = (result: unknown = 'OUT', extra: object = {}) => answer('Y', result, extra);
const pair = [human('q'), ai('first', call('X')), tool(stray())];

describe.each<readonly [string, readonly Content[], string]>([
  ['they belong together', pair, 'first | read{} -> "OUT"'],
  ['also in a message of the user', [human('q'), ai(call('X')), human(stray())], 'read{} -> "OUT"'],
  ['also without a name', [human('q'), ai(call('X')), tool(stray('OUT', { toolName: 'unknown' }))], 'read{} -> "OUT"'],
  [
    'a part, then the whole',
    [human('q'), ai(call('X')), tool(stray('P', { isComplete: false })), tool(stray('W'))],
    'read{} -> "W"',
  ],
  ['beside a text', [human('q'), ai(call('X')), tool(stray(), 'beside')], 'read{} -> "OUT"+beside'],
  [
    'an open call before, with another name',
    [human('q'), ai(call('W', 'list')), ai(call('X')), tool(stray())],
    'list{} -> lost|read{} -> "OUT"',
  ],
])('%s', (_, history, expected) => {
  test('REQ-915-022: unchanged', () => {
    const [, ...rest] = lines(history);
    expect(rest.map((line) => line.replace(/^ai: /, '')).join('|')).toBe(expected);
  });

  test('after import, and from a rebuilt ledger', () => {
    expect(lines(importContents(history))).toEqual(lines(history));
    expect(lines(history, rebuildLedger(history))).toEqual(lines(history));
  });
});

describe.each<readonly [string, readonly Content[]]>([
  ['the names contradict', [human('q'), ai(call('X')), tool(stray('OUT', { toolName: 'list' }))]],
  ['a sibling was called', [human('q'), ai(call('X'), call('Z')), tool(answer('Z', 'Z'), stray())]],
  ['a sibling in the message before is open', [human('q'), ai(call('W')), ai(call('X')), tool(stray())]],
  ['two results', [human('q'), ai(call('X')), tool(stray(), answer('V', 'other'))]],
  ['two results, in two messages', [human('q'), ai(call('X')), tool(stray()), tool(answer('V', 'other'))]],
  ['a result with its own id', [human('q'), ai(call('X')), tool(stray()), tool(answer('X', null))]],
  ['someone spoke between', [human('q'), ai(call('X')), human('wait'), tool(stray())]],
  ['the id is that of a later call', [...pair, ai(call('Y', 'list'))]],
  ['a call that the provider ran', [human('q'), ai(call('srvtoolu_X')), tool(stray())]],
  ['our own closure', [human('q'), ai(call('X')), tool(stray(undefined, { synthetic: 'denied' }))]],
])('a doubt: %s', (_, history) => {
  test.each([
    ['unchanged', history],
    ['after import', importContents(history)],
  ])('the call does not get the result: %s', (_how, contents) => {
    const first = render(contents)
      .transcript.interactions()
      .at(history[1]?.blocks.length === 1 && history[2]?.speaker === 'ai' ? 1 : 0);
    expect(first?.completion.kind).toBe('synthetic');
  });
});

test('the own result of the call replaces it, also late', () => {
  expect(lines([...pair, ai('so'), tool(answer('X', 'OWN'))])[1]).toBe('ai: first | read{} -> "OWN"');
});

test('is reported', () => {
  const { transcript, diagnostics } = render(pair);
  const callIds = transcript.interactions().map(({ call: { id } }) => id);
  expect(diagnostics.events).toEqual([
    { kind: 'paired-by-position', fault: 'canonical-corruption', callIds, at: '$[2].blocks[0]' },
  ]);
});

test('a result whose call only the ledger knows is not given to another, whenever it learns of it', () => {
  const ledger = new Ledger();
  const renderer = new Renderer({ ledger });
  renderer.append(pair);
  expect(outline(renderer.render().transcript)).toEqual(lines(pair));
  ledger.open({ id: 'Y', name: 'list', parameters: { of: 'Y' } });
  const expected = ['human: q', 'ai: first | read{} -> lost', 'ai: list{"of":"Y"} -> "OUT"'];
  expect(outline(renderer.render().transcript)).toEqual(expected);
  expect(lines(pair, ledger)).toEqual(expected);
});

test('what is appended can end it', () => {
  const renderer = new Renderer();
  const history = [...pair, tool(answer('V', 'other'))];
  for (const content of history) {
    renderer.append([content]);
    renderer.render();
  }
  expect(outline(renderer.render().transcript)).toEqual(lines(history));
});
