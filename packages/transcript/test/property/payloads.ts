/** Arguments and results as they occur in real sessions, each with a mark where it can carry one. */
import { type MarkKind, mark } from './marks.ts';

export type Payload = (place: string) => unknown;
export type Outcome = (place: string, value: Payload) => Readonly<Record<string, unknown>>;

/** Values that JSON carries as they are. The first is what shrinking ends at. */
export const jsonValues = (kind: MarkKind): readonly Payload[] => [
  (place) => mark(kind, place),
  (place) => ({ output: mark(kind, place) }),
  (place) => [mark(kind, place), 1, null],
  (place) => ({ a: { b: [{ c: mark(kind, place) }] } }),
  (place) => ({ [mark(kind, place)]: true }),
  () => 0,
  () => false,
  () => '',
  () => ({}),
];

/** Values that JSON cannot carry, or not as they are. */
export const wildValues = (kind: MarkKind): readonly Payload[] => [
  (place) => {
    const value: Record<string, unknown> = { text: mark(kind, place) };
    value['self'] = value;
    return value;
  },
  (place) => {
    const part = { n: 1 };
    return { text: mark(kind, place), left: part, right: part };
  },
  (place) => ({ text: mark(kind, place), big: 9007199254740993n }),
  (place) => ({ text: mark(kind, place), at: new Date(0), never: new Date(Number.NaN) }),
  (place) => `${mark(kind, place)} \ud83d`,
  (place) => ({ text: mark(kind, place), '\udc00key': 'x\udfff' }),
  (place) => ({ text: mark(kind, place), gone: undefined, list: [undefined] }),
  (place) => ({ text: mark(kind, place), run: () => 1, name: Symbol('s'), limit: Number.POSITIVE_INFINITY }),
  (place) => new Map([['text', mark(kind, place)]]),
];

/** Arguments come in these shapes too. */
export const oddArguments: readonly Payload[] = [
  (place) => JSON.stringify({ path: mark('args', place) }),
  (place) => `{"path": "${mark('args', place)}`,
  () => '',
  () => null,
  () => undefined,
  () => 42,
];

const failure = (place: string): string => `failed: ${mark('error', place)}`;

/** The rest of a response. Real ones of each kind, then what is none. */
export const outcomes: readonly Outcome[] = [
  (place, value) => ({ result: value(place) }),
  (place, value) => ({ result: value(place), isComplete: true }),
  (place, value) => ({ result: value(place), isComplete: false }),
  (place, value) => ({ result: value(place), error: failure(place) }),
  (place) => ({ error: failure(place) }),
  (place) => ({ error: failure(place), result: null, isComplete: true }),
  (place) => ({ error: `${failure(place)}\udbff`, isComplete: false }),
  () => ({ isComplete: true }),
  () => ({ isComplete: true, result: null }),
  () => ({}),
  () => ({ result: null, isComplete: false }),
  () => ({ error: '' }),
  (place) => ({ synthetic: 'cancelled', error: mark('synthetic', place) }),
  () => ({ synthetic: 'interrupted', isComplete: true }),
  () => ({ synthetic: 'lost' }),
];
