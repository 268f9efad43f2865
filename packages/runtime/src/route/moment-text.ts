/** A moment as people read it in a sentence, the same on every machine. */

/** The day is left out when it is today's. */
export function momentText(moment: number, now: number): string {
  const [day, time] = parts(moment);
  return day === parts(now)[0] ? `${time} UTC` : `${day} ${time} UTC`;
}

function parts(moment: number): readonly [string, string] {
  const date = new Date(Math.max(0, Math.min(moment, latest)));
  const text = date.toISOString();
  return [text.slice(0, -14), text.slice(-13, -5)];
}

/** The last that a date can hold. */
const latest = 8.64e15;
