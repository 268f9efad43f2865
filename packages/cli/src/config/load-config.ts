/**
 * The effective configuration: files, environment and flags merged and checked, with the origin of each value. What a project's file may
 * set depends on whether the user trusts the folder.
 */
import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { usageError } from '../io/command-error.ts';
import type { Io } from '../io/io.ts';
import type { LoadedProviders, OwnProvider } from '../own-providers/load-providers.ts';
import type { ToolProblem } from '../own-tools/open-own-tools.ts';
import { listToolFiles, providerFolderName, type ToolFile, toolFolderName } from '../own-tools/tool-files.ts';
import { plainText } from '../print/plain-text.ts';
import type { AgentFlags } from './agent-flags.ts';
import { checkReferences } from './check-references.ts';
import type { Config, UsedConfig } from './config.ts';
import { credentialSources } from './credential-sources.ts';
import { type AskTrust, decideTrust } from './decide-trust.ts';
import { type ExtensionFolders, extensionFolders, extensionParts } from './extension-folders.ts';
import { findProject, isInside, type Project, projectProviders, projectTools } from './find-project.ts';
import { type Folders, foldersOf } from './folders.ts';
import { type LoadedFile, loadFile } from './load-file.ts';
import { type Layer, type Merged, mergeLayers } from './merge-layers.ts';
import { namedRoute, namedTarget } from './name-target.ts';
import { type Narrowed, type NarrowingFacts, narrowConfig } from './narrow-config.ts';
import { defaultLayer, environmentLayer, flagLayer } from './outer-layers.ts';
import { problemLines } from './parse-config.ts';
import { type Problem, pathText } from './problem.ts';
import { findEntry, keyStateOf } from './provider-entry.ts';
import type { Origin, ResolvedConfig } from './resolved-config.ts';
import { fileParts, settingParts } from './trust-parts.ts';

export interface LoadOptions {
  readonly flags: AgentFlags;
  readonly env: Io['env'];
  /** Absent: nobody can be asked, and an unknown folder is not trusted. */
  readonly askTrust?: AskTrust;
}

export interface LoadedConfig {
  readonly config: ResolvedConfig;
  readonly folders: Folders;
  /** The folder that tools work in, with links resolved. */
  readonly workspace: string;
  /** The folder that is trusted or not. */
  readonly project: string;
  readonly trusted: boolean;
  /** The parts that are new since the user trusted the folder. If there are any, it is no longer trusted. */
  readonly changed: readonly string[];
  /** The user's file, whether or not it exists. */
  readonly userFile: string;
  /** The files as they were read, for problems that are found later. */
  readonly sources: readonly LoadedFile[];
  /** Tool files of the user and the project, including those that are not loaded. Empty if they are disabled. */
  readonly toolFiles: readonly ToolFile[];
  /** Provider files of the user and the project, including those that are not loaded. Empty if they are disabled. */
  readonly providerFiles: readonly ToolFile[];
  /** Problems of the provider files that were loaded. */
  readonly providerProblems: readonly ToolProblem[];
  /** Folders of commands, skills and agents: the user's, and those of a trusted project. */
  readonly extensions: ExtensionFolders;
  /** Files in such folders that are ignored because the project is not trusted. */
  readonly ignoredExtensions: readonly string[];
  /** Warnings for the user. */
  readonly warnings: readonly string[];
}

