/**
 * Patterns of rules: `*` matches any text, a backslash escapes the next character, everything else matches itself. No regular
 * expressions: subjects come from a model and patterns may come from a repository, and neither may cause slow matching.
 */

/** The literal texts between the stars, in order; a single one means there is no star. */
export type Wildcard = readonly [string, ...(readonly string[])];

export function readWildcard(pattern: string): Wildcard {
  const rest: string[] = [];
  let text = '';
  for (let at = 0; at < pattern.length; at += 1) {
    const letter = pattern.charAt(at);
    if (letter === '*') {
      rest.push(text);
      text = '';
    } else if (letter === '\\' && at + 1 < pattern.length) {
      at += 1;
      text += pattern.charAt(at);
    } else {
      text += letter;
    }
  }
  const [first, ...others] = [...rest, text];
  return [first ?? '', ...others];
}

/** The leftmost match of each text is as good as any other, so there is no backtracking. */
export function matchesWildcard([first, ...rest]: Wildcard, text: string): boolean {
  const last = rest.at(-1);
  if (last === undefined) return text === first;
  const end = text.length - last.length;
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (const middle of rest.slice(0, -1)) {
    const at = text.indexOf(middle, from);
    if (at === -1 || at + middle.length > end) return false;
    from = at + middle.length;
  }
  return true;
}

/** Whether the pattern matches this text only. */
export function isExactly(pattern: string, text: string): boolean {
  const [first, ...rest] = readWildcard(pattern);
  return rest.length === 0 && first === text;
}

export function escapePattern(text: string): string {
  return text.replaceAll(/[\\*]/g, (special) => `\\${special}`);
}

/**
 * The same for sequences: `isAny` parts match any number of items. Backtracks only to the last of them, so the cost is at most the
 * product of the lengths.
 */
export function matchesSequence<Part, Item>(
  parts: readonly Part[],
  items: readonly Item[],
  isAny: (part: Part) => boolean,
  matches: (part: Part, item: Item) => boolean,
): boolean {
  let part = 0;
  let item = 0;
  let resume: { readonly part: number; item: number } | undefined;
  while (item < items.length) {
    const wanted = parts[part];
    if (wanted !== undefined && isAny(wanted)) {
      part += 1;
      resume = { part, item };
    } else if (wanted !== undefined && matches(wanted, items[item] as Item)) {
      part += 1;
      item += 1;
    } else if (resume !== undefined) {
      resume.item += 1;
      part = resume.part;
      item = resume.item;
    } else {
      return false;
    }
  }
  return parts.slice(part).every(isAny);
}
