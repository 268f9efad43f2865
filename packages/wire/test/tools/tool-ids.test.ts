/** Projection of tool ids: every scheme, collisions, degenerate input. */
import { canonicalToolId, importContents } from '@interlock/transcript';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { type IdScheme, prepareRequest, readToolId, ToolIds } from '../../src/index.ts';

const idAt = (callIndex: number): string =>
  canonicalToolId({ providerName: 'kimi', rawId: 'list_dir:0', toolName: 'list_dir', turnKey: 't1', callIndex });

const forms: readonly { readonly scheme: IdScheme; readonly form: RegExp; readonly name: string }[] = [
  {
    name: 'REQ-915-018 OpenAI-style ids are call_*, at most 40 characters (OAC-003)',
    scheme: 'openai',
    form: /^call_[A-Za-z0-9_-]{1,35}$/,
  },
  {
    name: 'REQ-915-019 Anthropic-style ids are toolu_* (ANT-006)',
    scheme: 'anthropic',
    form: /^toolu_[A-Za-z0-9_-]+$/,
  },
  {
    name: 'REQ-915-020 Kimi ids are functions.{tool}:{globalIndex} (KIM-001)',
    scheme: 'kimi',
    form: /^functions\.list_dir:\d+$/,
  },
  { name: 'REQ-915-021 Mistral ids are nine alphanumerics (MIS-001)', scheme: 'mistral', form: /^[a-zA-Z0-9]{9}$/ },
];

describe.each(forms)('$name', ({ scheme, form }) => {
  test('well-formed and distinct over ten thousand calls', () => {
    const ids = new ToolIds(scheme);
    const projected = Array.from({ length: 10_000 }, (_, index) => ids.project({ id: idAt(index), name: 'list_dir' }));
    expect(projected.filter((id) => !form.test(id))).toEqual([]);
    expect(new Set(projected).size).toBe(10_000);
  });

  test('REQ-915-016 a canonical id always has the same projected id', () => {
    const ids = new ToolIds(scheme);
    const first = ids.project({ id: idAt(0), name: 'list_dir' });
    const second = ids.project({ id: idAt(1), name: 'list_dir' });
    expect(ids.project({ id: idAt(0), name: 'list_dir' })).toBe(first);
    expect(second).not.toBe(first);
  });

  test('REQ-915-022 degenerate ids are projected by position: distinct and deterministic', () => {
    const project = (): readonly string[] => {
      const ids = new ToolIds(scheme);
      return ['', '', 'hist_tool_', 'call with spaces', ''].map((id) => ids.project({ id, name: 'list_dir' }));
    };
    const once = project();
    expect(once.filter((id) => !form.test(id))).toEqual([]);
    expect([new Set(once).size, project()]).toEqual([once.length, once]);
  });
});

test('KIM-001 the index counts over the whole conversation, from 0', () => {
  const ids = new ToolIds('kimi');
  const projected = ['read', 'write', 'read'].map((name, index) => ids.project({ id: idAt(index), name }));
  expect(projected).toEqual(['functions.read:0', 'functions.write:1', 'functions.read:2']);
});

test('MIS-001 keeps an id that is already nine alphanumerics; its second owner gets another', () => {
  const ids = new ToolIds('mistral');
  const [first, second] = [0, 1].map((at) => ids.project({ id: idAt(at), name: 'x', rawId: 'functions' }));
  expect(first).toBe('functions');
  expect(second).toMatch(/^[a-zA-Z0-9]{9}$/);
  expect(second).not.toBe('functions');
});

