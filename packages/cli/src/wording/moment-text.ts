/** The time of day of a moment, as the clock on the wall has it. */
export function momentText(milliseconds: number): string {
  return new Date(milliseconds).toTimeString().slice(0, 5);
}
