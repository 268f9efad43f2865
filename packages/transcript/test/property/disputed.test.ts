/**
 * The order of repair can be read in more than one way. Each test shows the reading that was chosen (decision 0003). The
 * oracle of the other files keeps silent about these histories.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { type Content, render } from '../../src/index.ts';
import { countMarks, mark } from './marks.ts';
import {
  answersOf,
  bestOf,
  expectNone,
  look,
  payloadComplaints,
  type SeenAnswer,
  type SeenCall,
  strangers,
} from './oracle.ts';
import { readable } from './readable.ts';

type Part = 'nothing' | 'result' | 'error' | 'person' | 'nameless call';

/** Around one call with its own id: what is before it, and what after. */
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

/** Answers from before the user's message that led to the call: providers reuse ids, so they may be another call's. */
function isFromEarlierTurn(answer: SeenAnswer, call: SeenCall, history: readonly Content[]): boolean {
  return history.slice(answer.content, call.content).some(({ speaker }) => speaker === 'human');
}

function expectBest(history: readonly Content[]): void {
  const seen = look(history);
  const interactions = render(history, { policy: { onFault: 'throw' } }).transcript.interactions();
  for (const [at, call] of seen.calls.entries()) {
    const answers = answersOf(call, seen) ?? [];
    const own = answers.filter((answer) => !isFromEarlierTurn(answer, call, history));
    const best = bestOf(own) ?? bestOf(answers);
    const completion = interactions[at]?.completion;
    if (best === undefined || completion === undefined) continue;
    expect(completion.kind).toBe('real');
    if (completion.kind === 'real') expectNone(payloadComplaints(`call ${at}`, best, completion));
  }
}

const lacksId = (history: readonly Content[]): boolean => look(history).calls.some(({ id }) => id === '');
const hasPeople = (history: readonly Content[]): boolean => history.some(({ speaker }) => speaker === 'human');

test(
  'within a turn, a result takes precedence over an error, and the first of equals wins, even before their call',
  () => {
    const oneTurn = around.filter((history) => !lacksId(history) && !hasPeople(history));
    holds(oneTurn, 200, expectBest);
  },
  patience,
);

test(
  'an answer from a turn before its call counts only while the call has none in its own turn',
  () => {
    const turns = around.filter((history) => !lacksId(history) && hasPeople(history));
    holds(turns, 200, expectBest);
  },
  patience,
);

test(
  'an early result goes to the later call with its id, not by position to a call without an id',
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
  'shows every real result without a call exactly once, even if several name the same missing call (%s)',
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
