/** Inputs made to break a checker: what throws becomes a problem in its place, and what is endless ends. */
import { describe, expect, test } from 'vitest';
import { checkContents, type Problem } from '../../src/check/check.ts';

const text = { type: 'text', text: 'hello' };
const boom = () => {
  throw new Error('boom');
};
const throwing = (target: object, name: string) => Object.defineProperty(target, name, { get: boom, enumerable: true });

function revoked(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

/** Leaves out the contents themselves: a failing assertion would print them, and set off the traps. */
function verdict(input: unknown): { readonly refused: boolean; readonly problems: readonly Problem[] } {
  const { contents, problems } = checkContents(input);
  return { refused: contents === undefined, problems };
}

const unreadable = (path: string): Problem => ({
  severity: 'error',
  code: 'unreadable',
  path,
  message: 'This value cannot be read: reading it throws.',
  fix: 'Pass plain data, as JSON.parse returns it.',
});

const lengthInvalid = (path: string, length: string): Problem => ({
  severity: 'error',
  code: 'length-invalid',
  path,
  message: `The length of this array is ${length}.`,
  fix: 'Pass a plain array of at most 33,554,432 items.',
});

const human = (...blocks: readonly unknown[]) => ({ speaker: 'human', blocks });
const call = () => ({ type: 'tool_call', id: 'a', name: 'ls', parameters: {} });
const response = () => ({ type: 'tool_response', callId: 'a', toolName: 'ls', result: 1 });
const ai = (...blocks: readonly unknown[]) => ({ speaker: 'ai', blocks });
const forged = (length: unknown) =>
  new Proxy([], { get: (target, key) => (key === 'length' ? length : Reflect.get(target, key)) });

describe('reports an error at the place that threw', () => {
  test.each<readonly [string, unknown, string]>([
    ['a revoked proxy', revoked([]), '$'],
    ['a revoked proxy as an entry', [human(text), revoked({})], '$[1]'],
    ['a revoked proxy as the blocks', [{ speaker: 'ai', blocks: revoked([]) }], '$[0].blocks'],
    ['a revoked proxy as a block', [human(revoked({}))], '$[0].blocks[0]'],
    ['revoked parameters', [ai({ ...call(), parameters: revoked({}) })], '$[0].blocks[0].parameters'],
    ['a revoked seal', [human({ ...text, seal: revoked({}) })], '$[0].blocks[0].seal'],
    ['revoked metadata', [{ ...human(text), metadata: revoked({}) }], '$[0].metadata'],
    ['an index', throwing([human(text), human(text)], '0'), '$[0]'],
    ['an index of the blocks', [{ speaker: 'ai', blocks: throwing([text], '0') }], '$[0].blocks[0]'],
    ['a length', new Proxy([], { get: boom }), '$'],
    ['a speaker', [throwing({ blocks: [text] }, 'speaker')], '$[0].speaker'],
    ['blocks', [throwing({ speaker: 'ai' }, 'blocks')], '$[0].blocks'],
    ['metadata', [throwing(human(text), 'metadata')], '$[0].metadata'],
    ['a field of the metadata', [{ ...human(text), metadata: throwing({}, 'turnId') }], '$[0].metadata.turnId'],
    ['a type', [human(throwing({}, 'type'))], '$[0].blocks[0].type'],
    ['a text', [human(throwing({ type: 'text' }, 'text'))], '$[0].blocks[0].text'],
    ['an id', [ai(throwing(call(), 'id'))], '$[0].blocks[0].id'],
    ['parameters', [ai(throwing(call(), 'parameters'))], '$[0].blocks[0].parameters'],
    ['a result', [{ speaker: 'tool', blocks: [throwing(response(), 'result')] }], '$[0].blocks[0].result'],
    ['a seal value', [human({ ...text, seal: throwing({ provider: 'p' }, 'value') })], '$[0].blocks[0].seal.value'],
    ['the list of keys', [new Proxy(human(text), { ownKeys: boom })], '$[0]'],
    ['the list of keys of a block', [human(new Proxy(text, { ownKeys: boom }))], '$[0].blocks[0]'],
  ])('%s', (_, input, path) => {
    expect(verdict(input)).toEqual({ refused: true, problems: [unreadable(path)] });
  });

  test('an object that cannot be read is reported only as not an array', () => {
    const { contents, problems } = checkContents(new Proxy({}, { get: boom, ownKeys: boom, has: boom }));
    expect(contents).toBeUndefined();
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      ['not-an-array', 'The history is an unreadable object, not an array.'],
    ]);
  });
});

