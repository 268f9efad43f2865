/**
 * An error's own words, without what it repeats of the request. Validators show the value they did not like, and that may be
 * a tool's result which tells of an overflow or a rate limit of its own.
 */
const echoes: readonly RegExp[] = [
  /\binput_value=/, // pydantic: to the end, because the value may hold anything
  /['"]input['"]: /, // the same as a printed object
  /\binvalid value: ['"]/i, // OpenAI
];

export function withoutEcho(message: string): string {
  const starts = echoes.map((echo) => message.search(echo)).filter((start) => start >= 0);
  return starts.length === 0 ? message : message.slice(0, Math.min(...starts));
}
