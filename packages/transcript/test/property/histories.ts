/**
 * Histories with every fault there is a name for; the sound ones are next door. A history is a list of segments, so that shrinking
 * can leave one out: something said, an exchange of calls and answers, stray blocks in the wrong place, an empty entry.
 */
import fc from 'fast-check';
import type { Content, Speaker } from '../../src/index.ts';
import {
  answer,
  aside,
  type Callee,
  type CallSpec,
  callSpec,
  type MakeBlock,
  makeCall,
  togetherAs,
  type Values,
} from './blocks.ts';
import { withCopies } from './copies.ts';
import { readable } from './readable.ts';

interface Origin {
  readonly provider?: string;
  readonly model?: string;
  readonly prefixCut?: number;
}

interface Message {
  readonly speaker: Speaker;
  /** undefined: the field is missing. */
  readonly blocks: readonly MakeBlock[] | undefined;
}

interface Segment {
  readonly messages: (idOf: (index: number) => Callee) => readonly Message[];
  readonly calls: readonly CallSpec[];
  readonly origin: Origin | undefined;
  /** Used where the history's turn keys are odd. */
  readonly turn: number;
}

/** How a history names its turns: not at all, as it should, with keys that come again, or only here and there. */
type TurnKeys = 'none' | 'sound' | 'odd' | 'some';

const origin: fc.Arbitrary<Origin | undefined> = fc.constantFrom<Origin | undefined>(
  undefined,
  { provider: 'anthropic', model: 'claude' },
  { provider: 'anthropic' },
  { provider: 'openai', model: 'gpt' },
  { provider: 'kimi' },
  { prefixCut: 2 },
);

const framed = (
  calls: readonly CallSpec[],
  messages: Segment['messages'],
  frame: { readonly origin: Origin | undefined; readonly turn: number },
): Segment => ({ calls, messages, ...frame });

const frame = fc.record({ origin, turn: fc.nat({ max: 2 }) });
const asides = (maxLength: number): fc.Arbitrary<readonly MakeBlock[]> => fc.array(aside, { maxLength });

const saying: fc.Arbitrary<Segment> = fc
  .tuple(fc.constantFrom<Speaker>('human', 'human', 'ai', 'system', 'tool'), asides(3), frame)
  .map(([speaker, blocks, about]) => framed([], () => [{ speaker, blocks }], about));

const nothing: fc.Arbitrary<Segment> = fc
  .tuple(fc.constantFrom<Speaker>('human', 'ai', 'system', 'tool'), fc.constantFrom([], undefined), frame)
  .map(([speaker, blocks, about]) => framed([], () => [{ speaker, blocks }], about));

const calls = (values: Values): fc.Arbitrary<readonly CallSpec[]> =>
  fc.array(callSpec(values), { minLength: 1, maxLength: 4 });

const lookalikes = (values: Values): fc.Arbitrary<readonly CallSpec[]> =>
  fc
    .tuple(
      calls(values),
      togetherAs,
      fc.array(fc.constantFrom('read', 'write', 'list'), { minLength: 4, maxLength: 4 }),
    )
    .map(([list, id, names]) => list.map((call, at) => ({ ...call, id, name: names[at] ?? 'read' })));

/** Calls in one message, their answers in any number of others; in the model's own message too. */
const exchange = (values: Values): fc.Arbitrary<Segment> => {
  const reply = fc.record({
    speaker: fc.oneof(
      { weight: 9, arbitrary: fc.constant<Speaker>('tool') },
      { weight: 1, arbitrary: fc.constantFrom<Speaker>('ai', 'human', 'system') },
    ),
    blocks: fc.array(fc.oneof({ weight: 5, arbitrary: answer(values, [0]) }, { weight: 1, arbitrary: aside }), {
      maxLength: 4,
    }),
  });
  return fc
    .record({
      caller: fc.oneof(
        { weight: 6, arbitrary: fc.constant<Speaker>('ai') },
        { weight: 1, arbitrary: fc.constantFrom<Speaker>('tool', 'human', 'system') },
      ),
      before: asides(2),
      calls: fc.oneof({ weight: 3, arbitrary: calls(values) }, { weight: 1, arbitrary: lookalikes(values) }),
      between: asides(1),
      inside: fc.array(answer(values, [0]), { maxLength: 1 }),
      replies: fc.array(reply, { maxLength: 3, size: 'max' }),
      about: frame,
    })
    .map(({ caller, before, calls, between, inside, replies, about }) => {
      const messages: Segment['messages'] = (idOf) => {
        const [first, ...rest] = calls.map((call, index) => makeCall(call, idOf(index).id));
        const opening = first === undefined ? [] : [first, ...between];
        return [{ speaker: caller, blocks: [...before, ...opening, ...rest, ...inside] }, ...replies];
      };
      return framed(calls, messages, about);
    });
};

