/** Every place in a value, and the value with another one at that place: for requests that are almost valid. */

/** The path of the value itself is []. */
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
