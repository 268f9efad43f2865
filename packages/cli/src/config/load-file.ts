/** One configuration file: read, parsed and checked, or an error that says where it is wrong and what to write. */
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
  /** Others than its owner may read it. */
  readonly open: boolean;
}

/** Undefined: there is none. */
export async function loadFile(path: string, kind: 'user' | 'project'): Promise<LoadedFile | undefined> {
  const read = await readConfigFile(path);
  if (read === undefined) return undefined;
  const shown = plainText(path);
  const parsed = parseConfig(read.text);
  if ('fault' in parsed) {
    const { line, column } = parsed.place;
    throw usageError(`${shown}:${line}:${column}: ${parsed.fault}`);
  }
  // Only where there is a file: what checks it takes a while to load.
  const [{ configSchema }, { parseRule }] = await Promise.all([import('./schema.ts'), import('@interlock/runtime')]);
  const problems = findProblems(parsed.value, configSchema as Form);
  if (problems.length > 0) throw usageError(problemLines(shown, parsed, problems));
  // The schema and the type are the same thing twice: `schema.ts` does not compile otherwise.
  const values = parsed.value as Config;
  const mistakes = checkValues(values, kind, (rule) => {
    const read = parseRule(rule, 'ask');
    return 'problem' in read ? plainText(read.problem) : undefined;
  });
  if (mistakes.length > 0) throw usageError(problemLines(shown, parsed, mistakes));
  return { path, kind, values, parsed, open: read.open };
}
