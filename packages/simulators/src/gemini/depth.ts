/** How deep a message may be nested: Google's parser gives up at a hundred, and nothing here recurses further. */

const deepest = 100;

export function isTooDeep(value: unknown, limit: number = deepest): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}
