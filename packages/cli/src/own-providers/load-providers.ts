/**
 * Providers in files. Unlike a tool, a provider is loaded into this process, because authentication signs requests here. So only files of
 * the user and of trusted folders are passed to `loadProviders` without `isLeft`.
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

/** Never rejects. Of two with the same name the first wins: built-in, then `before`, then in the order of `files`. */
export async function loadProviders(
  files: readonly ToolFile[],
  before: readonly OwnProvider[] = [],
  loadMs: number = defaultLoadMs,
): Promise<LoadedProviders> {
  const wanted = files.filter(({ isLeft }) => !isLeft);
  const results = await Promise.all(wanted.map(({ path }) => loadFile(path, loadMs)));
  const loaded: OwnProvider[] = [];
  const problems: ToolProblem[] = [];
  for (const result of results) {
    const double = 'provider' in result ? doubleOf(result, [...before, ...loaded]) : undefined;
    if (double !== undefined) problems.push(double);
    else if ('provider' in result) loaded.push(result);
    else problems.push(result);
  }
  return { loaded, problems };
}

async function loadFile(path: string, loadMs: number): Promise<OwnProvider | ToolProblem> {
  const unread = typeScriptProblem(path, process);
  if (unread !== undefined) return problemAt(path, unread);
  try {
    const made = await within(loadMs, importDefinition(path));
    if (made === undefined) {
      const advice = 'Look for an await that never ends at the top of the file.';
      return problemAt(path, `It did not load within ${loadMs / 1_000} s. ${advice}`);
    }
    if (typeof made === 'string') return problemAt(path, made);
    return { provider: defineProvider(made), file: path };
  } catch (error) {
    if (error instanceof ConfigError) return problemAt(path, error.message);
    const { place, text } = await describeLoadFault(path, faultOf(error), 'Fix the file, or remove it.');
    return problemAt(place === undefined ? path : `${path}:${place}`, text);
  }
}

/** A string says what is wrong. A function gets what it would otherwise import: these packages need not be installed next to it. */
async function importDefinition(path: string): Promise<ProviderDefinition | string> {
  const module: object = await import(/* @vite-ignore */ pathToFileURL(path).href);
  if (!('default' in module)) return `It has no default export. ${example}`;
  const { default: given } = module;
  const made: unknown = typeof given === 'function' ? await given({ defineProvider, keyIn, protocolOf }) : given;
  if (typeof made !== 'object' || made === null || Array.isArray(made)) {
    return `Its default export must be an object, or a function that returns one. ${example}`;
  }
  const odd = Object.keys(made).find((name) => !providerFields.includes(name));
  if (odd === undefined) return made as ProviderDefinition;
  return noSuchField(odd, providerFields);
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

function doubleOf({ provider: { name }, file }: OwnProvider, before: readonly OwnProvider[]): ToolProblem | undefined {
  const isBuiltIn = providers.some((each) => each.name === providerName(name));
  const other = before.find(({ provider }) => provider.name === name);
  if (!isBuiltIn && other === undefined) return undefined;
  const whose = isBuiltIn ? 'it is built in' : `that of ${other?.file ?? ''}`;
  return problemAt(file, `A provider ${name} already exists: ${whose}. Use another name.`);
}

function problemAt(where: string, text: string): ToolProblem {
  return { where: plainText(where), text: plainLine(text) };
}
