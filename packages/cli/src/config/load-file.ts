/** Reads, parses and checks one configuration file. Errors say where the problem is and what to write. */
import { usageError } from '../io/command-error.ts';
import { plainText } from '../print/plain-text.ts';
import { checkValues } from './check-values.ts';
import type { Config } from './config.ts';
import { type Form, findProblems } from './find-problems.ts';
import { type ParsedConfig, parseConfig, problemLines } from './parse-config.ts';
import { readConfigFile } from './read-config-file.ts';

export interface LoadedFile {
  readonly path: string;
  readonly kind: 'user' | 'project';
  readonly values: Config;
  readonly parsed: ParsedConfig;
  /** Whether other users can read it. */
  readonly open: boolean;
}

/** Undefined: the file does not exist. */
export async function loadFile(path: string, kind: 'user' | 'project'): Promise<LoadedFile | undefined> {
  const read = await readConfigFile(path);
  if (read === undefined) return undefined;
  const shown = plainText(path);
  const parsed = parseConfig(read.text);
  if ('fault' in parsed) {
    const { line, column } = parsed.place;
    throw usageError(`${shown}:${line}:${column}: ${parsed.fault}`);
  }
  // Imported only if there is a file, because the validator takes a while to load.
  const [{ configSchema }, { parseRule }] = await Promise.all([import('./schema.ts'), import('@interlock/runtime')]);
  const problems = findProblems(parsed.value, configSchema as Form);
  if (problems.length > 0) throw usageError(problemLines(shown, parsed, problems));
  // The schema and the type agree: otherwise `schema.ts` does not compile.
  const values = parsed.value as Config;
  const mistakes = checkValues(values, kind, (rule) => {
    const read = parseRule(rule, 'ask');
    return 'problem' in read ? plainText(read.problem) : undefined;
  });
  if (mistakes.length > 0) throw usageError(problemLines(shown, parsed, mistakes));
  return { path, kind, values, parsed, open: read.open };
}
