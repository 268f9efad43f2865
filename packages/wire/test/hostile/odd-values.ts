/** Values that no one should pass, and someone will. */
const itself: Record<string, unknown> = {};
itself['itself'] = itself;

const fail = (): never => {
  throw new RangeError('do not touch');
};

/** Nested as deeply as only a parser can produce it. */
export function nested(depth: number, key = 'a'): never {
  return JSON.parse(`${`{"${key}":`.repeat(depth)}1${'}'.repeat(depth)}`) as never;
}

export const oddValues: readonly (readonly [name: string, value: unknown])[] = [
  ['null', null],
  ['zero', 0],
  ['less than nothing', -1],
  ['NaN', Number.NaN],
  ['endless', Number.POSITIVE_INFINITY],
  ['huge', 1e308],
  ['no text', ''],
  ['some text', 'x'],
  ['half a character', '\ud800'],
  ['a long text', '💥'.repeat(10_000)],
  ['true', true],
  ['a list', []],
  ['a list of null', [null]],
  ['a list of a symbol', [Symbol('x')]],
  ['an object', {}],
  ['a symbol', Symbol('x')],
  ['a bigint', 10n],
  ['a function', fail],
  ['a cycle', itself],
  ['a date that is none', new Date(Number.NaN)],
  ['a map', new Map([[1, 2]])],
  [
    'a getter that throws',
    {
      value: 1,
      get text() {
        return fail();
      },
    },
  ],
  ['a proxy that throws', new Proxy({}, { get: fail, ownKeys: fail, has: fail, getOwnPropertyDescriptor: fail })],
  ['an object without a prototype', Object.assign(Object.create(null), { tool: 1 })],
  ['something deep', nested(10_000)],
  [
    'names of the prototype',
    JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}'),
  ],
  ['a wrong tool', { tool: null, tokens: -1, key: 5, name: 5, schema: 7 }],
];

/** Freezes everything, so that changing an input throws. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) frozen(inner);
  return value;
}
