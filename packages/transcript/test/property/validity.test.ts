/** Whatever the history, the rendering is valid. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { isCanonicalToolId, isRendered, render, verify } from '../../src/index.ts';
import { anyHistory } from './histories.ts';
import { anyPolicy } from './policies.ts';

test(
  'REQ-915-005: every history renders valid under every policy, without an internal error',
  () => {
    holds(fc.tuple(anyHistory, anyPolicy), 400, ([history, policy]) => {
      const { transcript, diagnostics } = render(history, { policy });
      expect(verify(transcript)).toEqual([]);
      expect(isRendered(transcript)).toBe(true);
      expect(diagnostics.events.filter(({ kind }) => kind === 'fell-back')).toEqual([]);
    });
  },
  patience,
);

test(
  'REQ-915-006 REQ-915-007: call ids are canonical and unique, and each call has exactly one completion',
  () => {
    holds(fc.tuple(anyHistory, anyPolicy), 300, ([history, policy]) => {
      const interactions = render(history, { policy }).transcript.interactions();
      const ids = interactions.map(({ call }) => call.id);
      expect(ids.filter((id) => !isCanonicalToolId(id))).toEqual([]);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { completion } of interactions) expect(['real', 'synthetic']).toContain(completion.kind);
    });
  },
  patience,
);

test(
  'no step is empty, and only the model thinks and calls tools',
  () => {
    holds(fc.tuple(anyHistory, anyPolicy), 300, ([history, policy]) => {
      for (const { kind, blocks } of render(history, { policy }).transcript.steps) {
        expect(blocks.length).toBeGreaterThan(0);
        const modelOnly = blocks.filter(({ type }) => type === 'thinking' || type === 'interaction');
        if (kind !== 'ai') expect(modelOnly).toEqual([]);
      }
    });
  },
  patience,
);
