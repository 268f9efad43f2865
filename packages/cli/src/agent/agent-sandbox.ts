/** The sandbox of an agent, as configured, and the notices about it at the start. */
import { resolve } from 'node:path';
import type { Confinement, Sandbox } from '@interlock/runtime';
import { credentialSources } from '../config/credential-sources.ts';
import { withoutTilde } from '../config/folders.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { sandboxMode } from '../config/sandbox-mode.ts';
import { usageError } from '../io/command-error.ts';
import type { Io } from '../io/io.ts';
import { plainText } from '../print/plain-text.ts';
import { sessionFolder } from '../sessions/open-stores.ts';
import { secretVariables } from './secret-variables.ts';

export async function openAgentSandbox(
  loaded: LoadedConfig,
  env: Io['env'],
  alsoAllowed: readonly string[],
): Promise<Sandbox> {
  const { config, folders, userFile, workspace } = loaded;
  const { cleanEnvironment, openSandbox, openWorkspace } = await import('@interlock/runtime');
  const { tools = {} } = config.values;
  const keyFiles = credentialSources(config.values).flatMap((source) =>
    'file' in source ? [resolve(withoutTilde(source.file, folders))] : [],
  );
  await checkHosts(loaded);
  return openSandbox({
    mode: sandboxMode(tools.confine),
    workspace: await openWorkspace(workspace, { alsoAllowed }),
    environment: cleanEnvironment(env, secretVariables(config.values)),
    hidden: [folders.state, sessionFolder(loaded), userFile, ...keyFiles],
    opened: readablePaths(loaded),
    hosts: tools.hosts ?? [],
    unixSockets: tools.unixSockets === true,
  });
}

/** What the user opens of the home folder. */
export function readablePaths({ config, folders, workspace }: LoadedConfig): readonly string[] {
  return (config.values.tools?.readable ?? []).map((path) => resolve(workspace, withoutTilde(path, folders)));
}

/** Throws for a malformed host: it would be refused later, without an explanation. */
async function checkHosts({ config }: LoadedConfig): Promise<void> {
  const { isHostPattern } = await import('@interlock/runtime');
  const invalid = (config.values.tools?.hosts ?? []).find((host) => !isHostPattern(host));
  if (invalid === undefined) return;
  const file = config.origins.get('tools.hosts')?.name ?? 'the configuration';
  throw usageError(
    plainText(
      `${file}: tools.hosts: ${JSON.stringify(invalid)} is not a host. Write api.example.com, *.example.com or localhost:5432.`,
    ),
  );
}

/** Empty if commands are confined, because that is what the user expects. */
export function sandboxNotices({ confinement, limits }: Pick<Sandbox, 'confinement' | 'limits'>): readonly string[] {
  if (confinement.state === 'confined') return limits === undefined ? [] : [plainText(limits)];
  if (confinement.state === 'off') return [];
  return [plainText(`${consequence(confinement)} ${confinement.why}`)];
}

function consequence({ required }: Extract<Confinement, { state: 'unavailable' }>): string {
  return required
    ? 'No sandbox is available on this machine, and one is required: commands will not run.'
    : 'No sandbox is available on this machine: commands that are allowed can do whatever you can.';
}
