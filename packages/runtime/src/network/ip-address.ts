/** An address as its bytes: 4 or 16 of them. */
import { isIPv4, isIPv6 } from 'node:net';

/** Absent for what is no address, or one that holds only on one interface (`fe80::1%eth0`). */
export function parseAddress(text: string): readonly number[] | undefined {
  if (isIPv4(text)) return text.split('.').map(Number);
  if (!isIPv6(text) || text.includes('%')) return undefined;
  const [front = '', back] = text.split('::');
  const head = groupsOf(front);
  const tail = back === undefined ? [] : groupsOf(back);
  const gap = new Array<number>(8 - head.length - tail.length).fill(0);
  return [...head, ...gap, ...tail].flatMap((group) => [group >> 8, group & 255]);
}

function groupsOf(text: string): readonly number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
