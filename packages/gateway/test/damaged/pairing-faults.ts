/** Results that the model saw with another call than their own, by the marks: the result of `[[args 3]]` is `[[result 4]]`. */
import type { Seen } from '@interlock/simulators';

export function pairingFaults({ turns }: Seen): readonly string[] {
  const asked = new Map<string, number>();
  const faults: string[] = [];
  for (const { calls, results } of turns) {
    for (const { id, args } of calls) asked.set(id, markIn('args', JSON.stringify(args)));
    for (const { id, text } of results) {
      const [own, call] = [markIn('result', text), asked.get(id) ?? Number.NaN];
      if (id !== '' && own !== call + 1 && !Number.isNaN(own + call)) faults.push(`result ${own} for args ${call}`);
    }
  }
  return faults;
}

function markIn(kind: string, text: string): number {
  return Number(new RegExp(`\\[\\[${kind} (\\d+)\\]\\]`).exec(text)?.[1] ?? Number.NaN);
}
