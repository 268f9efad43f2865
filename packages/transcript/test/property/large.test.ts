/** Shapes that are slow for anything quadratic, at a size where quadratic does not end. Nothing is timed here. */
import { expect, test } from 'vitest';
import { patience, share } from '../../../../test/property/runs.ts';
import { type Content, cutPoints, importContents, Renderer, rebuildLedger, render, verify } from '../../src/index.ts';

const size = 20_000;
const call = (id: string) => ({ type: 'tool_call', id, name: 'read', parameters: {} }) as const;
const answer = (callId: string, result: unknown) =>
  ({ type: 'tool_response', callId, toolName: 'read', result }) as const;
const many = <T>(make: (at: number) => T): readonly T[] => Array.from({ length: size }, (_, at) => make(at));
const ai = (...blocks: Content['blocks']): Content => ({ speaker: 'ai', blocks });
const tool = (...blocks: Content['blocks']): Content => ({ speaker: 'tool', blocks });
const human = (text: string): Content => ({ speaker: 'human', blocks: [{ type: 'text', text }] });

const shapes: Readonly<
  Record<string, { readonly history: readonly Content[]; readonly interactions: number; readonly real: number }>
> = {
  'calls with one id in one batch': {
    history: [human('go'), ai(...many(() => call('same'))), tool(...many((at) => answer('same', at)))],
    interactions: size,
    real: size,
  },
  'calls with one id, one in each round': {
    history: many((at) => [ai(call('same')), tool(answer('same', at))]).flat(),
    interactions: size,
    real: size,
  },
  'duplicates of one result': {
    history: [human('go'), ai(call('a')), ...many((at) => tool(answer('a', at)))],
    interactions: 1,
    real: 1,
  },
  'calls and results without ids': {
    history: [human('go'), ai(...many(() => call(''))), ...many((at) => tool(answer('', at)))],
    interactions: size,
    real: size,
  },
  'results without a call, with one id': {
    history: [human('go'), ...many((at) => tool(answer('gone', at)))],
    interactions: 0,
    real: 0,
  },
  'early results for one id': {
    history: [...many((at) => tool(answer('a', at))), ai(call('a'))],
    interactions: 1,
    real: 1,
  },
  'early results and calls, all with one id': {
    history: [...many((at) => tool(answer('a', at))), ai(...many(() => call('a')))],
    interactions: size,
    real: 1,
  },
  'one call, all those turns, then its result': {
    history: [ai(call('a')), ...many((at) => human(String(at))), tool(answer('a', 'late'))],
    interactions: 1,
    real: 1,
  },
  'unanswered calls': {
    history: many((at) => ai(call(`call_${at}`))),
    interactions: size,
    real: 0,
  },
};

// In `npm test` each shape is played one way or the other.
test.each(share(Object.entries(shapes), 4))(
  '20,000 %s',
  (_, { history, interactions, real }) => {
    for (const orphans of ['drop', 'note', 'restore'] as const) {
      const { transcript } = render(history, { policy: { orphans, onFault: 'throw' } });
      expect(verify(transcript)).toEqual([]);
      if (orphans !== 'drop') continue;
      const found = transcript.interactions();
      expect([found.length, found.filter(({ completion }) => completion.kind === 'real').length]).toEqual([
        interactions,
        real,
      ]);
    }
    const own = importContents(history);
    expect(verify(render(own, { ledger: rebuildLedger(own) }).transcript)).toEqual([]);
    cutPoints(own);
  },
  patience,
);

test.each(share(Object.entries(shapes), 4, 2))(
  '20,000 %s, appended in twenty pieces',
  (_, { history }) => {
    const renderer = new Renderer({ policy: { onFault: 'throw' } });
    const piece = Math.ceil(history.length / 20);
    for (let at = 0; at < history.length; at += piece) {
      renderer.append(history.slice(at, at + piece));
      renderer.render();
    }
    expect(renderer.render().transcript.length).toBe(render(history).transcript.length);
  },
  patience,
);