/** Late, early and unasked-for answers, and calls where none belong. */
const stray = (values: Values): fc.Arbitrary<Segment> =>
  fc
    .tuple(
      fc.constantFrom<Speaker>('tool', 'tool', 'ai', 'human', 'system'),
      fc.array(
        fc.oneof({ weight: 4, arbitrary: answer(values, [-1, -1, -2, -3, 1, 2]) }, { weight: 1, arbitrary: aside }),
        { minLength: 1, maxLength: 3 },
      ),
      fc.array(callSpec(values), { maxLength: 1 }),
      frame,
    )
    .map(([speaker, blocks, calls, about]) => {
      const messages: Segment['messages'] = (idOf) => {
        const made = calls.map((call, index) => makeCall(call, idOf(index).id));
        return [{ speaker, blocks: [...blocks, ...made] }];
      };
      return framed(calls, messages, about);
    });

function turnKey(keys: TurnKeys, { turn }: Segment, people: number): { readonly turnId?: string } {
  if (keys === 'none' || (keys === 'some' && turn !== 0)) return {};
  if (keys === 'sound') return { turnId: `t${people}` };
  return { turnId: ['turn-1', 'turn-2', 'a'][turn] ?? 'a' };
}

/** Puts the segments together and gives every block its place. */
function assemble(segments: readonly Segment[], keys: TurnKeys): readonly Content[] {
  const calleeAt = (segment: number, index: number): Callee => {
    const calls = segments[segment]?.calls ?? [];
    const number = calls.length === 0 ? index : index % calls.length;
    const call = calls[number];
    const key = `${Math.abs(segment)}${number}`;
    return call === undefined ? { id: `call_unknown_${key}`, name: 'read' } : { id: call.id(key), name: call.name };
  };
  const raw: unknown[] = [];
  let people = 0;
  for (const [at, segment] of segments.entries()) {
    for (const { speaker, blocks } of segment.messages((index) => calleeAt(at, index))) {
      if (speaker === 'human') people += 1;
      const metadata = { ...segment.origin, ...turnKey(keys, segment, people) };
      const made = blocks?.map((make, block) =>
        make({ place: `${raw.length}.${block}`, callee: (offset, index) => calleeAt(at + offset, index) }),
      );
      raw.push({
        speaker,
        ...(made === undefined ? {} : { blocks: made }),
        ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
      });
    }
  }
  return readable(raw);
}

const historyOf = (segments: fc.Arbitrary<readonly Segment[]>): fc.Arbitrary<readonly Content[]> =>
  fc
    .tuple(segments, fc.constantFrom<TurnKeys>('none', 'sound', 'odd', 'some'), copied)
    .map(([parts, keys, copies]) => withCopies(assemble(parts, keys), copies));

/** The tool messages that repeat the calls they answer; mostly none. */
const copied: fc.Arbitrary<readonly boolean[]> = fc.oneof(
  { weight: 4, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }) },
);

const faulty = (values: Values): fc.Arbitrary<readonly Content[]> =>
  historyOf(
    fc.array(
      fc.oneof(
        { weight: 2, arbitrary: saying },
        { weight: 5, arbitrary: exchange(values) },
        { weight: 3, arbitrary: stray(values) },
        { weight: 1, arbitrary: nothing },
      ),
      { maxLength: 8, size: 'max' },
    ),
  );

/** Everything that was ever found in the field, at once. */
export const anyHistory: fc.Arbitrary<readonly Content[]> = faulty('wild');

/** The same faults with values that survive a detour by JSON. */
export const jsonHistory: fc.Arbitrary<readonly Content[]> = faulty('json');
