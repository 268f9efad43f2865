/** Files as they must not be: what a reader meets after a crash of the machine, or from someone who wants to break it. */
import { diceOf } from './story.ts';

/** A few bytes changed, lines swapped, values of other kinds where some were. */
export function spoiled(bytes: Buffer, noise: number): Buffer {
  const dice = diceOf(noise);
  const kinds = ['null', '[]', '{}', '0', '""', 'true', '[null]', '{"type":{}}'];
  const text = bytes
    .toString('utf8')
    .replaceAll(/"[^"\\\n]*"(?!:)/g, (value) => (dice.chance(0.03) ? (kinds[dice.below(kinds.length)] ?? '') : value))
    .replaceAll(/\[|\{/g, (value) => (dice.chance(0.005) ? '7' : value));
  const lines = text.split('\n').filter(() => !dice.chance(0.05));
  const swapped = dice.chance(0.3) ? lines.reverse() : lines;
  const result = Buffer.from(swapped.join('\n'));
  for (let count = dice.below(4); count > 0 && result.length > 0; count -= 1)
    result[dice.below(result.length)] = dice.below(256);
  return result;
}
