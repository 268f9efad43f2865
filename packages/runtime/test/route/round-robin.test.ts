/** The order of a weighted round-robin. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../../../../test/property/runs.ts';
import { turnOrder, weightedCycle } from '../../src/route/round-robin.ts';

test.each([
  [[1], [0]],
  [
    [1, 1, 1],
    [0, 1, 2],
  ],
  [
    [3, 1],
    [0, 0, 1, 0],
  ],
  [
    [5, 1, 1],
    [0, 0, 1, 0, 2, 0, 0],
  ],
  [
    [20, 10],
    [0, 1, 0],
  ],
])('weights %j make the cycle %j', (weights, cycle) => {
  expect(weightedCycle(weights)).toEqual(cycle);
});

test.each([
  [0, [0, 1, 2]],
  [1, [0, 1, 2]],
  [2, [1, 0, 2]],
  [4, [2, 0, 1]],
  [7, [0, 1, 2]],
  [9, [1, 0, 2]],
])('turn %i of 5, 1, 1 tries %j', (turn, order) => {
  expect(turnOrder(weightedCycle([5, 1, 1]), turn)).toEqual(order);
});

test('with any weights, every target gets its share of turns, and every turn can reach every target', () => {
  holds(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 }), 200, (weights) => {
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const cycle = weightedCycle(weights);
    const turns = Array.from({ length: sum }, (_, turn) => turnOrder(cycle, turn));
    expect(weights.map((_, place) => turns.filter(([first]) => first === place).length)).toEqual(weights);
    for (const order of turns) expect(order.toSorted((a, b) => a - b)).toEqual(weights.map((_, place) => place));
  });
});
