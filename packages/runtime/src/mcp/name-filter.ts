/** Which tools of a server are used. `*` in a pattern matches any part of a name, even an empty one. */

export interface NameFilter {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

export function isWanted(name: string, { include, exclude }: NameFilter): boolean {
  const within = (patterns: readonly string[]): boolean => patterns.some((pattern) => matches(name, pattern));
  return (include === undefined || within(include)) && !within(exclude ?? []);
}

function matches(name: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = name.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return from <= name.length - last.length;
}
