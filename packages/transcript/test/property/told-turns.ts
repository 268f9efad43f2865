/**
 * Turns made from the truth: which call each result is of is known, and written down only by names and places. Calls share an id or have
 * none; results are pending, partial, errors or our closures first; results with ids that no call has are between them; results come
 * before their calls; one call is followed by one result with another id.
 */
import fc from 'fast-check';
import type { Block, Content, Interaction } from '../../src/index.ts';
import { mark, marksIn } from './marks.ts';

export interface ToldTurns {
  readonly history: readonly Content[];
  /** The mark of each call with what its completion says; undefined: nothing of any other call. */
  readonly told: ReadonlyMap<string, string | undefined>;
}

type Outcome = 'result' | 'error' | 'pending' | 'partial' | 'closure';

interface Shared {
  readonly id: string;
  readonly names: readonly string[];
  /** Of the first calls, in order: in the first message, and in the second of those that are still open. */
  readonly first: readonly Outcome[];
  readonly second: number;
  readonly order: readonly number[];
  readonly strays: readonly number[];
}

class Writing {
  readonly history: Content[] = [];
  readonly told = new Map<string, string | undefined>();
  #number = 0;

  say(speaker: Content['speaker'], ...blocks: readonly Block[]): void {
    this.history.push({ speaker, blocks });
  }

