/** Connections that break, stall and wait, and bytes split anywhere. */
import { expect, test } from 'vitest';
import { deliveryOf, type Step } from '../../src/api/delivery.ts';
import { damageDelivery } from '../../src/faults/damage-delivery.ts';
import type { Fault } from '../../src/faults/fault.ts';

/** `é` is two bytes, so there are eight in all. */
const stream = deliveryOf({ status: 200, headers: { 'x-a': 'b' }, body: ['abé', 'defg'] });
const whole = deliveryOf({ status: 404, headers: {}, body: 'abé' });

/** The steps in readable form. */
function shown(steps: readonly Step[]): readonly string[] {
  return steps.map((step) => {
    if (step.step === 'head') return `${step.status} ${JSON.stringify(step.headers)}`;
    if (step.step === 'write' || step.step === 'raw')
      return `${step.step} ${Buffer.from(step.bytes).toString('latin1')}`;
    return step.step === 'wait' ? `wait ${step.ms}` : step.step;
  });
}

const head = '200 {"x-a":"b"}';
const first = 'write abÃ©';

test('sends a stream piece by piece, a text whole and with its length', () => {
  expect(shown(stream)).toEqual([head, first, 'write defg', 'end']);
  expect(shown(whole)).toEqual(['404 {"content-length":"4"}', first, 'end']);
  expect(shown(deliveryOf({ status: 200, headers: {}, body: '' }))).toEqual(['200 {"content-length":"0"}', 'end']);
});

const cases: readonly (readonly [string, Fault, readonly string[]])[] = [
  ['before the status line', { do: 'drop', at: 'before-status' }, ['drop']],
  ['inside the headers', { do: 'drop', at: 'inside-headers' }, ['raw HTTP/1.1 200 OK\r\nx-a:', 'drop']],
  ['after the headers', { do: 'drop', at: 'after-headers' }, [head, 'drop']],
  ['at byte 0', { do: 'drop', at: 0 }, [head, 'drop']],
  ['inside a character', { do: 'drop', at: 3 }, [head, 'write abÃ', 'drop']],
  ['between two writes', { do: 'drop', at: 4 }, [head, first, 'drop']],
  ['in the second write', { do: 'drop', at: 6 }, [head, first, 'write de', 'drop']],
  ['after the end', { do: 'drop', at: 100 }, [head, first, 'write defg', 'drop']],
  ['silence before the status line', { do: 'stall', at: 'before-status' }, ['stall']],
  ['silence at byte 5', { do: 'stall', at: 5 }, [head, first, 'write d', 'stall']],
  ['a slow first byte', { do: 'wait', at: 'before-status', ms: 7 }, ['wait 7', head, first, 'write defg', 'end']],
  ['a slow body', { do: 'wait', at: 'after-headers', ms: 7 }, [head, 'wait 7', first, 'write defg', 'end']],
  ['a pause', { do: 'wait', at: 5, ms: 7 }, [head, first, 'write d', 'wait 7', 'write efg', 'end']],
  ['a pause at the end', { do: 'wait', at: 9, ms: 7 }, [head, first, 'write defg', 'wait 7', 'end']],
  ['every three bytes', { do: 'cut', every: 3 }, [head, 'write abÃ', 'write ©de', 'write fg', 'end']],
  ['at offsets', { do: 'cut', at: [1, 3] }, [head, 'write a', 'write bÃ', 'write ©defg', 'end']],
  ['never', { do: 'cut' }, [head, 'write abÃ©defg', 'end']],
  [
    'several at once',
    {
      do: 'all',
      faults: [
        { do: 'cut', every: 2 },
        { do: 'drop', at: 3 },
      ],
    },
    [head, 'write ab', 'write Ã', 'drop'],
  ],
  ['no connection fault', { do: 'end-twice' }, [head, first, 'write defg', 'end']],
];

test.each(cases)('%s', (_, fault, expected) => {
  expect(shown(damageDelivery(stream, fault))).toEqual(expected);
});
