/** Every place in a value, and the value with something else at one of them: for requests that are almost right. */

/** The value itself is at []. */
export function nestedPlaces(value: unknown, place: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [place];
  return [place, ...Object.entries(value).flatMap(([key, each]) => nestedPlaces(each, [...place, key]))];
}

export function putAt(value: unknown, [key, ...rest]: readonly string[], into: unknown): unknown {
  if (key === undefined) return into;
  if (Array.isArray(value)) return value.map((each, at) => (String(at) === key ? putAt(each, rest, into) : each));
  const object = typeof value === 'object' && value !== null ? value : {};
  return Object.fromEntries(
    Object.entries(object).map(([name, each]) => [name, name === key ? putAt(each, rest, into) : each]),
  );
}
