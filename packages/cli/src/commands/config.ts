/** `interlock config`: the effective configuration, and where each value came from. Secrets are hidden. */
import { configuredTarget, firstWithKey } from '../agent/default-target.ts';
import type { Config } from '../config/config.ts';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { type ConfigPath, pathText } from '../config/problem.ts';
import type { Origin } from '../config/resolved-config.ts';
import { exitCodes } from '../io/exit-codes.ts';
import type { Io } from '../io/io.ts';
import { jsonLine, jsonText } from '../print/json-text.ts';
import { listNames } from '../print/list-names.ts';
import { plainText } from '../print/plain-text.ts';
import { writeText } from '../print/write-text.ts';
import { conceal } from './setup/conceal.ts';
import { type TableLayout, tableText } from './table-text.ts';

export interface ConfigFlags {
  readonly json?: boolean;
  /** Prints only the paths of the files. */
  readonly path?: boolean;
  readonly cwd?: string;
  readonly config?: string;
}

export async function config({ json, path, ...flags }: ConfigFlags, { env, stdout }: Io): Promise<number> {
  const loaded = await loadConfig({ flags, env });
  if (path === true) await writeText(stdout, pathsText(loaded, json === true));
  else await writeText(stdout, json === true ? allJson(loaded) : textOf(loaded, { env, stdout }));
  return exitCodes.fine;
}

/** The path of the user's file, whether or not it exists; then the project's, if there is one. */
function pathsText({ userFile, config: { files } }: LoadedConfig, json: boolean): string {
  const project = files.filter(({ kind }) => kind === 'project').map((file) => file.path);
  if (json) return jsonLine({ user: userFile, ...(project[0] === undefined ? {} : { project: project[0] }) });
  return [userFile, ...project].map((file) => `${plainText(file)}\n`).join('');
}

function allJson({ config: { values, origins, files }, toolFiles, providerFiles, ...rest }: LoadedConfig): string {
  const { workspace, project, trusted, changed } = rest;
  const where = { files, toolFiles, providerFiles, workspace, project, trusted, changed };
  const shown = { values: conceal(values), origins: Object.fromEntries(origins), ...where };
  return jsonText(shown);
}

interface Leaf {
  readonly path: string;
  readonly value: unknown;
  readonly origin: Origin;
}

const layout: TableLayout = {
  shrink: [
    { column: 1, min: 24 },
    { column: 2, min: 16 },
  ],
};

function textOf(loaded: LoadedConfig, { env, stdout }: Pick<Io, 'env' | 'stdout'>): string {
  const { values, origins, files } = loaded.config;
  const rows = leavesOf(inOrder(conceal(values)), origins).map(({ path, value, origin }) => [
    path,
    valueText(value),
    originText(origin),
  ]);
  return [
    tableText([...chosenRow(loaded, env), ...rows], layout, stdout),
    filesText(loaded),
    ...(files.length === 0 ? [] : ignoredText(loaded)),
  ].join('\n');
}

/** The target comes first, wherever it was set. */
function inOrder({ $schema: _, model, route, ...rest }: Config): Config {
  return { ...(model === undefined ? {} : { model }), ...(route === undefined ? {} : { route }), ...rest };
}

/** The default target. */
function chosenRow(loaded: LoadedConfig, env: Io['env']): readonly (readonly string[])[] {
  if (configuredTarget(loaded, env) !== undefined) return [];
  const first = firstWithKey(loaded, env);
  if (first === undefined) return [['model', '(none)', 'no key found; Ollama is used if it runs']];
  return [['model', first.name, originText(first.origin)]];
}

function filesText(loaded: LoadedConfig): string {
  const {
    userFile,
    config: { files },
    toolFiles,
    providerFiles,
    project,
  } = loaded;
  const trustHint = (isIgnored: boolean): string =>
    isIgnored ? ' (not loaded until the folder is trusted: --trust)' : '';
  const hasUser = files.some(({ kind }) => kind === 'user');
  const lines = [
    `user file:     ${plainText(userFile)}${hasUser ? '' : ' (not found)'}`,
    ...files.filter(({ kind }) => kind === 'project').map(({ path }) => `project file:  ${plainText(path)}`),
    ...toolFiles.map(({ path, isIgnored }) => `tool:          ${plainText(path)}${trustHint(isIgnored)}`),
    ...providerFiles.map(({ path, isIgnored }) => `provider:      ${plainText(path)}${trustHint(isIgnored)}`),
    `project:       ${plainText(project)} (${trustText(loaded)})`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function trustText({ trusted, changed }: LoadedConfig): string {
  if (trusted) return 'trusted';
  const why =
    changed.length === 0 ? '' : `, because these are new or changed since you trusted it: ${listNames(changed)}`;
  return plainText(`not trusted${why}: its files can only add restrictions`);
}

function ignoredText({ config: { files } }: LoadedConfig): readonly string[] {
  const ignored = files.flatMap((file) => file.ignored);
  if (ignored.length === 0) return [];
  return [
    `Ignored until the folder is trusted (--trust):\n${ignored.map((each) => `  ${plainText(each)}\n`).join('')}`,
  ];
}

function originText({ from, name }: Origin): string {
  if (from === 'default') return name === 'built in' ? 'default' : `default: ${name}`;
  return from === 'user' || from === 'project' ? `${from} file` : name;
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Every value with an origin, and its path. */
function leavesOf(value: unknown, origins: LoadedConfig['config']['origins'], path: ConfigPath = []): readonly Leaf[] {
  const origin = origins.get(pathText(path));
  if (origin !== undefined) return [{ path: pathText(path), value, origin }];
  if (Array.isArray(value)) return value.flatMap((each, index) => leavesOf(each, origins, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, origins, [...path, key]));
}
