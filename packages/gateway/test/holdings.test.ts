/** The bound that everything a gateway holds has in common. */
import { expect, test } from 'vitest';
import { type Cache, Holdings, RequestHold } from '../src/holdings/holdings.ts';
import { mostHeld, oldSpace } from '../src/holdings/machine-bytes.ts';

const gigabyte = 1024 ** 3;
const megabyte = 1024 ** 2;

test.each([
  [{ constrained: 0, physical: 8 * gigabyte, heap: 4 * gigabyte }, 2016 * megabyte],
  [{ constrained: 2 ** 64, physical: 2 * gigabyte, heap: 4 * gigabyte }, 992 * megabyte],
  [{ constrained: gigabyte / 2, physical: 8 * gigabyte, heap: 4 * gigabyte }, 224 * megabyte],
  [{ constrained: gigabyte, physical: 8 * gigabyte, heap: 128 * megabyte }, 32 * megabyte],
  [{ constrained: 0, physical: 8 * gigabyte, heap: 64 * megabyte }, 8 * megabyte],
])('%o: at most %i bytes', (limits, most) => {
  expect(mostHeld(limits)).toBe(most);
});

test.each([
  [[], 4_288],
  [['--max-old-space-size=128'], 128],
  [['--max_old_space_size=256', '--no-warnings', '--max-old-space-size=512'], 512],
  [['--max-old-space-size=0'], 4_288],
  [['--max-old-space-size=9000'], 4_288],
])('with %j, %i MB live long', (options, expected) => {
  expect(oldSpace(options, 4_288 * megabyte)).toBe(expected * megabyte);
});

function cacheOf(bytes: number): Cache & { bytes: number } {
  return {
    bytes,
    shrinkTo(most) {
      this.bytes = Math.min(this.bytes, most);
    },
  };
}

test('caches shrink first, in their order; then there is no room for more; who has not read for the longest time is dropped last', async () => {
  const holdings = new Holdings(100);
  const [first, second] = [cacheOf(40), cacheOf(30)];
  holdings.addCache(first);
  holdings.addCache(second);
  const [one, two, three] = [new RequestHold(holdings), new RequestHold(holdings), new RequestHold(holdings)];
  expect([one.take(30), first.bytes, second.bytes]).toEqual([true, 40, 30]);
  expect([two.take(50), first.bytes, second.bytes]).toEqual([true, 0, 20]);
  expect([three.take(21), first.bytes, second.bytes]).toEqual([false, 0, 20]);
  const dropped: string[] = [];
  one.slow(() => dropped.push('one'));
  const reads = two.slow(() => dropped.push('two'));
  three.add(40);
  expect([second.bytes, dropped]).toEqual([0, []]);
  // Still over: the room comes with the end of the one that is dropped.
  const waiting = three.room(new Promise(() => undefined));
  expect(dropped).toEqual(['one']);
  one.keepOnly(0);
  expect(await waiting).toBe(true);
  reads();
  two.add(30);
  expect(await three.room(Promise.resolve())).toBe(false);
  expect(dropped).toEqual(['one']);
});
