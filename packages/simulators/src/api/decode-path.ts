/** A decoded part of a path; unchanged if its escapes are invalid. */
export function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
