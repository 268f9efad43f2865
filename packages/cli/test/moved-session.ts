/** A recorded session in JSON or JSONL as if it had been held in another folder. */
export function movedSession(text: string, from: string, to: string): string {
  return text.replaceAll(from, () => JSON.stringify(to).slice(1, -1));
}
