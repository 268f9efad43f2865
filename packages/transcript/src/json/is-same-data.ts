/** Compares two plain values: no functions, no cycles, fields in any order. */
export function isSameData(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one)) return Array.isArray(other) && isSameList(one, other);
  return !Array.isArray(other) && hasSameFields(one, other);
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (!isSameData(one[at], other[at])) return false;
  return true;
}

function hasSameFields(one: object, other: object): boolean {
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  for (const name of names) {
    if (!Object.hasOwn(other, name) || !isSameData(Reflect.get(one, name), Reflect.get(other, name))) return false;
  }
  return true;
}
