/** A few names for a sentence, and how many more there are. */
const maxNames = 6;

export function listNames(names: readonly string[]): string {
  return names.length > maxNames
    ? `${names.slice(0, maxNames).join(', ')} and ${names.length - maxNames} more`
    : names.join(', ');
}
