/** Images from the clipboard, with real programs that behave like those of desktops. */
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quoteWord } from '@interlock/runtime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/program/temporary-folder.ts';
import { type Clipboard, readClipboard } from '../../../src/interactive/clipboard/read-clipboard.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex');

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('clipboard');
  writeFileSync(join(folder, 'a.png'), png);
  writeFileSync(join(folder, 'a.jpg'), jpeg);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Desktop {
  readonly env?: Readonly<Record<string, string>>;
  readonly platform?: NodeJS.Platform;
  readonly timeoutMs?: number;
}

async function paste(programs: Readonly<Record<string, string>>, desktop: Desktop = {}): Promise<Clipboard> {
  for (const [name, body] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\ncd ${quoteWord(folder)} || exit 9\n${body}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const { env = { DISPLAY: ':0' }, platform = 'linux', timeoutMs = 600_000 } = desktop;
  return readClipboard({ env: { PATH: `${folder}:/usr/bin:/bin`, ...env }, platform, timeoutMs });
}

const image = (mimeType: string, bytes: Buffer): Clipboard => ({
  media: { type: 'media', mimeType, data: bytes.toString('base64'), encoding: 'base64' },
});
const problem = (start: string): unknown => ({ problem: expect.stringMatching(new RegExp(`^${start}`)) });
const x11 = (targets: string, otherwise = 'exit 1'): string => `case "$*" in
  '-selection clipboard -t TARGETS -o') printf '%s\\n' ${targets} ;;
  '-selection clipboard -t image/png -o') cat a.png ;;
  '-selection clipboard -t image/jpeg -o') cat a.jpg ;;
  *) ${otherwise} ;;
esac`;
const wayland = `case "$*" in
  --list-types) printf 'text/html\\nimage/png\\n' ;;
  '--no-newline --type image/png') cat a.png ;;
  *) exit 1 ;;
esac`;
const none = 'There is no image in the clipboard';

test.each<[what: string, programs: Readonly<Record<string, string>>, desktop: Desktop, found: unknown]>([
  ['xclip', { xclip: x11('TARGETS image/jpeg image/png') }, {}, image('image/png', png)],
  ['xclip with a photograph', { xclip: x11('TIMESTAMP image/jpeg') }, {}, image('image/jpeg', jpeg)],
  ['wl-paste', { 'wl-paste': wayland }, { env: { WAYLAND_DISPLAY: 'wayland-0' } }, image('image/png', png)],
  [
    'wl-paste before xclip',
    { 'wl-paste': wayland, xclip: x11('image/jpeg') },
    { env: { WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' } },
    image('image/png', png),
  ],
  ['pngpaste', { pngpaste: '[ "$1" = - ] && cat a.png' }, { platform: 'darwin' }, image('image/png', png)],
  [
    'osascript',
    {
      osascript: `[ "$2" = 'the clipboard as «class PNGf»' ] && printf '«data PNGf${png.toString('hex').toUpperCase()}»\\n'`,
    },
    { platform: 'darwin' },
    image('image/png', png),
  ],
  ['only text', { xclip: x11('UTF8_STRING text/plain') }, {}, problem(none)],
  ['nothing at all', { xclip: 'exit 1' }, {}, problem(none)],
  ['nothing on a Mac', { osascript: 'exit 1' }, { platform: 'darwin' }, problem(none)],
  ['something that only claims to be a picture', { xclip: 'echo image/png' }, {}, problem(none)],
  [
    'a picture that is too large',
    { xclip: `case "$*" in *TARGETS*) echo image/png ;; *) cat a.png; head -c 10000000 /dev/zero ;; esac` },
    {},
    problem('The image in the clipboard is larger than 10 MB'),
  ],
  [
    'an endless one',
    { xclip: `case "$*" in *TARGETS*) echo image/png ;; *) cat a.png /dev/zero ;; esac` },
    {},
    problem('The image in the clipboard is larger than 10 MB'),
  ],
  [
    'one that does not answer',
    { xclip: 'exec sleep 30' },
    { timeoutMs: 50 },
    problem('The clipboard did not answer \\(xclip\\)'),
  ],
  ['no desktop', { xclip: x11('image/png') }, { env: {} }, problem('The clipboard cannot be read: neither')],
])('%s', async (_, programs, desktop, found) => {
  expect(await paste(programs, desktop)).toEqual(found);
});

test.each<[env: Readonly<Record<string, string>>, names: string]>([
  [{ DISPLAY: ':0' }, 'xclip'],
  [{ DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }, 'wl-clipboard or xclip'],
])('%j without a suitable program', async (env, names) => {
  expect(await readClipboard({ env: { PATH: folder, ...env }, platform: 'linux' })).toEqual(
    problem(`The clipboard cannot be read: install ${names}\\.`),
  );
});

test('the program gets no unneeded variables', async () => {
  const xclip = `case "$*" in *TARGETS*) env > seen.txt; echo image/png ;; *) cat a.png ;; esac`;
  const found = await paste({ xclip }, { env: { DISPLAY: ':0', OPENAI_API_KEY: 'hush-hush-hush' } });
  expect(found).toEqual(image('image/png', png));
  const seen = readFileSync(join(folder, 'seen.txt'), 'utf8');
  expect([seen.includes('DISPLAY=:0'), seen.includes('hush')]).toEqual([true, false]);
});
