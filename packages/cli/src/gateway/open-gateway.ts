/** Opens the gateway that the configuration describes. */
import { type ClientToken, createGateway, type Gateway } from '@interlock/gateway';
import { ConfigError } from '@interlock/wire';
import { openStores } from '../agent/open-stores.ts';
import { usageError } from '../command-error.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Io } from '../io.ts';
import { plainText } from '../print/plain-text.ts';
import { gatewayModels } from './gateway-models.ts';

export const defaultPort = 4141;

export interface OpenGatewayOptions {
  readonly port?: number;
  readonly host?: string;
  readonly strict?: boolean;
  /** In place of the configured ones. */
  readonly tokens?: readonly ClientToken[];
  readonly log?: { write(line: string): void };
}

export interface OpenedGateway {
  readonly gateway: Gateway;
  close(): Promise<void>;
}

export async function openGateway(loaded: LoadedConfig, io: Io, options: OpenGatewayOptions): Promise<OpenedGateway> {
  const { values } = loaded.config;
  const own = values.gateway ?? {};
  const { store, routeStore } = await openStores(loaded, io.env, true);
  try {
    const gateway = await createGateway({
      models: gatewayModels(values, io.env),
      host: options.host ?? own.host ?? '127.0.0.1',
      port: options.port ?? own.port ?? defaultPort,
      strict: options.strict ?? own.strict ?? false,
      tokens: options.tokens ?? own.tokens ?? [],
      hosts: own.hosts ?? [],
      origins: own.origins ?? [],
      limits: own.limits ?? {},
      routeStore,
      environment: io.env,
      homeDirectory: loaded.folders.home,
      ...(options.log === undefined ? {} : { log: options.log }),
    });
    return {
      gateway,
      close: async () => {
        await gateway.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    if (error instanceof ConfigError) throw usageError(plainText(error.message));
    const why = error instanceof Error ? error.message : String(error);
    throw usageError(`The gateway cannot be started: ${plainText(why)}`);
  }
}
