/** Import gives a foreign history ids, turns and seals once, and leaves what is ours alone. */
import { type Content, importContents, isCanonicalToolId, render } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ai, answer, by, call, human, outline, thinking, tool } from '../history.ts';

const foreign: readonly Content[] = [
  human('q'),
  by({ provider: 'kimi' }, ai(call('functions.read:0'))),
  tool(answer('functions.read:0', 'A')),
  by({ provider: 'kimi' }, ai(call('functions.read:0'))),
  tool(answer('functions.read:0', 'B')),
  human('next'),
  ai(call('')),
  tool(answer('', 'C')),
];

const callIds = (contents: readonly Content[]): readonly string[] =>
  contents.flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === 'tool_call' ? [block.id] : [])));
const answeredIds = (contents: readonly Content[]): readonly string[] =>
  contents.flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === 'tool_response' ? [block.callId] : [])));

describe('importContents', () => {
  const own = importContents(foreign);

  test('REQ-915-014 every call gets its own provider-neutral id and every result the id of its call', () => {
    expect(callIds(own).every(isCanonicalToolId)).toBe(true);
    expect(new Set(callIds(own)).size).toBe(3);
    expect(answeredIds(own)).toEqual(callIds(own));
  });

  test('the raw id is kept beside the canonical one', () => {
    const raw = own.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'tool_call' ? [block.rawId] : [])),
    );
    expect(raw).toEqual(['functions.read:0', 'functions.read:0', '']);
  });

  test('numbers turns once: a turn lasts from the user’s message to the end of its last round trip', () => {
    expect(own.map(({ metadata }) => metadata?.turnId)).toEqual([
      'turn-1',
      'turn-1',
      'turn-1',
      'turn-1',
      'turn-1',
      'turn-2',
      'turn-2',
      'turn-2',
    ]);
  });

  test('keeps stored turn ids and does not reuse them', () => {
    const mixed = [by({ turnId: 'turn-2' }, human('a')), ai('b'), human('c')];
    expect(importContents(mixed).map(({ metadata }) => metadata?.turnId)).toEqual(['turn-2', 'turn-2', 'turn-3']);
  });

  test('importing twice changes no content', () => {
    const twice = importContents(own);
    expect(twice.every((content, at) => content === own[at])).toBe(true);
  });

  test('REQ-915-014 ids survive storing, loading, cutting and replay', () => {
    const loaded = JSON.parse(JSON.stringify(own)) as Content[];
    expect(callIds(importContents(loaded))).toEqual(callIds(own));
    expect(callIds(importContents(loaded.slice(5)))).toEqual(callIds(own).slice(2));
    expect(render(loaded.slice(5)).diagnostics.emittedCallIds).toEqual(callIds(own).slice(2));
  });

  test('a well-formed canonical id is left alone the first time; a second call with it is a new occurrence', () => {
    const repeated = [
      human('q'),
      ai(call('hist_tool_x')),
      tool(answer('hist_tool_x', 1)),
      ai(call('hist_tool_x')),
      tool(answer('hist_tool_x', 2)),
    ];
    const [first, second] = callIds(importContents(repeated));
    expect(first).toBe('hist_tool_x');
    expect(second).not.toBe('hist_tool_x');
    expect(outline(render(repeated).transcript)).toEqual(['human: q', 'ai: read{} -> 1', 'ai: read{} -> 2']);
  });

  test('a result without its call gets a stable id and stays an orphan', () => {
    const orphaned = importContents([human('q'), tool(answer('toolu_gone', 'x'))]);
    expect(answeredIds(orphaned).every(isCanonicalToolId)).toBe(true);
    expect(answeredIds(importContents(orphaned.slice(1)))).toEqual(answeredIds(orphaned));
    expect(orphaned[1]?.blocks).toMatchObject([{ type: 'tool_response', rawId: 'toolu_gone' }]);
    expect(importContents(orphaned)).toEqual(orphaned);
    expect(outline(render(orphaned).transcript)).toEqual(['human: q']);
  });

  test('fills in a result’s missing name from its call', () => {
    const [, , result] = importContents([human('q'), ai(call('a')), tool(answer('a', 1, { toolName: '' }))]);
    expect(result?.blocks[0]).toMatchObject({ toolName: 'read' });
  });

  test('marks calls that the provider runs itself', () => {
    const [made] = importContents([ai(call('srvtoolu_1', 'web_search'))]);
    expect(made?.blocks[0]).toMatchObject({ executor: 'provider', rawId: 'srvtoolu_1' });
  });
});

describe('foreign tokens become seals with the origin of their content', () => {
  const origin = { provider: 'anthropic', model: 'claude-opus-4-8' };
  test.each([
    ['signature', { signature: 'sig==' }, { ...origin, value: 'sig==', field: 'signature' }],
    ['empty signature', { signature: '' }, undefined],
    ['source field', { sourceField: 'reasoning_content' }, { ...origin, value: 't', field: 'reasoning_content' }],
    [
      'AI SDK metadata',
      { providerMetadata: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'gAAA' } } },
      { ...origin, value: 'gAAA', field: 'reasoningEncryptedContent', item: 'rs_1' },
    ],
    [
      'signature of thinking in a `thinking` field',
      { signature: 'sig==', sourceField: 'thinking' },
      { ...origin, value: 'sig==', field: 'signature' },
    ],
    [
      'signature named after its field',
      { signature: 'sig==', sourceField: 'thoughtSignature' },
      { ...origin, value: 'sig==', field: 'thoughtSignature' },
    ],
    [
      'flat metadata',
      { providerMetadata: { 'gemini.thoughtSignature': 'dGhv' } },
      { ...origin, value: 'dGhv', field: 'thoughtSignature' },
    ],
    [
      'AI SDK metadata under an alias',
      { providerMetadata: { gemini: { thoughtSignature: 'dGhv' } } },
      { ...origin, value: 'dGhv', field: 'thoughtSignature' },
    ],
    ['flat metadata that is not a token', { providerMetadata: { 'gemini.thoughtSignature': 7, '.x': 'y' } }, undefined],
    ['unknown metadata', { providerMetadata: { acme: { x: 1 } } }, undefined],
  ])('%s', (_, extra, seal) => {
    const [content] = importContents([by(origin, ai(thinking('t', extra)))]);
    expect(content?.blocks).toEqual([{ type: 'thinking', thought: 't', ...(seal === undefined ? {} : { seal }) }]);
  });
});
