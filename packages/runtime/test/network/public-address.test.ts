import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../../../../test/property/runs.ts';
import { isPublicAddress, whyNotPublic } from '../../src/network/public-address.ts';

test.for<readonly [address: string, why: string | undefined]>([
  ['8.8.8.8', undefined],
  ['93.184.216.34', undefined],
  ['172.15.255.255', undefined],
  ['172.32.0.0', undefined],
  ['100.63.255.255', undefined],
  ['100.128.0.0', undefined],
  ['169.253.0.1', undefined],
  ['223.255.255.255', undefined],
  ['0.0.0.0', 'this network'],
  ['10.0.0.1', 'private'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['100.100.100.200', 'carrier-grade NAT'],
  ['127.0.0.1', 'this machine'],
  ['127.255.255.255', 'this machine'],
  ['168.63.129.16', 'a cloud service'],
  ['168.63.129.17', undefined],
  ['169.254.169.254', 'link-local'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.192', 'reserved'],
  ['192.0.2.1', 'for documentation'],
  ['192.168.1.1', 'private'],
  ['198.19.255.255', 'for benchmarking'],
  ['224.0.0.1', 'multicast'],
  ['255.255.255.255', 'reserved'],
  ['2606:4700::1111', undefined],
  ['2a00:1450:4001:80f::200e', undefined],
  ['::', 'this network'],
  ['::1', 'this machine'],
  ['0:0:0:0:0:0:0:1', 'this machine'],
  ['::ffff:127.0.0.1', 'this machine'],
  ['::ffff:7f00:1', 'this machine'],
  ['::ffff:8.8.8.8', undefined],
  ['::127.0.0.1', 'reserved'],
  ['64:ff9b::10.0.0.1', 'private'],
  ['64:ff9b::a9fe:a9fe', 'link-local'],
  ['64:ff9b::8.8.8.8', undefined],
  ['64:ff9b:1::8.8.8.8', 'reserved'],
  ['2002:7f00:1::', 'this machine'],
  ['2002:c0a8:101::1', 'private'],
  ['2002:808:808::1', undefined],
  ['2001::1', 'reserved'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'reserved'],
  ['2001:db8::1', 'for documentation'],
  ['2001:4860:4860::8888', undefined],
  ['3fff::1', 'for documentation'],
  ['fc00::1', 'private'],
  ['fd00:ec2::254', 'private'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'not an address'],
  ['fec0::1', 'reserved'],
  ['ff02::1', 'multicast'],
  ['100::1', 'reserved'],
  ['4000::1', 'reserved'],
  ['', 'not an address'],
  ['localhost', 'not an address'],
  ['0x7f000001', 'not an address'],
  ['127.1', 'not an address'],
])('%s: %s', ([address, why]) => {
  expect(whyNotPublic(address)).toBe(why);
});

/** The ranges as their first and last address, as numbers: written independently from the same registries. */
const closed4: readonly (readonly [from: string, to: string])[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
];

const number4 = (text: string): number => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const text4 = (value: number): string => [24, 16, 8, 0].map((bits) => (value / 2 ** bits) & 255).join('.');
const isOpen4 = (value: number): boolean =>
  !closed4.some(([from, to]) => value >= number4(from) && value <= number4(to));

const edges4 = closed4.flatMap(([from, to]) => [number4(from) - 1, number4(from), number4(to), number4(to) + 1]);
const any4 = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  fc.constantFrom(...edges4.filter((value) => value >= 0 && value < 2 ** 32)),
);

test('every IPv4 address is classified by its ranges, plain or embedded in IPv6', () => {
  holds(any4, 2_000, (value) => {
    const [high, low] = [Math.floor(value / 65_536).toString(16), (value % 65_536).toString(16)];
    const forms = [text4(value), `::ffff:${text4(value)}`, `64:ff9b::${high}:${low}`, `2002:${high}:${low}::5`];
    expect([text4(value), ...forms.map(isPublicAddress)]).toEqual([text4(value), ...forms.map(() => isOpen4(value))]);
  });
});

const number6 = (groups: readonly number[]): bigint => groups.reduce((sum, group) => sum * 65_536n + BigInt(group), 0n);
const range6 = (from: bigint, size: bigint, value: bigint): boolean => value >= from && value < from + size;

test('every IPv6 address is classified by its ranges, however it is written', () => {
  const starts = [0x2001, 0x2002, 0x2600, 0x3fff, 0x3ffe, 0x1fff, 0x4000, 0xfc00, 0xfe80, 0xff02, 0x64, 0];
  const group = fc.oneof(fc.integer({ min: 0, max: 65_535 }), fc.constantFrom(0, 0, 0, 1, 0xdb8, 0x1ff, 0x200, 0xff9b));
  const first = fc.oneof(fc.constantFrom(...starts), fc.integer({ min: 0, max: 65_535 }));
  const rest = fc.tuple(group, group, group, group, group, group, group);
  holds(fc.tuple(first, rest), 2_000, ([head, tail]) => {
    const groups = [head, ...tail];
    const value = number6(groups);
    const embedded = (bits: bigint): boolean => isOpen4(Number((value >> bits) & 0xffff_ffffn));
    const isClosed =
      range6(0x2001n << 112n, 1n << 105n, value) ||
      range6(0x2001_0db8n << 96n, 1n << 96n, value) ||
      range6(0x3fff_0n << 108n, 1n << 108n, value);
    const expected = (): boolean => {
      if (value >> 32n === 0xffffn || value >> 32n === 0x64_ff9b_0000_0000_0000_0000n) return embedded(0n);
      if (value >> 112n === 0x2002n) return embedded(80n);
      return value >> 125n === 1n && !isClosed;
    };
    const long = groups.map((part) => part.toString(16).padStart(4, '0')).join(':');
    const short = new URL(`http://[${long}]/`).hostname.slice(1, -1);
    expect([short, isPublicAddress(long), isPublicAddress(short)]).toEqual([short, expected(), expected()]);
  });
});
