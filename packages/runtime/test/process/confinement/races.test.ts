/** A job that exchanges folders for links while other commands start. Each mechanism gets a part of the attacks; `attack:long` runs all. */
import { describe, expect, test } from 'vitest';
import { share } from '../../../../../test/property/runs.ts';
import { confiningKinds } from './machine.ts';
import { proveFallback } from './prove-fallback.ts';
import { exchangeOnce, raceAttacks, runRace } from './race-attacks.ts';

const kinds = await confiningKinds();
proveFallback(kinds);

const named = raceAttacks.map((attack) => [attack.name, attack] as const);

describe.each(kinds.map((kind, place) => [kind, place] as const))('%s', (kind, place) => {
  test.each(share(named, 2, place))('exchanged between the check and the mount: %s', async (_, attack) =>
    expect(await exchangeOnce(attack, kind)).toEqual({ changed: false }),
  );

  test.each(share(named, 4, place))('while a job exchanges it and two start at a time: %s', async (_, attack) => {
    const { wrong, started, refused } = await runRace(attack, kind, 2);
    expect([wrong, started + refused]).toEqual([[], 4]);
  });
});

test('each attack is told apart by its name', () =>
  expect(new Set(raceAttacks.map(({ name }) => name)).size).toBe(raceAttacks.length));
