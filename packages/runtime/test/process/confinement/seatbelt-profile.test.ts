/** Checks the text of the macOS profile: there is no Mac here to try it on. */
import { expect, test } from 'vitest';
import type { Boundary } from '../../../src/process/confinement/boundary.ts';
import { seatbeltProfile } from '../../../src/process/confinement/seatbelt-profile.ts';

const boundary: Boundary = {
  writable: [{ path: '/w', id: '1:1' }],
  masks: [
    { path: '/w/.git', how: 'pinned', source: '/w/.git', id: '1:2' },
    { path: '/w/.interlock', how: 'read-only', source: '/w/.interlock', id: '1:3' },
    { path: '/home/.ssh', how: 'hidden', source: '/t/none', id: '1:4' },
    { path: '/w/.git/config', how: 'read-only', source: '/w/.git/config', id: '1:5' },
  ],
  readable: [],
  caches: [],
  temp: '/t',
  stage: '/s',
  network: false,
};

test('protected and hidden paths come after allowed ones, because the last rule wins', () => {
  const lines = seatbeltProfile(boundary).split('\n');
  const order = [
    '(deny file-write*)',
    '(allow file-write* (subpath "/t") (subpath "/w"))',
    '(deny file-write* (subpath "/w/.interlock"))',
    '(deny file-write* (subpath "/w/.git/config"))',
    '(deny file-write-unlink (literal "/w/.git"))',
    '(deny file-read* file-write* (subpath "/home/.ssh"))',
    '(deny network*)',
  ].map((line) => lines.indexOf(line));
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test('names cannot break out of their quotes', () => {
  const profile = seatbeltProfile({ ...boundary, writable: [{ path: '/a "b\\c") (allow file-write*', id: '1:1' }] });
  expect(profile).toContain('(subpath "/a \\"b\\\\c\\") (allow file-write*")');
});

test('full network access leaves host sockets unreachable', () => {
  const profile = seatbeltProfile({ ...boundary, network: true });
  expect(profile).not.toContain('(deny network*)');
  expect(profile).toContain('(deny network-outbound (remote unix-socket))');
});
