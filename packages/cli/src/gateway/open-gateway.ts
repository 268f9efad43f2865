/** Opens the gateway that the configuration describes. */

import { join, resolve } from 'node:path';
import {
  type ClientToken,
  createGateway,
  type Gateway,
  type GatewayOptions,
  type ModelDirectory,
} from '@interlock/gateway';
import { createFileRouteStore, createMemoryRouteStore } from '@interlock/runtime';
import { ConfigError } from '@interlock/wire';
import { withoutTilde } from '../config/folders.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { messageOf, usageError } from '../io/command-error.ts';
import type { Io } from '../io/io.ts';
import { plainText } from '../print/plain-text.ts';
import { gatewayModels } from './gateway-models.ts';
import { offlineGatewayConfig, openOfflineModels } from './offline-models.ts';

export const defaultPort = 4141;

export interface OpenGatewayOptions {
  /** Uses simulators on this machine instead of the configured providers. */
  readonly offline?: boolean;
  readonly port?: number;
  readonly host?: string;
  readonly strict?: boolean;
  /** The variable with the URL of a database, instead of the configured one. */
  readonly postgresEnv?: string;
  /** The file that bodies are recorded in, instead of the configured one. */
  readonly record?: string;
  /** Overrides the configured tokens. */
  readonly tokens?: readonly ClientToken[];
  readonly log?: { write(line: string): void };
}

export interface OpenGateway extends Gateway {
  readonly models: ModelDirectory;
}

export async function openGateway(loaded: LoadedConfig, io: Io, options: OpenGatewayOptions): Promise<OpenGateway> {
  if (options.offline !== true) {
    const models = gatewayModels(loaded.config.values, io.env);
    return start(loaded, io, options, { models, ...storesFor(loaded, io, options.postgresEnv) });
  }
  if (options.postgresEnv !== undefined) throw usageError('--offline and --postgres-env cannot be combined.');
  const { models, close } = await openOfflineModels(loaded.config.values, io.env);
  try {
    const routeStore = createMemoryRouteStore();
    const gateway = await start(offlineGatewayConfig(loaded), io, options, { models, routeStore });
    return { ...gateway, close: () => gateway.close().finally(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

type Backends = Pick<GatewayOptions, 'models' | 'database' | 'routeStore'>;

async function start(
  loaded: LoadedConfig,
  io: Io,
  options: OpenGatewayOptions,
  backends: Backends,
): Promise<OpenGateway> {
  const { gateway: own = {}, limits: { stallMs } = {} } = loaded.config.values;
  try {
    const { url, close } = await createGateway({
      ...backends,
      host: options.host ?? own.host ?? '127.0.0.1',
      port: options.port ?? own.port ?? defaultPort,
      strict: options.strict ?? own.strict ?? false,
      tokens: options.tokens ?? own.tokens ?? [],
      hosts: own.hosts ?? [],
      origins: own.origins ?? [],
      limits: own.limits ?? {},
      ...(stallMs === undefined ? {} : { stallMs }),
      ...(own.adminSha256 === undefined ? {} : { adminSha256: own.adminSha256 }),
      ...(own.otlpEndpoint === undefined ? {} : { otlpEndpoint: own.otlpEndpoint }),
      ...recordingOf(loaded, options.record),
      environment: io.env,
      homeDirectory: loaded.folders.home,
      ...(options.log === undefined ? {} : { log: options.log }),
    });
    return { url, close, models: backends.models };
  } catch (error) {
    if (error instanceof ConfigError) throw usageError(plainText(error.message));
    const isInUse = Reflect.get(Object(error), 'code') === 'EADDRINUSE';
    const advice = isInUse ? '\nAnother gateway may be running there. Choose another --port.' : '';
    throw usageError(`The gateway cannot be started: ${plainText(messageOf(error))}${advice}`);
  }
}

/** The database that several instances share. Without one, the file in which agents on this machine share cooldowns. */
function storesFor(
  { config: { values }, folders }: LoadedConfig,
  { env }: Io,
  flag: string | undefined,
): Pick<GatewayOptions, 'database' | 'routeStore'> {
  const variable = flag ?? values.gateway?.postgresEnv ?? values.sessions?.postgresEnv;
  if (variable === undefined) return { routeStore: createFileRouteStore(join(folders.state, 'route.json')) };
  const url = env[variable]?.trim() ?? '';
  if (url === '') {
    throw usageError(`The gateway uses a database, but its variable ${plainText(variable)} is not set.`);
  }
  return { database: { url } };
}

function recordingOf(
  { config: { values }, folders, workspace }: LoadedConfig,
  flag: string | undefined,
): Pick<GatewayOptions, 'recording'> {
  const { recording } = values.gateway ?? {};
  if (recording === undefined && flag === undefined) return {};
  const file = flag ?? recording?.file;
  return {
    recording: {
      ...recording,
      ...(file === undefined ? {} : { file: resolve(workspace, withoutTilde(file, folders)) }),
    },
  };
}
