/** DESIGN §4 word for word, where another reading is possible and the code may have chosen it. One reading, one test. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Content, render } from '../../src/index.ts';
import { countMarks, mark } from './marks.ts';
import { answersOf, bestOf, expectNone, look, payloadComplaints, strangers } from './oracle.ts';
import { readable } from './readable.ts';
import { holds, patience } from './runs.ts';

type Part = 'nothing' | 'result' | 'error' | 'person' | 'nameless call';

/** Around one call with an id of its own: what stands before it, and what after. */
const around: fc.Arbitrary<readonly Content[]> = fc
  .tuple(
    fc.array(fc.constantFrom<Part>('result', 'error', 'person', 'nameless call'), { maxLength: 3 }),
    fc.array(fc.constantFrom<Part>('result', 'error', 'person'), { maxLength: 2 }),
  )
  .map(([before, after]) => readable([...before, 'call' as const, ...after].map(entryOf)));

function entryOf(part: Part | 'call', at: number): object {
  const about = { type: 'tool_response', callId: 'call_x', toolName: 'read' };
  const parameters = { path: mark('args', `${at}.0`) };
  switch (part) {
    case 'call':
      return { speaker: 'ai', blocks: [{ type: 'tool_call', id: 'call_x', name: 'read', parameters }] };
    case 'nameless call':
      return { speaker: 'ai', blocks: [{ type: 'tool_call', id: '', name: 'read', parameters }] };
    case 'result':
      return { speaker: 'tool', blocks: [{ ...about, result: mark('result', `${at}.0`) }] };
    case 'error':
      return { speaker: 'tool', blocks: [{ ...about, error: mark('error', `${at}.0`) }] };
    default:
      return { speaker: 'human', blocks: [{ type: 'text', text: mark('said', `${at}.0`) }] };
  }
}

function expectBest(history: readonly Content[]): void {
  const seen = look(history);
  const interactions = render(history, { policy: { onFault: 'throw' } }).transcript.interactions();
  for (const [at, call] of seen.calls.entries()) {
    const best = bestOf(answersOf(call, seen) ?? []);
    const completion = interactions[at]?.completion;
    if (best === undefined || completion === undefined) continue;
    expect(completion.kind).toBe('real');
    if (completion.kind === 'real') expectNone(payloadComplaints(`call ${at}`, best, completion));
  }
}

const lacksId = (history: readonly Content[]): boolean => look(history).calls.some(({ id }) => id === '');

test(
  'a result beats an error and among equals the first counts, wherever they stand: before their call too',
  () => {
    holds(
      around.filter((history) => !lacksId(history)),
      200,
      expectBest,
    );
  },
  patience,
);

test(
  'an early result goes by its id to the call that comes later, not by position to a call without an id',
  () => {
    const earlyOnly = (history: readonly Content[]): boolean => {
      const { events } = look(history);
      return (
        lacksId(history) &&
        events.findLastIndex((event) => event.id === 'call_x' && 'worth' in event) < events.length - 1
      );
    };
    holds(around.filter(earlyOnly), 200, expectBest);
  },
  patience,
);

test.each(['note', 'restore'] as const)(
  'every real result without a call is there exactly once, also when several name the same missing call (%s)',
  (orphans) => {
    const results = fc
      .array(fc.constantFrom<Part>('result', 'error', 'person'), { maxLength: 4 })
      .map((parts) => readable(parts.map(entryOf)));
    holds(results, 200, (history) => {
      const counts = countMarks(render(history, { policy: { orphans, onFault: 'throw' } }).transcript);
      const marks = strangers(look(history)).flatMap((answer) => answer.marks);
      expectNone(
        marks.filter((one) => counts.get(one) !== 1).map((one) => `${one} is there ${counts.get(one) ?? 0} times`),
      );
    });
  },
  patience,
);
