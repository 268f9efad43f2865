/** A few names for a sentence, and how many more there are. */
const most = 6;

export function listNames(names: readonly string[]): string {
  return names.length > most ? `${names.slice(0, most).join(', ')} and ${names.length - most} more` : names.join(', ');
}
