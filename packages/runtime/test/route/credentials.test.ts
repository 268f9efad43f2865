/** Keys from every kind of source, with real files and real commands. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { quoteWord } from '../../src/process/quote-word.ts';
import { type Credential, createCredentials } from '../../src/route/credentials.ts';
import type { CredentialSource } from '../../src/route/route.ts';
import { systemClock } from '../../src/time/clock.ts';
import { createVirtualClock } from '../virtual-clock.ts';

let folder = '';
beforeAll(async () => {
  folder = temporaryFolder('credentials');
  await writeFile(join(folder, 'key'), '\ufeff  sk-from-file \r\nsecond line\n');
  await writeFile(join(folder, 'empty'), '\nsk-in-the-second-line');
  await mkdir(join(folder, 'folder'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const refusedFor = (message: string, lasting: boolean): Credential => ({
  failure: { reason: 'auth-permanent', message },
  lasting,
});

const path = process.env['PATH'];

const rows: readonly (readonly [string, CredentialSource, Credential])[] = [
  ['a variable', { env: 'KEY' }, { key: 'sk-from-env' }],
  ['an unset variable', { env: 'NONE' }, refusedFor('The environment variable NONE is not set.', false)],
  ['an empty variable', { env: 'EMPTY' }, refusedFor('The environment variable EMPTY is not set.', false)],
  ['a file: its first line', { file: '~/key' }, { key: 'sk-from-file' }],
  ['a missing file', { file: '~/gone' }, refusedFor('The file ~/gone with the key cannot be read (ENOENT).', false)],
  [
    'a file without a first line',
    { file: '~/empty' },
    refusedFor('The first line of the file ~/empty is empty.', false),
  ],
  [
    'a folder',
    { file: '~/folder' },
    refusedFor('The file ~/folder with the key cannot be read (not a regular file).', false),
  ],
  [
    'an endless file',
    { file: '/dev/zero' },
    refusedFor('The file /dev/zero with the key cannot be read (not a regular file).', false),
  ],
  ['a key', { key: ' sk-literal ' }, { key: 'sk-literal' }],
  [
    'a key that is not a valid header value',
    { key: 'sk-“secret”' },
    refusedFor(
      'The key in the configuration is not a valid key: it contains characters that are not allowed in a header. Check that only the key was copied.',
      false,
    ),
  ],
  ['a command', { command: 'echo "  sk-$KEY  "' }, { key: 'sk-sk-from-env' }],
  [
    'a command that fails',
    { command: 'echo secret; echo secret >&2; exit 3' },
    refusedFor('The command for the key ended with exit code 3.', true),
  ],
  [
    'a missing command',
    { command: 'no-such-secret' },
    refusedFor('The command for the key ended with exit code 127.', true),
  ],
  ['a command without output', { command: 'true' }, refusedFor('The command for the key printed nothing.', true)],
  [
    'a command with too much output',
    { command: 'echo secret one; echo secret two' },
    refusedFor(
      'The output of the command for the key is not a valid key: it contains characters that are not allowed in a header. Check that only the key was copied.',
      true,
    ),
  ],
  [
    'a command with endless output',
    { command: 'yes secret' },
    refusedFor('The command for the key printed more than a key.', true),
  ],
  [
    'a command that is killed',
    { command: 'kill -KILL $$' },
    refusedFor('The command for the key was ended by SIGKILL.', true),
  ],
  ['a token', { token: 'tok-1', refresh: 'exit 1' }, { key: 'tok-1' }],
  [
    'an expired token',
    { token: 'tok-1', expires: 5, refresh: 'echo \'{"token":"tok-2","expires":9999999999999}\'' },
    { key: 'tok-2', expires: 9_999_999_999_999 } as Credential,
  ],
  ['a refresh that prints the token alone', { token: 'a', expires: 5, refresh: 'echo tok-3' }, { key: 'tok-3' }],
  [
    'a refresh that prints neither',
    { token: 'a', expires: 5, refresh: "echo '{secret'" },
    refusedFor('The command that refreshes the token printed something that is neither a token nor JSON.', true),
  ],
  [
    'a refresh without a token',
    { token: 'a', expires: 5, refresh: () => Promise.resolve({ failed: 'secret' } as never) },
    refusedFor('The refresh of the token returned no token.', true),
  ],
  [
    'a refresh that rejects',
    { token: 'a', expires: 5, refresh: () => Promise.reject(Object.assign(new Error('secret'), { code: 'EPIPE' })) },
    refusedFor('The refresh of the token failed (EPIPE).', true),
  ],
  [
    'a refresh that throws',
    {
      token: 'a',
      expires: 5,
      refresh: () => {
        throw 'secret';
      },
    },
    refusedFor('The refresh of the token failed.', true),
  ],
];

test.each(rows)('%s', async (_, source, credential) => {
  const environment = { KEY: 'sk-from-env', EMPTY: ' ', PATH: path };
  const credentials = createCredentials({ environment, homeDirectory: folder });
  const found = await credentials.get(source);
  expect(found).toEqual(credential);
  expect(JSON.stringify(found)).not.toContain('secret');
});

test('does not wait for what a command leaves running', async () => {
  const file = join(folder, 'left');
  const credentials = createCredentials({ environment: { PATH: path } });
  try {
    expect(await credentials.get({ command: `sleep 60 & echo $! > ${quoteWord(file)}; echo sk-key` })).toEqual({
      key: 'sk-key',
    });
  } finally {
    process.kill(Number(await readFile(file, 'utf8')), 'SIGKILL');
  }
});

test('stops a command that hangs, with everything it started, and reports its time limit', async () => {
  const clock = createVirtualClock();
  const file = join(folder, 'started');
  const credentials = createCredentials({ environment: { PATH: path }, clock, timeoutMs: 20_000 });
  const made = quoteWord(file);
  const command = `echo secret; sleep 60 & echo $! > ${made}.new; mv ${made}.new ${made}; wait`;
  const getting = credentials.get({ command });
  while (!existsSync(file)) await systemClock.sleep(5);
  await clock.advance(20_000);
  expect(await getting).toEqual(refusedFor('The command for the key took longer than 20 s.', true));
  const child = Number(await readFile(file, 'utf8'));
  while (isRunning(child)) await systemClock.sleep(5);
});

/** A zombie does not count as running. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self/stat') || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

test('gives up on a refresh that hangs', async () => {
  const clock = createVirtualClock();
  const credentials = createCredentials({ clock, timeoutMs: 20_000 });
  const getting = credentials.get({ token: 'a', expires: 1, refresh: () => new Promise(() => {}) });
  await clock.advance(20_000);
  expect(await getting).toEqual(refusedFor('The refresh of the token took longer than 20 s.', true));
});

test('a command runs once for all waiting callers, again after it expires, and once when its key is rejected', async () => {
  const clock = createVirtualClock();
  let runs = 0;
  const runCommand = async (): Promise<{ readonly printed: string }> => {
    runs += 1;
    const printed = `key-${runs}`;
    await clock.sleep(100);
    return { printed };
  };
  const credentials = createCredentials({ clock, runCommand });
  // Two separately read copies of the same configuration.
  const one: CredentialSource = { command: 'print-key', ttlMs: 60_000 };
  const other: CredentialSource = { ...one };
  const got = async (...asked: readonly Promise<Credential>[]) =>
    (await clock.finish(Promise.all(asked))).map((each) => ('key' in each ? each.key : 'none'));

  expect(await got(credentials.get(one), credentials.get(other), credentials.get(one))).toEqual(Array(3).fill('key-1'));
  await clock.advance(59_900);
  expect(await got(credentials.get(other))).toEqual(['key-1']);
  await clock.advance(200);
  expect(await got(credentials.get(one), credentials.get(other))).toEqual(['key-2', 'key-2']);
  expect(await got(credentials.renew(one, 'key-2'), credentials.renew(other, 'key-2'))).toEqual(['key-3', 'key-3']);
  // A caller whose old key is refused late gets the new key.
  expect(await got(credentials.renew(one, 'key-2'))).toEqual(['key-3']);
  credentials.refuse(one, 'key-3');
  expect(await got(credentials.get(other))).toEqual(['key-4']);
  expect(runs).toBe(4);
});

test('refreshes a token a minute before it expires; a failed refresh does no harm while it is valid', async () => {
  const clock = createVirtualClock();
  const answers = ['fail', 'fail', 'tok-2'];
  const source: CredentialSource = {
    token: 'tok-1',
    expires: clock.now() + 100_000,
    refresh: async () => {
      const token = answers.shift() ?? '';
      if (token === 'fail') throw new Error('not now');
      return { token };
    },
  };
  const credentials = createCredentials({ clock });
  const keys: unknown[] = [];
  for (const ms of [39_000, 2_000, 59_000]) {
    await clock.advance(ms);
    keys.push([await credentials.get(source), answers.length]);
  }
  await clock.advance(1_000_000);
  keys.push([await credentials.get(source), answers.length]);
  expect(keys).toEqual([
    [{ key: 'tok-1', expires: 1_100_000 }, 3],
    [{ key: 'tok-1', expires: 1_100_000 }, 2],
    [refusedFor('The refresh of the token failed.', true), 1],
    [{ key: 'tok-2' }, 0],
  ]);
});

test('the same key is not a renewal; a different one in the file is', async () => {
  const file = join(folder, 'changing');
  await writeFile(file, 'sk-old');
  const credentials = createCredentials({ environment: {}, homeDirectory: folder });
  const none = refusedFor('There is no key other than the refused one.', true);
  expect(await credentials.renew({ file }, 'sk-old')).toEqual(none);
  expect(await credentials.renew({ key: 'sk-a' }, 'sk-a')).toEqual(none);
  expect(await credentials.renew({ command: 'echo sk-b' }, 'sk-b')).toEqual(none);
  await writeFile(file, 'sk-new');
  expect(await credentials.renew({ file }, 'sk-old')).toEqual({ key: 'sk-new' });
  expect(await readFile(file, 'utf8')).toBe('sk-new');
});
