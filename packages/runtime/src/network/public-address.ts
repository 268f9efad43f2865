/**
 * Which addresses belong to the public internet. Others reach this machine, its network, or the cloud it runs in, where services trust
 * everyone who can reach them. IPv6 addresses that contain an IPv4 address are judged by it.
 */
import { BlockList, isIP } from 'node:net';

const ranges: readonly (readonly [subnet: string, what: string])[] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'carrier-grade NAT'],
  ['127.0.0.0/8', 'this machine'],
  ['168.63.129.16/32', 'a cloud service'], // Azure's, in a public range
  ['169.254.0.0/16', 'link-local'], // and every cloud's metadata
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'for documentation'],
  ['192.88.99.0/24', 'reserved'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'for benchmarking'],
  ['198.51.100.0/24', 'for documentation'],
  ['203.0.113.0/24', 'for documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
  ['::/128', 'this network'],
  ['::1/128', 'this machine'],
  ['2001::/23', 'reserved'], // Teredo among them
  ['2001:db8::/32', 'for documentation'],
  ['3fff::/20', 'for documentation'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link-local'],
  ['ff00::/8', 'multicast'],
];

const lists = ranges.map(([subnet, what]) => ({ list: listOf(subnet), what }));
/** All public IPv6 addresses are in it. */
const global6 = listOf('2000::/3');
/** Where the IPv4 address starts, as the index of a 16-bit group: mapped, NAT64, 6to4. */
const carriers = [
  { list: listOf('::ffff:0:0/96'), at: 6 },
  { list: listOf('64:ff9b::/96'), at: 6 },
  { list: listOf('2002::/16'), at: 1 },
];

export function isPublicAddress(address: string): boolean {
  return whyNotPublic(address) === undefined;
}

/** The kind of address; undefined for a public one. An address with a zone (`fe80::1%eth0`) is not public. */
export function whyNotPublic(address: string): string | undefined {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return 'not an address';
  const isIn = (list: BlockList): boolean => list.check(address, family === 4 ? 'ipv4' : 'ipv6');
  const carrier = family === 6 ? carriers.find(({ list }) => isIn(list)) : undefined;
  if (carrier !== undefined) return whyNotPublic(carriedIn(address, carrier.at));
  const what = lists.find(({ list }) => isIn(list))?.what;
  return what ?? (family === 4 || isIn(global6) ? undefined : 'reserved');
}

function listOf(subnet: string): BlockList {
  const [network = '', bits] = subnet.split('/');
  const list = new BlockList();
  list.addSubnet(network, Number(bits), isIP(network) === 4 ? 'ipv4' : 'ipv6');
  return list;
}

function carriedIn(address: string, at: number): string {
  // A URL writes the last two groups in hexadecimal.
  const [front = '', back = ''] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const [head, tail] = [front, back].map((part) => (part === '' ? [] : part.split(':')));
  const gap = Array.from({ length: 8 - (head?.length ?? 0) - (tail?.length ?? 0) }, () => '0');
  const groups = [...(head ?? []), ...gap, ...(tail ?? [])].map((group) => Number.parseInt(group, 16));
  return groups
    .slice(at, at + 2)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}
