/** Opens the stores of sessions and cooldowns: in files, in a database, or in memory. */
import { join, resolve } from 'node:path';
import type { RouteStore, SessionStore } from '@interlock/runtime';
import { withoutTilde } from '../config/folders.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { usageError } from '../io/command-error.ts';
import type { Io } from '../io/io.ts';
import { plainText } from '../print/plain-text.ts';

export interface Stores {
  readonly store: SessionStore;
  readonly routeStore: RouteStore;
}

/** `isStored`: false with `--no-session`. */
export async function openStores(loaded: LoadedConfig, env: Io['env'], isStored: boolean): Promise<Stores> {
  const runtime = await import('@interlock/runtime');
  if (!isStored) return { store: runtime.createMemoryStore(), routeStore: runtime.createMemoryRouteStore() };
  const { values, origins } = loaded.config;
  const { postgresEnv } = values.sessions ?? {};
  if (postgresEnv !== undefined) {
    const url = env[postgresEnv]?.trim();
    if (url === undefined || url === '') {
      const file = plainText(origins.get('sessions.postgresEnv')?.name ?? 'the configuration');
      throw usageError(
        `Sessions are stored in a database, but its variable ${postgresEnv} is not set (${file}).\nSet it, or use --no-session.`,
      );
    }
    const { createPostgresStore } = await import('@interlock/runtime/postgres');
    const store = createPostgresStore({ url });
    return { store, routeStore: store.routes };
  }
  return {
    store: runtime.createJsonlStore(sessionFolder(loaded)),
    routeStore: runtime.createFileRouteStore(join(loaded.folders.state, 'route.json')),
  };
}

export function sessionFolder({ config: { values }, folders, workspace }: LoadedConfig): string {
  return resolve(workspace, withoutTilde(values.sessions?.folder ?? join(folders.state, 'sessions'), folders));
}
