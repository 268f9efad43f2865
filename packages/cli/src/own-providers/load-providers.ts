/**
 * Providers in files. Unlike a tool, a provider is loaded into this process, because authentication signs requests here. So only files of
 * the user and of trusted folders are passed to `loadProviders` without `isIgnored`.
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { providerName } from '@interlock/transcript';
import {
  ConfigError,
  defineProvider,
  keyIn,
  type Provider,
  type ProviderDefinition,
  protocolOf,
  providerFields,
  providers,
} from '@interlock/wire';
import { describeLoadFault, typeScriptProblem } from '../own-tools/describe-load-fault.ts';
import type { ToolProblem } from '../own-tools/open-own-tools.ts';
import { faultOf } from '../own-tools/process-side.ts';
import type { ToolFile } from '../own-tools/tool-files.ts';
import { noSuchField } from '../print/did-you-mean.ts';
import { plainLine, plainText } from '../print/plain-text.ts';

export interface OwnProvider {
  readonly provider: Provider;
  readonly file: string;
}

export interface LoadedProviders {
  readonly loaded: readonly OwnProvider[];
  /** Files without a usable provider, each with what to do. */
  readonly problems: readonly ToolProblem[];
}

/** How long a file may take to load, in milliseconds. */
const defaultLoadMs = 10_000;

const example =
  "Write export default { name: '…', protocols: ['openai-chat'], endpoints: { 'openai-chat': 'https://…' } }";

/** Never rejects. If two have the same name, the first wins: built-in, then `before`, then in the order of `files`. */
export async function loadProviders(
  files: readonly ToolFile[],
  before: readonly OwnProvider[] = [],
  loadMs: number = defaultLoadMs,
): Promise<LoadedProviders> {
  const wanted = files.filter(({ isIgnored }) => !isIgnored);
  const results = await Promise.all(wanted.map(({ path }) => loadFile(path, loadMs)));
  const loaded: OwnProvider[] = [];
  const problems: ToolProblem[] = [];
  for (const result of results) {
    const duplicate = 'provider' in result ? duplicateProblem(result, [...before, ...loaded]) : undefined;
    if (duplicate !== undefined) problems.push(duplicate);
    else if ('provider' in result) loaded.push(result);
    else problems.push(result);
  }
  return { loaded, problems };
}

async function loadFile(path: string, loadMs: number): Promise<OwnProvider | ToolProblem> {
  const problem = typeScriptProblem(path, process);
  if (problem !== undefined) return problemAt(path, problem);
  try {
    const definition = await within(loadMs, importDefinition(path));
    if (definition === undefined) {
      const advice = 'Look for an await that never ends at the top of the file.';
      return problemAt(path, `It did not load within ${loadMs / 1_000} s. ${advice}`);
    }
    if (typeof definition === 'string') return problemAt(path, definition);
    return { provider: defineProvider(definition), file: path };
  } catch (error) {
    if (error instanceof ConfigError) return problemAt(path, error.message);
    const { position, text } = await describeLoadFault(path, faultOf(error), 'Fix the file, or remove it.');
    return problemAt(position === undefined ? path : `${path}:${position}`, text);
  }
}

/**
 * Returns a string that says what is wrong if there is no definition. An exported function gets what it would otherwise have to import, so
 * that these packages need not be installed next to the file.
 */
async function importDefinition(path: string): Promise<ProviderDefinition | string> {
  const module: object = await import(/* @vite-ignore */ pathToFileURL(path).href);
  if (!('default' in module)) return `It has no default export. ${example}`;
  const { default: exported } = module;
  const definition: unknown =
    typeof exported === 'function' ? await exported({ defineProvider, keyIn, protocolOf }) : exported;
  if (typeof definition !== 'object' || definition === null || Array.isArray(definition)) {
    return `Its default export must be an object, or a function that returns one. ${example}`;
  }
  const unknown = Object.keys(definition).find((name) => !providerFields.includes(name));
  if (unknown === undefined) return definition as ProviderDefinition;
  return noSuchField(unknown, providerFields);
}

/** Undefined: timed out. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function duplicateProblem(
  { provider: { name }, file }: OwnProvider,
  before: readonly OwnProvider[],
): ToolProblem | undefined {
  const isBuiltIn = providers.some((each) => each.name === providerName(name));
  const other = before.find(({ provider }) => provider.name === name);
  if (!isBuiltIn && other === undefined) return undefined;
  const existing = isBuiltIn ? 'it is built in' : `it is defined in ${other?.file ?? ''}`;
  return problemAt(file, `A provider ${name} already exists: ${existing}. Use another name.`);
}

function problemAt(where: string, text: string): ToolProblem {
  return { where: plainText(where), text: plainLine(text) };
}
