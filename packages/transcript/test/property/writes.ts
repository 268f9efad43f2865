/** Writes to a ledger, as data, so that they can be reordered, repeated and left out. */
import fc from 'fast-check';
import type { ClosureState, Ledger, Observer } from '../../src/index.ts';

export type Write = { readonly id: string } & (
  | { readonly does: 'open'; readonly name: string; readonly parameters: unknown; readonly by: Observer }
  | { readonly does: 'start' }
  | { readonly does: 'complete'; readonly result: unknown; readonly by: Observer }
  | { readonly does: 'fail'; readonly error: string; readonly result: unknown; readonly by: Observer }
  | { readonly does: 'close'; readonly reason: ClosureState; readonly partial: string | undefined }
);

export function apply(ledger: Ledger, write: Write): void {
  switch (write.does) {
    case 'open':
      ledger.open(write, write.by);
      return;
    case 'start':
      ledger.start(write.id);
      return;
    case 'complete':
      ledger.complete(write.id, write.result, write.by);
      return;
    case 'fail':
      ledger.fail(write.id, write.error, write.result, write.by);
      return;
    case 'close':
      ledger.close(write.id, write.reason, write.partial);
  }
}

const by = fc.constantFrom<Observer>('runtime', 'history');
const value = fc.constantFrom<unknown>('ok', { n: 1 }, null, undefined, 0, 12n, '\ud800');

export const isReal = ({ does }: Write): boolean => does === 'complete' || does === 'fail';

export const writeTo = (ids: readonly [string, ...string[]]): fc.Arbitrary<Write> => {
  const id = fc.constantFrom(...ids);
  return fc.oneof(
    fc.record({
      does: fc.constant('open' as const),
      id,
      name: fc.constantFrom('read', 'write'),
      parameters: fc.constantFrom<unknown>({}, { path: 'a' }, '{"path":"b"}', undefined),
      by,
    }),
    fc.record({ does: fc.constant('start' as const), id }),
    fc.record({ does: fc.constant('complete' as const), id, result: value, by }),
    fc.record({
      does: fc.constant('fail' as const),
      id,
      error: fc.constantFrom('broken', 'refused', '', 'half \ud83d'),
      result: value,
      by,
    }),
    fc.record({
      does: fc.constant('close' as const),
      id,
      reason: fc.constantFrom<ClosureState>('cancelled', 'interrupted', 'timeout', 'denied'),
      partial: fc.constantFrom(undefined, 'half a line', '\udc00'),
    }),
  );
};

export const anyWrites: fc.Arbitrary<readonly Write[]> = fc.array(
  writeTo(['hist_tool_a', 'hist_tool_b', 'hist_tool_c']),
  { maxLength: 12 },
);