export async function loadConfig({ flags, env, askTrust }: LoadOptions): Promise<LoadedConfig> {
  const folders = foldersOf(env);
  const workspace = await openFolder(flags.cwd ?? '.');
  const userFile = flags.config === undefined ? join(folders.config, 'config.json') : resolve(flags.config);
  const user = await loadFile(userFile, 'user');
  if (user === undefined && flags.config !== undefined) throw usageError(`There is no file ${plainText(userFile)}.`);
  const { defaultLimits, defaultSubagentLimits } = await import('@interlock/runtime');
  const below = [
    defaultLayer({
      limits: defaultLimits,
      subagents: defaultSubagentLimits,
      sessionFolder: join(folders.state, 'sessions'),
    }),
    ...(user === undefined ? [] : [layerOf(user, user.values)]),
  ];
  const isOn = user?.values.providerFiles !== false;
  const userProviderFiles = isOn ? await providerFiles(join(folders.config, providerFolderName), 'user', true) : [];
  const userProviderCode = await loadProviders(userProviderFiles);
  const found = await findProject(workspace);
  const project = await loadProject(found, {
    below,
    env,
    flags,
    folders,
    ownProviders: userProviderCode.loaded,
    ...(askTrust === undefined ? {} : { askTrust }),
  });
  const layers = [...below, ...project.layers, environmentLayer(env), flagLayer(flags)];
  const merged = withRouteChoice(mergeLayers(layers));
  const { origins } = merged;
  // If only the project disables them, those of the user are already loaded; they are not used.
  const isOff = merged.values.providerFiles === false;
  const projectProviderFiles = isOff
    ? []
    : await providerFiles(projectProviders(found.root), 'project', project.trusted);
  const projectProviderCode = await loadProviders(projectProviderFiles, userProviderCode.loaded);
  const values = withProviders(merged.values, isOff ? [] : [...userProviderCode.loaded, ...projectProviderCode.loaded]);
  const providerFacts = isOff
    ? { providerFiles: [], providerProblems: [] }
    : {
        providerFiles: [...userProviderFiles, ...projectProviderFiles],
        providerProblems: [...userProviderCode.problems, ...projectProviderCode.problems],
      };
  const files = [user, project.file].filter((file) => file !== undefined);
  throwProblems(checkReferences(values, env), { values, origins }, files, providerFacts);
  return {
    config: {
      values,
      origins,
      files: files.map(({ path, kind }) => ({ path, kind, ignored: kind === 'project' ? project.ignored : [] })),
    },
    folders,
    workspace,
    project: found.root,
    trusted: project.trusted,
    changed: project.changed,
    userFile,
    sources: files,
    toolFiles: values.tools?.own === false ? [] : await toolFilesOf(folders, project),
    ...providerFacts,
    extensions: extensionFolders(folders, project.trusted ? found.root : undefined),
    ignoredExtensions: project.trusted ? [] : project.extensions,
    warnings: [
      ...providerFacts.providerProblems.map(({ where, text }) => `${where}: ${text}`),
      ...files.flatMap(warningsOf),
      ...project.warnings,
    ],
  };
}

interface ProjectContext {
  readonly below: readonly Layer[];
  readonly env: Io['env'];
  readonly flags: AgentFlags;
  readonly folders: Folders;
  /** The providers in files of the user. */
  readonly ownProviders: readonly OwnProvider[];
  readonly askTrust?: AskTrust;
}

async function providerFiles(folder: string, from: ToolFile['from'], trusted: boolean): Promise<readonly ToolFile[]> {
  const paths = await listToolFiles(folder);
  return paths.map((path) => ({ path, from, isIgnored: !trusted }));
}

/** Imports the loader only if there are such files. */
async function loadProviders(
  files: readonly ToolFile[],
  before: readonly OwnProvider[] = [],
): Promise<LoadedProviders> {
  if (files.every(({ isIgnored }) => isIgnored)) return { loaded: [], problems: [] };
  const loader = await import('../own-providers/load-providers.ts');
  return loader.loadProviders(files, before);
}

function withProviders(values: Config, own: readonly OwnProvider[]): UsedConfig {
  return own.length === 0 ? values : { ...values, ownProviders: own.map(({ provider }) => provider) };
}

/** Tool files, those of the user first. */
async function toolFilesOf({ config }: Folders, project: LoadedProject): Promise<readonly ToolFile[]> {
  const own = await listToolFiles(join(config, toolFolderName));
  return [
    ...own.map((path): ToolFile => ({ path, from: 'user', isIgnored: false })),
    ...project.tools.map((path): ToolFile => ({ path, from: 'project', isIgnored: !project.trusted })),
  ];
}

interface LoadedProject {
  readonly trusted: boolean;
  readonly changed: readonly string[];
  readonly tools: readonly string[];
  /** Names of the files of commands, skills, agents and hooks. */
  readonly extensions: readonly string[];
  readonly layers: readonly Layer[];
  readonly ignored: readonly string[];
  readonly warnings: readonly string[];
  readonly file?: LoadedFile;
}

async function loadProject({ root, file: path }: Project, context: ProjectContext): Promise<LoadedProject> {
  const { folders, flags, askTrust, below, env, ownProviders } = context;
  const file = path === undefined ? undefined : await loadFile(path, 'project');
  const tools = await listToolFiles(projectTools(root));
  const without = withProviders(mergeLayers(below).values, ownProviders);
  const { values, ignored } = await narrowFile(root, file, narrowingFacts(without, env));
  const hasTools = tools.length > 0 && without.tools?.own !== false && values.tools?.own !== false;
  const hasProviders = without.providerFiles !== false && values.providerFiles !== false;
  const extensions = await extensionParts(root, folders);
  const { trusted, changed, warnings } = await decideTrust({
    folder: root,
    parts: [
      ...settingParts(file?.values ?? {}, ignored),
      ...(hasTools ? await fileParts(projectTools(root)) : []),
      ...(hasProviders ? await fileParts(projectProviders(root)) : []),
      ...extensions,
    ],
    stateFolder: folders.state,
    isRequested: flags.trust === true,
    ...(askTrust === undefined ? {} : { askTrust }),
  });
  const layers = file === undefined ? [] : [layerOf(file, trusted ? file.values : values)];
  const names = extensions.map(({ name }) => name);
  const loaded = { trusted, changed, warnings, tools, extensions: names, layers, ignored: trusted ? [] : ignored };
  return file === undefined ? loaded : { ...loaded, file };
}

