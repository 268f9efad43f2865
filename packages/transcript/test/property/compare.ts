/** Comparison, copying and freezing of anything a history can hold, cycles too. */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Step } from '../../src/index.ts';

/** Vitest's comparison is slow and its message good: it is asked only when there is something to say. */
export function expectSame(actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  expect(actual).toStrictEqual(expected);
  throw new Error('The values differ in a way that only isDeepStrictEqual sees.');
}

/** An equal value that shares no object with the original; what was shared inside it stays shared. */
export function copyOf<T>(value: T, copies: Map<unknown, unknown>): T;
export function copyOf(value: unknown, copies: Map<unknown, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return new Date(value);
  if (value instanceof Map) return new Map(value);
  const known = copies.get(value);
  if (known !== undefined) return known;
  const copy = Array.isArray(value) ? [] : {};
  copies.set(value, copy);
  for (const [key, part] of Object.entries(value)) Reflect.set(copy, key, copyOf(part, copies));
  return copy;
}

export function deepFreeze<T>(value: T, seen: Set<unknown> = new Set()): T {
  if (typeof value !== 'object' || value === null || seen.has(value)) return value;
  seen.add(value);
  for (const part of Object.values(value)) deepFreeze(part, seen);
  return Object.freeze(value);
}

/**
 * Steps without what a cut may change (ARCHITECTURE): the word that there was a cut, and seals bound to the prefix;
 * a block that held nothing but such a seal goes with it.
 */
export function withoutPrefix(steps: readonly Step[]): readonly unknown[] {
  return steps
    .map(({ kind, blocks, metadata }) => {
      const { prefixCut: _, ...kept } = metadata;
      return { kind, metadata: kept, blocks: blocks.map(withoutBoundSeals).filter(saysSomething) };
    })
    .filter((step) => step.blocks.length > 0);
}

export function withoutBoundSeals(block: object): object {
  const plain: Record<string, unknown> = { ...block };
  const { seal } = plain;
  if (typeof seal === 'object' && seal !== null && 'prefix' in seal) delete plain['seal'];
  for (const field of ['call', 'completion']) {
    const part = plain[field];
    if (typeof part === 'object' && part !== null) plain[field] = withoutBoundSeals(part);
  }
  const { attachments } = plain;
  if (Array.isArray(attachments)) plain['attachments'] = attachments.map(withoutBoundSeals).filter(saysSomething);
  return plain;
}

function saysSomething(block: object): boolean {
  if ('seal' in block) return true;
  return !('thought' in block && block.thought === '') && !('text' in block && block.text === '');
}
