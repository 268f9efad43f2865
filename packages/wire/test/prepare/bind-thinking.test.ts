/** Models that bind thinking to everything before it (ANT-054): it is sent back as long as that is unchanged, and not afterwards. */
import type { Content, JsonObject, JsonValue } from '@interlock/transcript';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import {
  createPreparer,
  type PreparedRequest,
  prepareRequest,
  type RequestInput,
  readResponse,
} from '../../src/index.ts';
import { textOf } from '../oracle/text-of.ts';

const target = { provider: 'anthropic', model: 'claude-fable-5-1' } as const;
const says = (turnId: string, text: string): Content => ({
  speaker: 'human',
  blocks: [{ type: 'text', text }],
  metadata: { turnId },
});

/** An answer with thinking, as the API sends it. */
const answer = (number: number): JsonValue => ({
  id: `msg_${number}`,
  type: 'message',
  role: 'assistant',
  model: target.model,
  content: [
    { type: 'thinking', thinking: `thought ${number}`, signature: `c2ln${number}` },
    { type: 'text', text: `answer ${number}` },
  ],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
});

/** A conversation of three turns, and every request that was made for it. */
function converse(prepare: (input: RequestInput) => PreparedRequest, system?: (turn: number) => string) {
  const contents: Content[] = [];
  const requests: PreparedRequest[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    contents.push(says(`t${turn}`, `question ${turn}`));
    const request = prepare({ contents: [...contents], ...(system === undefined ? {} : { system: system(turn) }) });
    requests.push(request);
    contents.push(readResponse(request, answer(turn)).content);
  }
  return requests;
}

const thoughtsIn = ({ body }: PreparedRequest): readonly unknown[] =>
  (body['messages'] as readonly JsonObject[])
    .flatMap(({ content }) => content as readonly JsonObject[])
    .filter(({ type }) => type === 'thinking')
    .map(({ thinking }) => thinking);

const droppedIn = ({ diagnostics }: PreparedRequest): number =>
  diagnostics.seals.filter(({ why }) => why === 'prefix-changed').length;

test('ANT-054 thinking goes back if everything before it is unchanged', () => {
  const requests = converse((input) => prepareRequest({ ...input, target }));
  expect(requests.map(thoughtsIn)).toEqual([[], ['thought 0'], ['thought 0', 'thought 1']]);
  expect(requests.map(droppedIn)).toEqual([0, 0, 0]);
});

test('ANT-054 ANT-055 after the system text changes, earlier thinking and everything after it is dropped', () => {
  const requests = converse(
    (input) => prepareRequest({ ...input, target }),
    (turn) => (turn === 1 ? 'S' : 'T'),
  );
  expect(requests.map(thoughtsIn)).toEqual([[], [], ['thought 0']]);
  expect(requests.map(droppedIn)).toEqual([0, 1, 1]);
});

test('ANT-054 a preparer binds like a single request, with or without changes', () => {
  for (const system of [undefined, (turn: number) => (turn === 1 ? 'S' : 'T')]) {
    const preparer = createPreparer(target);
    const kept = converse((input) => preparer.prepare(input), system);
    const alone = converse((input) => prepareRequest({ ...input, target }), system);
    expect(kept.map(({ body, reply }) => ({ body, prefix: reply.prefix?.() }))).toEqual(
      alone.map(({ body, reply }) => ({ body, prefix: reply.prefix?.() })),
    );
    expect(kept.map(textOf)).toEqual(alone.map(({ body }) => JSON.stringify(body)));
  }
});

test(
  'ANT-054 so does one whose system text changes and whose history is cut, at any time',
  () => {
    const step = fc.record({
      system: fc.constantFrom('S', 'S', 'S', 'T'),
      back: fc.constantFrom(0, 0, 0, 1, 2, 3),
      asks: fc.boolean(),
    });
    holds(fc.array(step, { minLength: 3, maxLength: 12 }), 100, (steps) => {
      const preparer = createPreparer(target);
      let contents: Content[] = [];
      for (const [turn, { system, back, asks }] of steps.entries()) {
        contents = contents.slice(0, contents.length - back);
        if (asks || contents.length === 0) contents.push(says(`t${turn}`, `question ${turn}`));
        const kept = preparer.prepare({ contents: [...contents], system });
        const alone = prepareRequest({ contents, system, target });
        expect({ body: kept.body, dropped: droppedIn(kept), prefix: kept.reply.prefix?.() }).toEqual({
          body: alone.body,
          dropped: droppedIn(alone),
          prefix: alone.reply.prefix?.(),
        });
        expect(textOf(kept)).toBe(JSON.stringify(alone.body));
        contents.push(readResponse(kept, answer(turn)).content);
      }
    });
  },
  patience,
);