async function narrowFile(root: string, file: LoadedFile | undefined, facts: NarrowingFacts): Promise<Narrowed> {
  if (file === undefined) return { values: {}, ignored: [] };
  if (await isInside(root, file.path)) return narrowConfig(file.values, facts);
  return { values: {}, ignored: ['everything: the file is a link to a file outside the folder'] };
}

/** A name is usable if everything it needs exists without the project, including its key. */
function narrowingFacts(without: UsedConfig, env: Io['env']): NarrowingFacts {
  const usable = (provider: string): boolean => {
    const entry = findEntry(provider, without, env);
    return entry !== undefined && keyStateOf(entry, without, env).there;
  };
  return {
    under: without,
    knowsModel: (name) => {
      const { models = {} } = without;
      const own = Object.hasOwn(models, name) ? models[name] : undefined;
      return namedTarget(name, without, env) !== undefined && usable(own?.provider ?? name.split('/')[0] ?? '');
    },
    knowsRoute: (name) => namedRoute(name, without, env) !== undefined,
  };
}

function layerOf({ path, kind }: LoadedFile, values: Config): Layer {
  return { values, origin: { from: kind, name: path } };
}

/** `--model` and `model` may also name a route, if no model has that name. */
function withRouteChoice({ values, origins }: Merged): Merged {
  const { model, ...rest } = values;
  const isModel = model === undefined || Object.hasOwn(values.models ?? {}, model);
  if (isModel || !Object.hasOwn(values.routes ?? {}, model)) return { values, origins };
  const moved = [...origins].map(([path, origin]) => [path === 'model' ? 'route' : path, origin] as const);
  return { values: { ...rest, route: model }, origins: new Map(moved) };
}

function throwProblems(
  problems: readonly Problem[],
  { values, origins }: Pick<ResolvedConfig, 'values' | 'origins'>,
  files: readonly LoadedFile[],
  { providerFiles: all, providerProblems }: Pick<LoadedConfig, 'providerFiles' | 'providerProblems'>,
): void {
  if (problems.length === 0) return;
  const lines = problems.map((problem) => {
    const origin = originOf(problem, origins);
    const file = files.find(({ path }) => path === origin?.name);
    if (file !== undefined) return problemLines(plainText(file.path), file.parsed, [problem]);
    return `${origin?.name ?? pathText(problem.path)}: ${problem.text}`;
  });
  // The name may be unknown because its file was not loaded.
  const disabledBy = values.providerFiles === false ? origins.get('providerFiles')?.name : undefined;
  const unloaded = [
    ...(disabledBy === undefined
      ? []
      : [`${plainText(disabledBy)}: providerFiles is false: providers in files are not loaded.`]),
    ...providerProblems.map(({ where, text }) => `${where}: ${text}`),
    ...all.flatMap(({ path, isIgnored }) =>
      isIgnored
        ? [`${plainText(path)} is not loaded: the folder is not trusted. If you trust it, start with --trust.`]
        : [],
    ),
  ];
  throw usageError([...lines, ...unloaded].join('\n'));
}

/** A missing value has the origin of its siblings. */
function originOf({ path }: Problem, origins: ReadonlyMap<string, Origin>): Origin | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const text = pathText(path.slice(0, length));
    const exact = origins.get(text);
    if (exact !== undefined) return exact;
    const below = [...origins].findLast(([each]) => each.startsWith(`${text}.`) || each.startsWith(`${text}[`));
    if (below !== undefined) return below[1];
  }
  return undefined;
}

function warningsOf({ path, kind, values, open }: LoadedFile): readonly string[] {
  if (kind === 'project' || !open || !hasSecret(values)) return [];
  return [`${plainText(path)} holds a key and can be read by others. Run: chmod 600 ${plainText(path)}`];
}

function hasSecret(values: Config): boolean {
  return credentialSources(values).some((source) => 'key' in source || 'token' in source);
}

async function openFolder(wanted: string): Promise<string> {
  const path = resolve(process.cwd(), wanted);
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) throw usageError(`There is no folder ${plainText(path)}.`);
  if (!(await stat(real)).isDirectory()) throw usageError(`${plainText(path)} is not a folder. Name one with --cwd.`);
  return real;
}
