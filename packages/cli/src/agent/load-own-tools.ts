/** Custom tools, as configured, and the notices about them at the start. */
import { type AgentTool, cleanEnvironment, type Sandbox, systemClock } from '@interlock/runtime';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Io } from '../io/io.ts';
import { type OwnTools, openOwnTools } from '../own-tools/open-own-tools.ts';
import { untrustedText } from './notices.ts';
import { secretVariables } from './secret-variables.ts';
import { builtInNames } from './session-setup.ts';

export interface LoadedTools extends OwnTools {
  /** The tools that are not disabled. */
  readonly offered: readonly AgentTool[];
}

/** Undefined: there are no files. */
export async function loadOwnTools(
  { config: { values }, toolFiles }: LoadedConfig,
  env: Io['env'],
  sandbox?: Sandbox,
): Promise<LoadedTools | undefined> {
  if (toolFiles.every(({ isIgnored }) => isIgnored)) return undefined;
  const own = await openOwnTools(toolFiles, {
    environment: cleanEnvironment(env, secretVariables(values)),
    ...(sandbox === undefined ? {} : { sandbox }),
    clock: systemClock,
    taken: await builtInNames(),
  });
  const { disabled = [] } = values.tools ?? {};
  return { ...own, offered: own.tools.flatMap(({ tool }) => (disabled.includes(tool.name) ? [] : [tool])) };
}

/** One line for files that are not loaded, and one for those that fail: `interlock doctor` has the details. */
export function ownToolNotices(
  { toolFiles, providerFiles, ignoredExtensions, changed }: LoadedConfig,
  own: OwnTools | undefined,
): readonly string[] {
  // If something has changed, that is reported instead.
  const notLoaded =
    changed.length > 0
      ? []
      : [
          ...[...providerFiles, ...toolFiles].filter(({ isIgnored }) => isIgnored).map(({ path }) => path),
          ...ignoredExtensions,
        ];
  const [first, ...others] = own?.problems ?? [];
  const more = others.length === 0 ? '' : ` ${others.length} more: /tools or interlock doctor lists them.`;
  return [
    ...(notLoaded.length === 0 ? [] : [notLoadedText(notLoaded)]),
    ...(first === undefined ? [] : [`${first.where}: ${first.text}${more}`]),
  ];
}

/** Names only the first file; the user knows the folder. */
function notLoadedText(paths: readonly string[]): string {
  const [first = ''] = paths;
  const more = paths.length === 1 ? '' : ` and ${paths.length - 1} more`;
  return untrustedText(`Not loaded: ${first}${more}.`);
}
