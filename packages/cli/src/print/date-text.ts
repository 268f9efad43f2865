/** Dates and times for people, in the time zone of this machine. */

/** `2026-03-01 14:05`. */
export function dateTimeText(milliseconds: number): string {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return 'unknown';
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** `14:05`. */
export function timeText(milliseconds: number): string {
  return new Date(milliseconds).toTimeString().slice(0, 5);
}
