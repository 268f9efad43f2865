/** Canonical ids as the specification gives them, recomputed here with another implementation of the hash. */
import { createHash } from 'node:crypto';
import { canonicalSuffix, canonicalToolId, isCanonicalToolId } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';

const occurrence = {
  providerName: 'kimi',
  rawId: 'functions.Bash:0|fc_9',
  toolName: 'Bash',
  turnKey: 't1',
  callIndex: 0,
};

test('REQ-915-014 the id is hist_tool_ and 24 base64url characters of the specified SHA-256', () => {
  const digest = createHash('sha256').update('kimi|functions.Bash:0|fc_9|Bash|t1|0').digest('base64url');
  expect(canonicalToolId(occurrence)).toBe(`hist_tool_${digest.slice(0, 24)}`);
});

describe('every part of an occurrence distinguishes calls', () => {
  test.each([
    ['provider', { ...occurrence, providerName: 'moonshot' }],
    ['raw id', { ...occurrence, rawId: 'functions.Bash:1' }],
    ['tool name', { ...occurrence, toolName: 'bash' }],
    ['turn', { ...occurrence, turnKey: 't2' }],
    ['index', { ...occurrence, callIndex: 1 }],
  ])('%s', (_, other) => {
    expect(canonicalToolId(other)).not.toBe(canonicalToolId(occurrence));
    expect(isCanonicalToolId(canonicalToolId(other))).toBe(true);
  });
});

test.each([
  ['hist_tool_x', true],
  ['hist_tool_A-Z_09', true],
  ['hist_tool_0b9f6a3e-52c1-4d7e-9a53-1c2d3e4f5a6b', true],
  [`hist_tool_${'x'.repeat(37)}`, false],
  ['hist_tool_', false],
  ['hist_tool_a.b:1', false],
  ['hist_tool_x\n', false],
  ['call_x', false],
  ['', false],
])('%j is well-formed: %s', (id, expected) => {
  expect(isCanonicalToolId(id)).toBe(expected);
});

test('the projection keeps the suffix', () => {
  expect(`call_${canonicalSuffix('hist_tool_x')}`).toBe('call_x');
});
