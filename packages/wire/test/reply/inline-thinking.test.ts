/** Hostile texts with thinking: tags and parts of them in any order, cut anywhere. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import type { ReplyEvent } from '../../src/reply/events.ts';
import { startReadingThinking } from '../../src/reply/inline-thinking.ts';
import { answer } from '../prompt-tools/texts.ts';
import { joinDeltas } from '../protocols/anthropic-messages/replies.ts';

function read(inText: 'tagged' | 'unopened', events: readonly ReplyEvent[]): readonly ReplyEvent[] {
  const reading = startReadingThinking(inText);
  return joinDeltas(events.flatMap((event) => reading.event(event)));
}

const pieces = ['<think>', '</think>', '<th', 'ink>', '</', '<', '\n', ' ', 'a', 'b', '😀'];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 10 }).map((parts) => parts.join(''));
const cuts = fc.array(fc.nat(60), { maxLength: 8 });

function cut(whole: string, places: readonly number[]): readonly string[] {
  const sorted = [...new Set(places.map((place) => Math.min(place, whole.length)))].sort((a, b) => a - b);
  return [0, ...sorted].map((start, at) => whole.slice(start, sorted[at]));
}

function wordsOf(events: readonly ReplyEvent[]): string {
  return events
    .map((event) => (event.type === 'text-delta' || event.type === 'thinking-delta' ? event.text : ''))
    .join('');
}

const bare = (words: string): string => words.replaceAll(/<\/?think>|\s/g, '');

/** Block by block, because the end of one and the start of the next may look like a tag. */
function bareWords(events: readonly ReplyEvent[]): string {
  const blocks = Map.groupBy(events, (event) => ('index' in event ? event.index : -1));
  return [...blocks.values()].map((block) => bare(wordsOf(block))).join('');
}

describe.each(['tagged', 'unopened'] as const)('%s', (inText) => {
  test(
    'gives the same result however the text is split, and loses or doubles nothing',
    () =>
      holds(fc.tuple(text, cuts), 400, ([whole, places]) => {
        const events = read(inText, answer([whole]));
        expect(read(inText, answer(cut(whole, places)))).toEqual(events);
        expect(bareWords(events)).toBe(bare(whole));
      }),
    patience,
  );

  test('numbers other blocks around it', () => {
    const call = { index: 1, rawId: 'a', name: 'look' };
    const events: readonly ReplyEvent[] = [
      { type: 'text-delta', index: 0, text: '<think>Hm</think>Yes' },
      { type: 'text-end', index: 0 },
      { type: 'call-start', ...call },
      { type: 'call-end', ...call, arguments: '{}' },
      { type: 'reply-end', stop: 'tool-calls' },
    ];
    expect(read(inText, events)).toEqual([
      { type: 'thinking-delta', index: 0, text: 'Hm' },
      { type: 'thinking-end', index: 0, seal: { field: 'reasoning_content', value: 'Hm' } },
      { type: 'text-delta', index: 1, text: 'Yes' },
      { type: 'text-end', index: 1 },
      { type: 'call-start', ...call, index: 2 },
      { type: 'call-end', ...call, index: 2, arguments: '{}' },
      { type: 'reply-end', stop: 'tool-calls' },
    ]);
  });

  test('a stream that is cut off keeps its text', () => {
    const failure = { reason: 'network', message: 'gone' } as const;
    const events: readonly ReplyEvent[] = [
      { type: 'text-delta', index: 0, text: 'Half </thi' },
      { type: 'reply-error', failure },
    ];
    expect(wordsOf(read(inText, events))).toBe('Half </thi');
  });
});
