/** The incremental renderer: an appended turn leaves the earlier part alone. */
import { type Content, Ledger, Renderer, render } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { ai, answer, call, failure, human, outline, tool } from '../history.ts';

const first: readonly Content[] = [human('q'), ai(call('hist_tool_a')), tool(answer('hist_tool_a', 1)), ai('x')];
const second: readonly Content[] = [human('r'), ai(call('hist_tool_b'))];

describe('Renderer', () => {
  test('gives the same as a full render and reuses the earlier steps', () => {
    const renderer = new Renderer();
    renderer.append(first);
    const before = renderer.render();
    renderer.append(second);
    const after = renderer.render();
    expect(after.transcript.steps).toEqual(render([...first, ...second]).transcript.steps);
    expect(after.unchanged).toBe(before.transcript.length);
    expect(before.transcript.steps.every((step, at) => step === after.transcript.at(at))).toBe(true);
  });

  test('a returned transcript does not change when contents are appended or a late result changes a step', () => {
    const renderer = new Renderer();
    renderer.append([...first, ...second]);
    const before = renderer.render();
    renderer.append([human('s'), tool(answer('hist_tool_b', 2))]);
    const after = renderer.render();
    expect(outline(before.transcript).at(-1)).toBe('ai: read{} -> lost');
    expect(outline(after.transcript).slice(-2)).toEqual(['ai: read{} -> 2', 'human: s']);
    expect(before.transcript.length).toBe(5);
    expect(after.unchanged).toBe(4);
  });

  test('compares what the ledger knew before the call with the answer that counts in the end', () => {
    const ledger = new Ledger();
    ledger.complete('hist_tool_c', 'ok');
    const renderer = new Renderer({ ledger });
    renderer.render();
    const history = [
      tool(answer('hist_tool_c', 1, { toolName: 'list' })),
      ai(call('hist_tool_c')),
      tool(failure('hist_tool_c', 'no such file')),
      ai('x'),
    ];
    renderer.append(history);
    const { events } = render(history, { ledger }).diagnostics;
    expect(renderer.render().diagnostics.events).toEqual(events);
    expect(events.map(({ kind }) => kind)).toContain('prefix-changed');
  });

  test('sees later changes of the ledger', () => {
    const ledger = new Ledger();
    const renderer = new Renderer({ ledger });
    renderer.append([...first, ...second]);
    expect(outline(renderer.render().transcript).at(-1)).toBe('ai: read{} -> lost');
    ledger.open({ id: 'hist_tool_b', name: 'read', parameters: {} });
    ledger.start('hist_tool_b');
    expect(outline(renderer.render().transcript).at(-1)).toBe('ai: read{} -> interrupted');
    ledger.complete('hist_tool_b', 2);
    expect(outline(renderer.render().transcript).at(-1)).toBe('ai: read{} -> 2');
  });

  test('rendering again without changes gives the same transcript', () => {
    const renderer = new Renderer();
    renderer.append(first);
    const once = renderer.render();
    const twice = renderer.render();
    expect(twice.unchanged).toBe(once.transcript.length);
    expect(twice.transcript.steps).toEqual(once.transcript.steps);
  });
});
