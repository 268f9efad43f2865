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
import { findProject, liesWithin, type Project, projectProviders, projectTools } from './find-project.ts';
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
  /** What is new since the user trusted the folder, and why it is not trusted now. */
  readonly changed: readonly string[];
  /** The user's file, whether or not it exists. */
  readonly userFile: string;
  /** The files as they were read, for problems that are found later. */
  readonly sources: readonly LoadedFile[];
  /** Tool files of the user and the project, including those that are not loaded. Empty if they are disabled. */
  readonly toolFiles: readonly ToolFile[];
  /** Provider files of the user and the project, including those that are not loaded. Empty if they are disabled. */
  readonly providerFiles: readonly ToolFile[];
  /** Problems of those that were loaded. */
  readonly providerProblems: readonly ToolProblem[];
  /** Folders of commands, skills and agents: the user's, and those of a trusted project. */
  readonly extensions: ExtensionFolders;
  /** Files in such folders that are ignored because the project is not trusted. */
  readonly leftExtensions: readonly string[];
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
  const isOwnOn = user?.values.providerFiles !== false;
  const userProviders = isOwnOn ? await providerFiles(join(folders.config, providerFolderName), 'user', true) : [];
  const mine = await loadProviders(userProviders);
  const found = await findProject(workspace);
  const project = await loadProject(found, {
    below,
    env,
    flags,
    folders,
    ownProviders: mine.loaded,
    ...(askTrust === undefined ? {} : { askTrust }),
  });
  const layers = [...below, ...project.layers, environmentLayer(env), flagLayer(flags)];
  const merged = withRouteChoice(mergeLayers(layers));
  const { origins } = merged;
  // If only the project disables them, those of the user are already loaded; they are not used.
  const isOff = merged.values.providerFiles === false;
  const theirProviders = isOff ? [] : await providerFiles(projectProviders(found.root), 'project', project.trusted);
  const theirs = await loadProviders(theirProviders, mine.loaded);
  const values = withProviders(merged.values, isOff ? [] : [...mine.loaded, ...theirs.loaded]);
  const ofProviders = isOff
    ? { providerFiles: [], providerProblems: [] }
    : {
        providerFiles: [...userProviders, ...theirProviders],
        providerProblems: [...mine.problems, ...theirs.problems],
      };
  const files = [user, project.file].filter((file) => file !== undefined);
  refuse(checkReferences(values, env), { values, origins }, files, ofProviders);
  return {
    config: {
      values,
      origins,
      files: files.map(({ path, kind }) => ({ path, kind, left: kind === 'project' ? project.left : [] })),
    },
    folders,
    workspace,
    project: found.root,
    trusted: project.trusted,
    changed: project.changed,
    userFile,
    sources: files,
    toolFiles: values.tools?.own === false ? [] : await toolFilesOf(folders, project),
    ...ofProviders,
    extensions: extensionFolders(folders, project.trusted ? found.root : undefined),
    leftExtensions: project.trusted ? [] : project.extensions,
    warnings: [
      ...ofProviders.providerProblems.map(({ where, text }) => `${where}: ${text}`),
      ...files.flatMap(warningsOf),
      ...project.warnings,
    ],
  };
}

interface ProjectSurroundings {
  readonly below: readonly Layer[];
  readonly env: Io['env'];
  readonly flags: AgentFlags;
  readonly folders: Folders;
  /** Those of the user. */
  readonly ownProviders: readonly OwnProvider[];
  readonly askTrust?: AskTrust;
}

async function providerFiles(folder: string, from: ToolFile['from'], trusted: boolean): Promise<readonly ToolFile[]> {
  const paths = await listToolFiles(folder);
  return paths.map((path) => ({ path, from, isLeft: !trusted }));
}

/** Nothing is imported if there are no such files. */
async function loadProviders(
  files: readonly ToolFile[],
  before: readonly OwnProvider[] = [],
): Promise<LoadedProviders> {
  if (files.every(({ isLeft }) => isLeft)) return { loaded: [], problems: [] };
  const loader = await import('../own-providers/load-providers.ts');
  return loader.loadProviders(files, before);
}

function withProviders(values: Config, own: readonly OwnProvider[]): UsedConfig {
  return own.length === 0 ? values : { ...values, ownProviders: own.map(({ provider }) => provider) };
}