  next(): string {
    this.#number += 1;
    return String(this.#number);
  }

  call(id: string, name: string, place: string, says?: string): Block {
    this.told.set(mark('args', place), says);
    return { type: 'tool_call', id, name, parameters: { path: mark('args', place) } };
  }
}

const of = (
  callId: string,
  toolName: string,
): Pick<Extract<Block, { type: 'tool_response' }>, 'type' | 'callId' | 'toolName'> => ({
  type: 'tool_response',
  callId,
  toolName,
});

function writeShared(writing: Writing, { id, names, first, second, order, strays }: Shared): void {
  const places = names.map(() => writing.next());
  const isNamed = new Set(names).size === names.length;
  const answered = first.slice(0, names.length);
  const isOpen = (at: number): boolean => ['pending', 'partial', undefined].includes(answered[at]);
  const reopened = answered.includes('closure')
    ? []
    : names.flatMap((_, at) => (isOpen(at) ? [at] : [])).slice(0, second);
  const says = (at: number): string | undefined => {
    const place = places[at] ?? '';
    if (reopened.includes(at)) return mark('result', `${place}.2`);
    if (answered[at] === 'error') return mark('error', place);
    if (answered[at] === 'partial') return mark('result', `${place}.1`);
    return answered[at] === 'result' ? mark('result', place) : undefined;
  };
  writing.say('human', { type: 'text', text: 'go' });
  writing.say('ai', ...names.map((name, at) => writing.call(id, name, places[at] ?? '', says(at))));
  const blocks = answered.map((outcome, at): Block => response(outcome, of(id, names[at] ?? ''), places[at] ?? ''));
  const shuffled = isNamed
    ? blocks.map((_, at) => blocks[order.filter((one) => one < blocks.length)[at] ?? at] ?? blocks[at])
    : blocks;
  const message = shuffled.filter((block) => block !== undefined);
  for (const at of strays)
    message.splice(at, 0, {
      ...of(`nobody-${writing.next()}`, names[0] ?? ''),
      result: mark('result', `9${writing.next()}`),
    });
  if (message.length > 0) writing.say('tool', ...message);
  const later = reopened.map(
    (at): Block => ({ ...of(id, names[at] ?? ''), result: mark('result', `${places[at]}.2`) }),
  );
  if (later.length > 0) writing.say('tool', ...later);
  writing.say('ai', { type: 'text', text: 'done' });
}

function response(outcome: Outcome, about: ReturnType<typeof of>, place: string): Block {
  switch (outcome) {
    case 'result':
      return { ...about, result: mark('result', place) };
    case 'error':
      return { ...about, error: mark('error', place) };
    case 'pending':
      return { ...about, result: null, isComplete: false };
    case 'partial':
      return { ...about, result: mark('result', `${place}.1`), isComplete: false };
    case 'closure':
      return { ...about, synthetic: 'cancelled' };
  }
}

/** A result before its call, whose id another call has. */
function writeEarly(writing: Writing, id: string, isApart: boolean, isFirst: boolean): void {
  const [f, g] = [writing.next(), writing.next()];
  const ofF: Block = { ...of(id, 'f'), result: mark('result', f) };
  const ofG: Block = { ...of(id, 'g'), result: mark('result', g) };
  const callG = writing.call(id, 'g', g, mark('result', g));
  writing.told.delete(mark('args', g));
  writing.say('human', { type: 'text', text: 'go' });
  writing.say('ai', writing.call(id, 'f', f, mark('result', f)));
  writing.told.set(mark('args', g), mark('result', g));
  if (isFirst) writing.say('tool', ofF);
  if (isApart) writing.say('tool', ofG);
  writing.say(isApart ? 'ai' : 'tool', ...(isApart ? [callG] : [ofG, callG]));
  if (!isFirst) writing.say('tool', ofF);
}

function writeLone(writing: Writing, name: string, sibling: boolean): void {
  const [place, other] = [writing.next(), writing.next()];
  const fits = name !== 'g' && !sibling;
  writing.say('human', { type: 'text', text: 'go' });
  const lone = writing.call(`own-${place}`, 'f', place, fits ? mark('result', `8${place}`) : undefined);
  writing.say('ai', lone, ...(sibling ? [writing.call(`own-${other}`, 'f', other, mark('result', other))] : []));
  const answered: readonly Block[] = sibling ? [{ ...of(`own-${other}`, 'f'), result: mark('result', other) }] : [];
  writing.say('tool', ...answered, { ...of(`mixed-${place}`, name), result: mark('result', `8${place}`) });
  writing.say('ai', { type: 'text', text: 'done' });
}

const outcome: fc.Arbitrary<Outcome> = fc.constantFrom<Outcome>(
  'result',
  'result',
  'error',
  'pending',
  'pending',
  'partial',
  'closure',
);
const names = fc.oneof(
  fc.integer({ min: 1, max: 4 }).map((count) => Array.from({ length: count }, () => 'read')),
  fc.shuffledSubarray(['read', 'write', 'list', 'run'], { minLength: 1 }),
);
const shared: fc.Arbitrary<Shared> = fc.record({
  id: fc.constantFrom('', 'X'),
  names,
  first: fc.array(outcome, { maxLength: 4 }),
  second: fc.nat(4),
  order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
  strays: fc.array(fc.nat(4), { maxLength: 2 }),
});

type Write = (writing: Writing) => void;

const turn: fc.Arbitrary<Write> = fc.oneof(
  {
    weight: 4,
    arbitrary: shared.map(
      (one): Write =>
        (writing) =>
          writeShared(writing, one),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom('', 'X'), fc.boolean(), fc.boolean()).map(
      ([id, isApart, isFirst]): Write =>
        (writing) =>
          writeEarly(writing, id, isApart, isFirst),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom('f', 'f', '', 'unknown', 'g'), fc.boolean()).map(
      ([name, sibling]): Write =>
        (writing) =>
          writeLone(writing, name, sibling),
    ),
  },
);

export const toldTurns: fc.Arbitrary<ToldTurns> = fc.array(turn, { minLength: 1, maxLength: 3 }).map((turns) => {
  const writing = new Writing();
  for (const write of turns) write(writing);
  return { history: writing.history, told: writing.told };
});

/** What is not as it was made, in sentences. A call without a result of its own may have one that no call named. */
export function toldComplaints({ told }: ToldTurns, interactions: readonly Interaction[]): readonly string[] {
  const owned = new Set(told.values());
  return interactions.flatMap(({ call, completion }) => {
    const [args = ''] = marksIn(call.parameters);
    const expected = told.get(args);
    const said = marksIn(completion);
    if (expected !== undefined)
      return said.join() === expected ? [] : [`${args} is told ${said.join()}, not ${expected}`];
    const foreign = said.filter((one) => owned.has(one));
    return foreign.length === 0 ? [] : [`${args} is told ${foreign.join()}, which is another call's`];
  });
}
