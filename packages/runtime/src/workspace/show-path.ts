/** A path in a message or a listing: bounded, and quoted when it could be taken for something else. */
const longest = 300;

export function showPath(path: string): string {
  const short = path.length <= longest ? path : `${path.slice(0, longest)}…`;
  // Control characters could forge lines of a listing; direction marks and lone halves of a pair show as something else.
  const odd = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]|^\s|\s$|^$/u;
  return odd.test(short) ? JSON.stringify(short) : short;
}

/** In a sentence: a dot for the workspace would be read as the end of it. */
export function placeName(path: string): string {
  return path === '.' ? 'the workspace folder' : showPath(path);
}
