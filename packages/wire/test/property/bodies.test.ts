/** For any history and any target: a valid body with everything in it, once. */
import { render } from '@interlock/transcript';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { expectSame } from '../../../transcript/test/property/compare.ts';
import { anyHistory } from '../../../transcript/test/property/histories.ts';
import { isSettledAt } from '../../../transcript/test/property/settled.ts';
import { orderlyHistory } from '../../../transcript/test/property/valid-histories.ts';
import { ConfigError, createPreparer, type PreparedRequest, prepareRequest, resolveTarget } from '../../src/index.ts';
import { findParting, sentList } from '../oracle/find-parting.ts';
import { findUnpaired } from '../oracle/find-unpaired.ts';
import { marksOwed, marksSent } from '../oracle/marked.ts';
import { readBody } from '../oracle/read-body.ts';
import { textOf } from '../oracle/text-of.ts';
import { targets } from '../targets.ts';

const anyTarget = fc.constantFrom(...targets);
const strict = { onFault: 'throw' } as const;

/** Undefined where there is nothing to send: the only reason a history may not be sent. */
function attempt(make: () => PreparedRequest): PreparedRequest | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof ConfigError && error.code === 'nothing-to-send') return undefined;
    throw error;
  }
}

test(
  'REQ-915-025 any history gives a valid body with paired calls and all content exactly once',
  () => {
    holds(fc.tuple(anyHistory, anyTarget), 700, ([contents, { target }]) => {
      const request = attempt(() => prepareRequest({ contents, target, policy: strict }));
      const { origin, protocol } = resolveTarget(target);
      const { steps } = render(contents, { policy: { target: origin } }).transcript;
      if (request === undefined) return;
      expect(findUnpaired(readBody(protocol, request.body))).toEqual([]);
      expectSame(marksSent(request.body), marksOwed(steps));
    });
  },
  patience,
);

test(
  'REQ-915-015 the same history gives the same bytes, and `bytes()` matches the body',
  () => {
    holds(fc.tuple(anyHistory, anyTarget), 150, ([contents, { target }]) => {
      const once = attempt(() => prepareRequest({ contents, target }));
      const again = attempt(() => prepareRequest({ contents, target }));
      expect(again && textOf(again)).toBe(once && textOf(once));
      if (once !== undefined) expect(textOf(once)).toBe(JSON.stringify(once.body));
    });
  },
  patience,
);

test(
  'a preparer gives the same requests as prepareRequest at every length of the history',
  () => {
    const cuts = fc.array(fc.nat({ max: 30 }), { maxLength: 6 });
    holds(fc.tuple(fc.oneof(anyHistory, orderlyHistory), anyTarget, cuts), 250, ([contents, { target }, at]) => {
      const preparer = createPreparer(target);
      const lengths = [...at.filter((length) => length < contents.length), contents.length].sort((a, b) => a - b);
      for (const length of lengths) {
        const part = contents.slice(0, length);
        const kept = attempt(() => preparer.prepare({ contents: part }));
        const fresh = attempt(() => prepareRequest({ contents: part, target }));
        expectSame(kept?.body, fresh?.body);
        expect(kept && textOf(kept)).toBe(fresh && textOf(fresh));
        expectSame(
          JSON.parse(JSON.stringify(kept?.diagnostics ?? null)),
          JSON.parse(JSON.stringify(fresh?.diagnostics ?? null)),
        );
      }
    });
  },
  patience,
);

test(
  'appending keeps the encoded messages; only the last one may grow',
  () => {
    holds(fc.tuple(fc.oneof(anyHistory, orderlyHistory), anyTarget), 250, ([contents, { target }]) => {
      const { protocol } = resolveTarget(target);
      const whole = attempt(() => prepareRequest({ contents, target }));
      for (let at = 1; at < contents.length; at += 1) {
        if (!isSettledAt(contents, at)) continue;
        const part = attempt(() => prepareRequest({ contents: contents.slice(0, at), target }));
        if (part === undefined || whole === undefined) continue;
        expect(findParting(sentList(protocol, part.body), sentList(protocol, whole.body))).toEqual({ at: undefined });
      }
    });
  },
  patience,
);

const opening = { speaker: 'system', blocks: [{ type: 'text', text: 'Be brief.' }] } as const;

test.each(targets)('what follows a system text only adds to it: $name', ({ target }) => {
  const { protocol } = resolveTarget(target);
  const alone = prepareRequest({ contents: [opening], target, policy: strict });
  for (const speaker of ['human', 'ai', 'system'] as const) {
    const next = { speaker, blocks: [{ type: 'text', text: 'Hello.' }] } as const;
    const longer = prepareRequest({ contents: [opening, next], target, policy: strict });
    expect(findParting(sentList(protocol, alone.body), sentList(protocol, longer.body))).toEqual({ at: undefined });
  }
});
