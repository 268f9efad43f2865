/** Whatever happens to a history between two requests, a preparer makes the same request as `prepareRequest`. */
import type { Content } from '@interlock/transcript';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { expectSame } from '../../../transcript/test/property/compare.ts';
import { anyHistory } from '../../../transcript/test/property/histories.ts';
import { orderlyHistory } from '../../../transcript/test/property/valid-histories.ts';
import {
  ConfigError,
  createPreparer,
  type PreparedRequest,
  prepareRequest,
  type RequestInput,
} from '../../src/index.ts';
import { textOf } from '../oracle/text-of.ts';
import { targets } from '../targets.ts';

type Contents = readonly Content[];
type Edit = (contents: Contents, source: Contents) => Contents;

const place = fc.nat({ max: 30 });
/** Nearly all requests extend the previous one; some start anew, and some repeat it. */
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(place, fc.nat({ max: 6 })).map(grow) },
  {
    weight: 1,
    arbitrary: fc.nat({ max: 4 }).map(
      (by): Edit =>
        (contents) =>
          contents.slice(0, contents.length - by),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(place, place).map(replace) },
  { weight: 1, arbitrary: place.map(copy) },
);

function grow([from, count]: readonly [number, number]): Edit {
  return (contents, source) => [...contents, ...source.slice(from % source.length, (from % source.length) + count)];
}

function replace([at, from]: readonly [number, number]): Edit {
  return (contents, source) => contents.map((content, index) => (index === at ? (source[from] ?? content) : content));
}

/** An equal but different object, so it has to be read again. */
function copy(at: number): Edit {
  return (contents) => contents.map((content, index) => (index === at ? { ...content } : content));
}

const tool = { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } };
const asked: fc.Arbitrary<Omit<RequestInput, 'contents'>> = fc.record({
  system: fc.constantFrom(undefined, 'S', 'T'),
  tools: fc.oneof({ weight: 5, arbitrary: fc.constant([tool]) }, { weight: 1, arbitrary: fc.constant([]) }),
  settings: fc.constantFrom({}, { stream: true }, { cache: false as const }, { reasoning: 'high' as const }),
});

function attempt(make: () => PreparedRequest): PreparedRequest | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof ConfigError && error.code === 'nothing-to-send') return undefined;
    throw error;
  }
}

/** The parts of a request that can be compared. */
function shown(request: PreparedRequest | undefined): unknown {
  if (request === undefined) return undefined;
  const { url, headers, body, diagnostics, reply } = request;
  const { turnId, calls, promptTools, prefix } = reply;
  const told: unknown = JSON.parse(JSON.stringify(diagnostics));
  return { url, headers, body, text: textOf(request), told, reply: { turnId, calls, promptTools, prefix: prefix?.() } };
}

test(
  'equals prepareRequest through random edits, and earlier requests never change',
  () => {
    const steps = fc.array(fc.tuple(edit, asked), { minLength: 2, maxLength: 10 });
    const anyTarget = fc.constantFrom(...targets);
    const history = fc.oneof(anyHistory, orderlyHistory).filter(({ length }) => length > 0);
    // A conversation that was prepared without them once stays so; it is not requested in the middle.
    const isPlain = fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
    holds(fc.tuple(history, anyTarget, steps, isPlain), 300, ([source, { target }, edits, plain]) => {
      const preparer = createPreparer(target);
      const made: { request: PreparedRequest; text: string; pieces: readonly Uint8Array[]; copies: string }[] = [];
      let contents: Contents = source.slice(0, Math.ceil(source.length / 2));
      for (const [change, options] of edits) {
        const kept = attempt(() => preparer.prepare({ contents, plain, ...options }));
        expectSame(shown(kept), shown(attempt(() => prepareRequest({ contents, target, plain, ...options }))));
        if (kept !== undefined) {
          const pieces = kept.pieces();
          expect(textIn(pieces)).toBe(JSON.stringify(kept.body));
          made.push({ request: kept, text: textOf(kept), pieces, copies: textIn(pieces) });
        }
        contents = change(contents, source);
      }
      for (const { request, text, pieces, copies } of made) {
        expect(textOf(request)).toBe(text);
        expect(textIn(pieces)).toBe(copies);
      }
    });
  },
  patience,
);

function textIn(pieces: readonly Uint8Array[]): string {
  return Buffer.concat(pieces).toString();
}