describe('values that are never inspected', () => {
  const trap = new Proxy({}, { get: boom, ownKeys: boom, getOwnPropertyDescriptor: boom, getPrototypeOf: boom });

  test.each<readonly [string, unknown]>([
    [
      'parameters and results',
      [ai({ ...call(), parameters: trap }), { speaker: 'tool', blocks: [{ ...response(), result: trap }] }],
    ],
    ['a revoked result', [ai(call()), { speaker: 'tool', blocks: [{ ...response(), result: revoked({}) }] }]],
    ['seals of other agents', [human({ ...text, providerMetadata: trap, signature: revoked({}) })]],
    ['unknown metadata', [{ ...human(text), metadata: throwing({ trap }, 'colour') }]],
  ])('%s', (_, input) => {
    expect(verdict(input)).toEqual({ refused: false, problems: [] });
  });

  test('the value of an unknown field', () => {
    const { problems } = checkContents([throwing(human(text), 'colour')]);
    expect(problems.map(({ code, path }) => [code, path])).toEqual([['unknown-field', '$[0].colour']]);
  });
});

describe('misleading shapes', () => {
  test.each<readonly [string, unknown, readonly string[]]>([
    [
      'objects without a prototype',
      [Object.assign(Object.create(null), human(Object.assign(Object.create(null), text)))],
      [],
    ],
    [
      'an own __proto__',
      JSON.parse('[{"speaker":"ai","blocks":[],"__proto__":{"x":1}}]'),
      ['unknown-field $[0].__proto__', 'blocks-empty $[0].blocks'],
    ],
    ['a __proto__ as speaker', [{ speaker: '__proto__', blocks: [text] }], ['speaker-unknown $[0].speaker']],
    ['a method as type', [human({ type: 'toString' })], ['type-unknown $[0].blocks[0].type']],
    [
      'a method as reason',
      [{ speaker: 'tool', blocks: [{ ...response(), synthetic: 'valueOf' }] }],
      ['synthetic-unknown $[0].blocks[0].synthetic', 'result-without-call $[0].blocks[0].callId'],
    ],
    ['symbols and functions', [Symbol('x'), () => text], ['entry-not-object $[0]', 'entry-not-object $[1]']],
    ['holes', Object.assign(new Array(2), { 1: human(text) }), ['entry-not-object $[0]']],
  ])('%s', (_, input, expected) => {
    expect(checkContents(input).problems.map(({ code, path }) => `${code} ${path}`)).toEqual(expected);
  });

  test('a history that contains itself', () => {
    const entry: Record<string, unknown> = { speaker: 'ai', blocks: [], metadata: {} };
    const history: unknown[] = [entry];
    entry['metadata'] = entry;
    entry['blocks'] = history;
    history.push(history);
    expect(checkContents(history).problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'type-missing $[0].blocks[0].type',
      'block-not-object $[0].blocks[1]',
      'entry-not-object $[1]',
    ]);
  });

  test('parameters that contain themselves', () => {
    const parameters: Record<string, unknown> = {};
    parameters['self'] = parameters;
    const input = [ai({ ...call(), parameters }), { speaker: 'tool', blocks: [{ ...response(), result: parameters }] }];
    expect(checkContents(input)).toEqual({ contents: input, problems: [] });
  });
});

describe('excessive lengths', () => {
  test.each<readonly [string, unknown, readonly Problem[]]>([
    ['an endless length', forged(Infinity), [lengthInvalid('$', 'Infinity')]],
    ['a negative length', forged(-1), [lengthInvalid('$', '-1')]],
    ['a length that is text', forged('many'), [lengthInvalid('$', '"many"')]],
    ['four billion holes', new Array(2 ** 32 - 1), [lengthInvalid('$', '4294967295')]],
    [
      'four billion blocks',
      [{ speaker: 'ai', blocks: new Array(2 ** 32 - 1) }],
      [lengthInvalid('$[0].blocks', '4294967295')],
    ],
  ])('%s', (_, input, problems) => {
    expect(verdict(input)).toEqual({ refused: true, problems });
  });

  test('a million entries', () => {
    const history = new Array(1_000_000).fill(human(text));
    expect(verdict(history)).toEqual({ refused: false, problems: [] });
  });

  test('a hundred thousand calls with the same id', () => {
    const { refused, problems } = verdict(new Array(50_000).fill(ai(call(), call())));
    expect(refused).toBe(false);
    expect(problems.at(-1)?.message).toBe('The list is full; problems left out: 198999.');
  });
});

describe('a large number of problems', () => {
  const odd = (count: number) => new Array(count).fill({ speaker: 'ai' });

  test('lists a thousand problems', () => {
    expect(checkContents(odd(1000)).problems.map(({ code }) => code)).toEqual(new Array(1000).fill('blocks-missing'));
  });

  test('counts the problems beyond a thousand', () => {
    const input = odd(1002);
    const { contents, problems } = checkContents(input);
    expect(contents).toBe(input);
    expect(problems).toHaveLength(1001);
    expect(problems.at(-1)).toEqual({
      severity: 'warning',
      code: 'more-problems',
      path: '$',
      message: 'The list is full; problems left out: 2.',
      fix: 'Fix the problems above and check again.',
    });
  });

  test('an error beyond the limit still makes the history invalid', () => {
    const { contents, problems } = checkContents([...odd(1001), null]);
    expect(contents).toBeUndefined();
    expect(problems.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['more-problems']);
  });
});
