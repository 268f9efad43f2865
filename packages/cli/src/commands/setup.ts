/**
 * `interlock setup`: asks for a provider and a key, tests them with one request, and saves them. The key goes into a file that only the
 * user can read, or stays in a keyring that a command reads. It is never shown, and nothing is saved that did not work.
 */
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { CredentialSource } from '@interlock/runtime';
import { applyEdits, modify } from 'jsonc-parser';
import { preferredProviders } from '../agent/preferred-providers.ts';
import { tryTarget } from '../agent/try-target.ts';
import { loadConfig } from '../config/load-config.ts';
import { targetOf } from '../config/name-target.ts';
import { defaultModelOf, findEntry, type ProviderEntry } from '../config/provider-entry.ts';
import { readConfigFile } from '../config/read-config-file.ts';
import { writePrivateText } from '../config/write-privately.ts';
import { usageError } from '../io/command-error.ts';
import { commandName } from '../io/command-name.ts';
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { didYouMean } from '../print/did-you-mean.ts';
import { plainText } from '../print/plain-text.ts';
import { askSecret } from './setup/ask-secret.ts';

export interface SetupFlags {
  readonly provider?: string;
  /** A command that prints the key, from a keyring for example. */
  readonly keyCommand?: string;
  readonly config?: string;
}

export async function setup(flags: SetupFlags, io: Io): Promise<number> {
  const { env, stdout } = io;
  const loaded = await loadConfig({ flags, env });
  const names = preferredProviders.filter((name) => findEntry(name, {}, env) !== undefined);
  const name = flags.provider ?? (await chooseProvider(names, io));
  if (name === undefined) return cancelled(io);
  const entry = findEntry(name, loaded.config.values, env);
  if (entry === undefined)
    throw usageError(
      `There is no provider "${plainText(name)}".${didYouMean(name, names)}\nUse one of ${names.join(', ')}.`,
    );
  const answer = flags.keyCommand === undefined ? await askKey(entry, io) : `!${flags.keyCommand}`;
  if (answer === undefined) return cancelled(io);
  const source: CredentialSource = answer.startsWith('!') ? { command: answer.slice(1) } : { key: answer };
  const problem = await testKey(entry, source, env);
  if (problem !== undefined) {
    stdout.write(`${plainText(problem)}\nNothing was saved.\n`);
    return exitCodes.wrong;
  }
  const file = join(loaded.folders.config, 'keys', entry.name);
  if ('key' in source) await writePrivateText(file, `${source.key}\n`);
  await saveCredential(loaded.userFile, entry.name, 'key' in source ? { file } : source);
  const where = 'key' in source ? `Its key is in ${file}, readable by you alone.` : 'Its key comes from your command.';
  stdout.write(
    `${plainText(`${entry.name}/${defaultModelOf(entry)} answers. ${where}`)}\nStart with: ${commandName(env)}\n`,
  );
  return exitCodes.fine;
}

function cancelled({ stderr }: Io): number {
  stderr.write('interlock: Cancelled. Nothing was saved.\n');
  return exitCodes.usage;
}

async function chooseProvider(names: readonly string[], io: Io): Promise<string | undefined> {
  if (io.stdin.isTTY !== true)
    throw usageError(
      'setup needs a terminal, or --provider and the key on standard input:\ninterlock setup --provider anthropic < key.txt',
    );
  io.stderr.write(`Which provider?\n${names.map((name, at) => `  ${at + 1} ${name}`).join('\n')}\n`);
  const lines = createInterface({ input: io.stdin, output: io.stderr });
  try {
    const answer = (await lines.question('A number or a name: ')).trim();
    return answer === '' ? undefined : (names[Number(answer) - 1] ?? answer);
  } catch {
    // Ctrl-C or Ctrl-D.
    return undefined;
  } finally {
    lines.close();
  }
}

function askKey({ name }: ProviderEntry, io: Io): Promise<string | undefined> {
  return askSecret(`Paste the key for ${name} (it is not shown), or ! and a command that prints it: `, io);
}

/** Undefined: it answers. */
async function testKey(entry: ProviderEntry, source: CredentialSource, env: Io['env']): Promise<string | undefined> {
  const model = defaultModelOf(entry);
  if (model === undefined) return `No model of ${entry.name} to test with is known.`;
  const failed = await tryTarget({ ...targetOf(entry, model, {}), credentials: [source] }, env);
  if (failed === undefined) return undefined;
  return `${entry.name}/${model} ${failed.late ? failed.why : `did not answer: ${failed.why}`}`;
}

/** Comments and everything else in the file are kept. */
async function saveCredential(path: string, provider: string, source: CredentialSource): Promise<void> {
  const text = (await readConfigFile(path))?.text ?? '{}';
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  const edits = modify(text, ['providers', provider, 'credentials'], [source], { formattingOptions });
  await writePrivateText(path, `${applyEdits(text, edits).trimEnd()}\n`);
}
