/** A part of a path as it was meant; as it stands if its escapes are none. */
export function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
