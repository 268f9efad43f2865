/**
 * Which addresses belong to the public internet. The others reach this machine, its neighbours, or the cloud it runs in, and
 * what answers there trusts whoever can reach it. IPv6 addresses that carry an IPv4 one are judged by that.
 */
import { parseAddress } from './ip-address.ts';

type Range = readonly [prefix: readonly number[], bits: number, what: string];

const ranges4: readonly Range[] = [
  [[0], 8, 'this network'],
  [[10], 8, 'private'],
  [[100, 64], 10, "a provider's network"],
  [[127], 8, 'this machine'],
  [[168, 63, 129, 16], 32, "a cloud's own"], // Azure's, in a public range
  [[169, 254], 16, 'link-local'], // and every cloud's metadata
  [[172, 16], 12, 'private'],
  [[192, 0, 0], 24, 'reserved'],
  [[192, 0, 2], 24, 'for examples'],
  [[192, 88, 99], 24, 'reserved'],
  [[192, 168], 16, 'private'],
  [[198, 18], 15, 'for measurements'],
  [[198, 51, 100], 24, 'for examples'],
  [[203, 0, 113], 24, 'for examples'],
  [[224], 4, 'multicast'],
  [[240], 4, 'reserved'],
];

/** Within 2000::/3, which is all that is public. */
const ranges6: readonly Range[] = [
  [[0x20, 0x01, 0x00], 23, 'reserved'], // Teredo among them
  [[0x20, 0x01, 0x0d, 0xb8], 32, 'for examples'],
  [[0x3f, 0xff, 0x00], 20, 'for examples'],
];

/** Where the IPv4 address begins: mapped, NAT64, 6to4. */
const carriers: readonly (readonly [prefix: readonly number[], bits: number, at: number])[] = [
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96, 12],
  [[0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], 96, 12],
  [[0x20, 0x02], 16, 2],
];

const outside6: readonly Range[] = [
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 128, 'this network'],
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 128, 'this machine'],
  [[0xfc], 7, 'private'],
  [[0xfe, 0x80], 10, 'link-local'],
  [[0xff], 8, 'multicast'],
];

export function isPublicAddress(address: string): boolean {
  return whyNotPublic(address) === undefined;
}

/** What kind of address it is; absent for a public one. */
export function whyNotPublic(address: string): string | undefined {
  const bytes = parseAddress(address);
  return bytes === undefined ? 'not an address' : judge(bytes);
}

function judge(bytes: readonly number[]): string | undefined {
  if (bytes.length === 4) return find(ranges4, bytes);
  for (const [prefix, bits, at] of carriers) {
    if (startsWith(bytes, prefix, bits)) return judge(bytes.slice(at, at + 4));
  }
  if (startsWith(bytes, [0x20], 3)) return find(ranges6, bytes);
  return find(outside6, bytes) ?? 'reserved';
}

function find(ranges: readonly Range[], bytes: readonly number[]): string | undefined {
  return ranges.find(([prefix, bits]) => startsWith(bytes, prefix, bits))?.[2];
}

function startsWith(bytes: readonly number[], prefix: readonly number[], bits: number): boolean {
  return prefix.every((byte, index) => {
    const counted = Math.min(8, bits - index * 8);
    const mask = counted <= 0 ? 0 : 0xff & (0xff << (8 - counted));
    return ((bytes[index] ?? 0) & mask) === (byte & mask);
  });
}