test('XCT-003 ids with the same first eighty characters stay distinct', () => {
  const long = `toolu_vrtx_${'x'.repeat(80)}`;
  const contents = importContents([
    { speaker: 'human', blocks: [{ type: 'text', text: 'go' }] },
    {
      speaker: 'ai',
      blocks: [0, 1].map((at) => ({ type: 'tool_call', id: long + at, name: 'read', parameters: {} })),
    },
  ]);
  const calls = contents.flatMap(({ blocks }) => blocks).filter((block) => block.type === 'tool_call');
  for (const scheme of ['openai', 'anthropic', 'kimi', 'mistral'] as const) {
    const ids = new ToolIds(scheme);
    expect(new Set(calls.map(({ id, rawId }) => ids.project({ id, rawId, name: 'read' }))).size).toBe(2);
  }
});

test.each(['openai', 'anthropic'] as const)(
  'REQ-915-016 %s: an id by position and a canonical one never collide, whichever comes first',
  (scheme) => {
    const degenerate = { id: '', name: 'f' };
    const known = new ToolIds(scheme);
    const byPosition = [known.project(degenerate), known.project(degenerate)];
    const canonical = byPosition.map((id) => ({ id: `hist_tool_${id.slice(id.indexOf('_') + 1)}`, name: 'f' }));
    const project = (...calls: readonly { readonly id: string; readonly name: string }[]): readonly string[] => {
      const ids = new ToolIds(scheme);
      return calls.map((call) => ids.project(call));
    };
    const [first = degenerate, second = degenerate] = canonical;
    const before = project(degenerate, first);
    const after = project(second, degenerate);
    expect({ before: before[0], after: after[0] }).toEqual({ before: byPosition[0], after: byPosition[1] });
    expect([new Set(before).size, new Set(after).size]).toEqual([2, 2]);
  },
);

test('a scheme without ids assigns none', () => {
  expect(new ToolIds('none').project({ id: idAt(0), name: 'x' })).toBe('');
});

test('reads a projected id back as the canonical one and keeps any other as raw', () => {
  const id = idAt(3);
  expect(readToolId(new ToolIds('openai').project({ id, name: 'x' }))).toBe(id);
  expect(readToolId(new ToolIds('anthropic').project({ id, name: 'x' }))).toBe(id);
  expect(['call_1', 'functions.read:0', '', 'toolu_x'].map(readToolId)).toEqual([
    'call_1',
    'functions.read:0',
    '',
    'toolu_x',
  ]);
});

test(
  'REQ-915-016 distinct canonical ids never share a projected id, even if they differ only in form',
  () => {
    const id = fc.stringMatching(/^(hist_tool_)?[a-c]{1,2}$/);
    holds(fc.tuple(fc.array(id, { maxLength: 20 }), fc.constantFrom(...forms)), 300, ([given, { scheme }]) => {
      const ids = new ToolIds(scheme);
      const sound = [...new Set(given)].filter((one) => one.startsWith('hist_tool_'));
      expect(new Set(sound.map((one) => ids.project({ id: one, name: 'x' }))).size).toBe(sound.length);
    });
  },
  patience,
);

test('REQ-915-014 a Kimi history keeps its canonical ids on the way to Anthropic and back to Mistral', () => {
  const contents = importContents([
    { speaker: 'human', blocks: [{ type: 'text', text: 'list' }] },
    {
      speaker: 'ai',
      blocks: [{ type: 'tool_call', id: 'functions.list_dir:0', name: 'list_dir', parameters: { path: '.' } }],
      metadata: { provider: 'moonshot', model: 'kimi-k2' },
    },
    {
      speaker: 'tool',
      blocks: [{ type: 'tool_response', callId: 'functions.list_dir:0', toolName: 'list_dir', result: 'a' }],
    },
  ]);
  const idsFor = (provider: string) => prepareRequest({ contents, target: { provider } }).diagnostics.ids;
  const canonical = idsFor('anthropic').map((note) => note.canonical);
  expect(canonical[0]).toMatch(/^hist_tool_/);
  expect(idsFor('mistral').map((note) => note.canonical)).toEqual(canonical);
  expect(idsFor('moonshot').map((note) => note.canonical)).toEqual(canonical);
});
