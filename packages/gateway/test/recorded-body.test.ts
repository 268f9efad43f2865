/** What is kept of a body that is recorded: no keys, no media, not more than allowed. */
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/program/temporary-folder.ts';
import { createGateway } from '../src/index.ts';
import { openRecording } from '../src/recording/open-recording.ts';
import { recordedJson, recordedText } from '../src/recording/recorded-body.ts';

const pem = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA7bq+/\n'.repeat(20)}-----END RSA PRIVATE KEY-----`;
const longKey = `sk-ant-api03-${'a1B2'.repeat(20)}`;

test.each([
  ['a key, recognized by its form', `use ${longKey} here`, 'use [key] here'],
  ['a key in use, whatever its form', 'it is plain-old-password-of-ours.', 'it is [key].'],
  ['a whole private key', `cat id_rsa\n${pem}\ndone`, 'cat id_rsa\\n[key]\\ndone'],
  [
    'a private key, and not the text after it',
    `${pem}\nand then a long sentence without any mark that goes on and on`,
    '[key]\\nand then a long sentence without any mark that goes on and on',
  ],
  ['a gateway token', `ilk_${'x'.repeat(32)}`, '[key]'],
  ['a password in a URL', 'postgresql://me:hunter2@db:5432/x', 'postgresql://me:[key]@db:5432/x'],
  ['a variable', 'DB_PASSWORD=correct-horse\nPORT=8080', 'DB_PASSWORD=[key]\\nPORT=8080'],
  ['a field', '{"client_secret": "abcdefgh"}', '{\\"client_secret\\": \\"[key]\\"}'],
  ['keeps token counts', '"max_tokens": 1000000', '\\"max_tokens\\": 1000000'],
  ['keeps ordinary text', 'The token: a word. Keys are secret.', 'The token: a word. Keys are secret.'],
])('%s', (_, text, shown) => {
  const { text: recorded } = recordedJson({ text }, 10_000, new Set(['plain-old-password-of-ours']));
  expect(recorded).toBe(`{"text":"${shown}"}`);
});

test('counts media and opaque tokens instead of keeping them', () => {
  const body = {
    image: 'A'.repeat(5_000),
    url: `data:image/png;base64,${'B'.repeat(5_000)}`,
    list: ['C'.repeat(1_024)],
  };
  expect(JSON.parse(recordedJson(body, 10_000, []).text)).toEqual({
    image: '[5000 characters of base64]',
    url: '[5022 characters of base64]',
    list: ['C'.repeat(1_024)],
  });
});

test('truncates long text, and leaves no part of a key at the cut', () => {
  for (let before = 0; before < 300; before += 7) {
    const { text, characters } = recordedText(`${'x '.repeat(50 + before)}${longKey} ${'y '.repeat(9_000)}`, 400, []);
    expect(text.length).toBeLessThanOrEqual(400);
    expect(characters).toBeGreaterThan(18_000);
    expect(text).not.toContain('a1B2');
  }
  // Many keys make a text shorter than the cut.
  const { text } = recordedText(`${`${longKey} `.repeat(300)}`, 4_000, []);
  expect(text).not.toContain('a1B2');
  expect(recordedText('x'.repeat(50), 50, [])).toEqual({ text: 'x'.repeat(50), characters: 50 });
});

test('the file is private and bounded: keeps the previous one, and no older ones', async () => {
  const folder = temporaryFolder('recording');
  try {
    const path = join(folder, 'exchanges.jsonl');
    const failures: unknown[] = [];
    const file = openRecording(path, { bytes: 1_000, onFailure: (error) => failures.push(error) });
    for (let at = 0; at < 30; at += 1) file.write(JSON.stringify({ at, text: 'x'.repeat(80) }));
    await file.close();
    const numbers = async (name: string): Promise<readonly number[]> =>
      (await readFile(name, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).at);
    const [older, newer] = [await numbers(`${path}.1`), await numbers(path)];
    expect([...older, ...newer]).toEqual(Array.from({ length: 20 }, (_, at) => at + 10));
    for (const name of [path, `${path}.1`]) {
      const { size, mode } = await stat(name);
      expect([size <= 1_000, (mode & 0o777).toString(8)]).toEqual([true, '600']);
    }
    const nowhere = openRecording(join(folder, 'no/such/folder'), { onFailure: (error) => failures.push(error) });
    nowhere.write('one');
    nowhere.write('two');
    await nowhere.close();
    expect(failures).toHaveLength(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a gateway does not start if its recording cannot be written', async () => {
  const folder = temporaryFolder('recording');
  try {
    const file = join(folder, 'missing', 'exchanges.jsonl');
    const starting = createGateway({
      ...{ environment: {}, models: { find: () => undefined, list: () => [] }, recording: { file } },
    });
    await expect(starting).rejects.toThrow(
      new RegExp(`^The recording cannot be written to ${file}: ENOENT.*Name a file in a folder that exists`),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