/** The user's come first. */
async function toolFilesOf({ config }: Folders, project: LoadedProject): Promise<readonly ToolFile[]> {
  const own = await listToolFiles(join(config, toolFolderName));
  return [
    ...own.map((path): ToolFile => ({ path, from: 'user', isLeft: false })),
    ...project.tools.map((path): ToolFile => ({ path, from: 'project', isLeft: !project.trusted })),
  ];
}

interface LoadedProject {
  readonly trusted: boolean;
  readonly changed: readonly string[];
  readonly tools: readonly string[];
  /** Names of the files of commands, skills, agents and hooks. */
  readonly extensions: readonly string[];
  readonly layers: readonly Layer[];
  readonly left: readonly string[];
  readonly warnings: readonly string[];
  readonly file?: LoadedFile;
}

async function loadProject({ root, file: path }: Project, around: ProjectSurroundings): Promise<LoadedProject> {
  const { folders, flags, askTrust, below, env, ownProviders } = around;
  const file = path === undefined ? undefined : await loadFile(path, 'project');
  const tools = await listToolFiles(projectTools(root));
  const under = withProviders(mergeLayers(below).values, ownProviders);
  const { values, left } = await narrowed(root, file, narrowingFacts(under, env));
  const isOffering = tools.length > 0 && under.tools?.own !== false && values.tools?.own !== false;
  const isBringing = under.providerFiles !== false && values.providerFiles !== false;
  const extensions = await extensionParts(root, folders);
  const { trusted, changed, warnings } = await decideTrust({
    folder: root,
    parts: [
      ...settingParts(file?.values ?? {}, left),
      ...(isOffering ? await fileParts(projectTools(root)) : []),
      ...(isBringing ? await fileParts(projectProviders(root)) : []),
      ...extensions,
    ],
    stateFolder: folders.state,
    isGiven: flags.trust === true,
    ...(askTrust === undefined ? {} : { askTrust }),
  });
  const layers = file === undefined ? [] : [layerOf(file, trusted ? file.values : values)];
  const brought = extensions.map(({ name }) => name);
  const said = { trusted, changed, warnings, tools, extensions: brought, layers, left: trusted ? [] : left };
  return file === undefined ? said : { ...said, file };
}

async function narrowed(root: string, file: LoadedFile | undefined, facts: NarrowingFacts): Promise<Narrowed> {
  if (file === undefined) return { values: {}, left: [] };
  if (await liesWithin(root, file.path)) return narrowConfig(file.values, facts);
  return { values: {}, left: ['everything: the file is a link that leads out of the folder'] };
}

/** A name is usable if everything it needs exists without the project, including its key. */
function narrowingFacts(under: UsedConfig, env: Io['env']): NarrowingFacts {
  const usable = (provider: string): boolean => {
    const entry = findEntry(provider, under, env);
    return entry !== undefined && keyStateOf(entry, under, env).there;
  };
  return {
    under,
    knowsModel: (name) => {
      const { models = {} } = under;
      const own = Object.hasOwn(models, name) ? models[name] : undefined;
      return namedTarget(name, under, env) !== undefined && usable(own?.provider ?? name.split('/')[0] ?? '');
    },
    knowsRoute: (name) => namedRoute(name, under, env) !== undefined,
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

function refuse(
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
  const switchedOff = values.providerFiles === false ? origins.get('providerFiles')?.name : undefined;
  const unloaded = [
    ...(switchedOff === undefined
      ? []
      : [`${plainText(switchedOff)}: providerFiles is false: providers in files are not loaded.`]),
    ...providerProblems.map(({ where, text }) => `${where}: ${text}`),
    ...all.flatMap(({ path, isLeft }) =>
      isLeft
        ? [`${plainText(path)} is not loaded: the folder is not trusted. If you trust it, start with --trust.`]
        : [],
    ),
  ];
  throw usageError([...lines, ...unloaded].join('\n'));
}

/** For a missing value, the origin of its siblings. */
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
  if (kind === 'project' || !open || !holdsSecret(values)) return [];
  return [`${plainText(path)} holds a key and can be read by others. Run: chmod 600 ${plainText(path)}`];
}

function holdsSecret(values: Config): boolean {
  return credentialSources(values).some((source) => 'key' in source || 'token' in source);
}

async function openFolder(given: string): Promise<string> {
  const path = resolve(process.cwd(), given);
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) throw usageError(`There is no folder ${plainText(path)}.`);
  if (!(await stat(real)).isDirectory()) throw usageError(`${plainText(path)} is not a folder. Name one with --cwd.`);
  return real;
}
