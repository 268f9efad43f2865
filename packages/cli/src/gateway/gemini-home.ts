/**
 * A home folder for Gemini CLI under `interlock run`. It signs in as its settings say, whatever the variables are, and since 0.61 it takes
 * settings from outside the home folder only if they belong to root. So it gets a folder of ours, which stays from run to run: the user's
 * own files are linked, and the settings are a copy with the sign-in changed.
 */
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';
import { usageError } from '../io/command-error.ts';

const settingsName = 'settings.json';

export async function prepareGeminiHome(userHome: string, home: string): Promise<void> {
  const [from, to] = [userHome, home].map((folder) => join(folder, '.gemini')) as [string, string];
  await mkdir(to, { recursive: true, mode: 0o700 });
  const path = join(from, settingsName);
  const text = (await orUndefined(readFile(path, 'utf8'), 'ENOENT')) ?? '{}';
  await writeFile(join(to, settingsName), withApiKey(text, path), { mode: 0o600 });
  for (const name of (await orUndefined(readdir(from), 'ENOENT')) ?? []) {
    // A file that Gemini CLI has put in the place of a link stays.
    if (name !== settingsName) await orUndefined(symlink(join(from, name), join(to, name)), 'EEXIST');
  }
}

function withApiKey(text: string, path: string): string {
  const errors: ParseError[] = [];
  const settings: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || typeof settings !== 'object')
    throw usageError(`${path} is not valid JSON. Gemini CLI cannot read it either.`);
  return applyEdits(text, modify(text, ['security', 'auth', 'selectedType'], 'gemini-api-key', {}));
}

async function orUndefined<T>(work: Promise<T>, code: string): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === code) return undefined;
    throw error;
  }
}
