/** Words of a request and of a tool, normalized: `reads`, `readFile` and `read_file` contain `read`. */

export function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !empty.includes(word))
    .map(stem);
}

/** Splits a text so that names and addresses stay whole: `a.json`, `"two words"`, `https://example.org/x`. */
export function termsOf(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]+)"|`([^`]+)`|'([^']+)'|(\S+)/gu)].flatMap((match) => {
    const quoted = match[1] ?? match[2] ?? match[3];
    const term = quoted ?? (match[4] ?? '').replaceAll(/^[("'`[]+|[)\]"'`,;:!?.]+$/gu, '');
    return term === '' ? [] : [term];
  });
}

export function isEmptyWord(word: string): boolean {
  return empty.includes(word.toLowerCase());
}

function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word.replace(/(?<=\w{3})s$/, '');
}

const empty: readonly string[] = [
  ...[
    'a',
    'an',
    'the',
    'of',
    'in',
    'on',
    'at',
    'to',
    'for',
    'from',
    'with',
    'by',
    'and',
    'or',
    'as',
    'is',
    'are',
    'be',
  ],
  ...[
    'it',
    'its',
    'this',
    'that',
    'these',
    'those',
    'i',
    'me',
    'my',
    'you',
    'your',
    'we',
    'us',
    'our',
    'please',
    'can',
  ],
  ...['could', 'would', 'will', 'do', 'does', 'what', 'which', 'how', 'tell', 'there', 'then', 'also', 'both', 'all'],
];
