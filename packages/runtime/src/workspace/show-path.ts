/** A path in a message or a listing: limited in length, and quoted if it could be mistaken for something else. */
const longest = 300;

export function showPath(path: string): string {
  const short = path.length <= longest ? path : `${path.slice(0, longest)}…`;
  // Control characters could forge lines of a listing; direction marks and lone surrogates are displayed as something else.
  const odd = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]|^\s|\s$|^$/u;
  return odd.test(short) ? JSON.stringify(short) : short;
}

/** In a sentence, a dot for the workspace would be read as a full stop. */
export function placeName(path: string): string {
  return path === '.' ? 'the workspace folder' : showPath(path);
}
