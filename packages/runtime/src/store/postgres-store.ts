/**
 * Sessions in PostgreSQL, for agents on several machines: one writer per session by a lease with a fence, many readers, and the shared
 * state of routes and gateways. What is confirmed is committed.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Clock, systemClock } from '../time/clock.ts';
import type { Allowances } from './allowances.ts';
import type { KeptValues } from './kept-values.ts';
import { Database, type PostgresConnection } from './postgres/database.ts';
import { type Lease, lockedError, lockSession, takeLease } from './postgres/lease.ts';
import { migrate } from './postgres/migrate.ts';
import { postgresAllowances } from './postgres/postgres-allowances.ts';
import { PostgresLog } from './postgres/postgres-log.ts';
import { postgresRoutes } from './postgres/postgres-routes.ts';
import { postgresSideFiles } from './postgres/postgres-side-files.ts';
import { postgresValues } from './postgres/postgres-values.ts';
import { readRecords } from './postgres/read-records.ts';
import { createSession, findSession, listSessions } from './postgres/session-rows.ts';
import { type Tables, tablesOf } from './postgres/tables.ts';
import { noSuchSession, storeClosed } from './refusals.ts';
import type { RouteStore } from './route-store.ts';
import { checkSessionId } from './session-id.ts';
import type {
  OpenedSession,
  OpenOptions,
  SessionHeader,
  SessionLog,
  SessionStore,
  StoreWarning,
} from './session-store.ts';
import type { KeepsSideFiles, SideFiles } from './side-files.ts';

export interface PostgresStoreOptions extends PostgresConnection {
  /** The schema of the tables; created if missing. */
  readonly schema?: string;
  readonly clock?: Clock;
  /** How long a write lease lasts without being renewed. */
  readonly leaseMs?: number;
  /** How long to wait for a session that another process writes. */
  readonly lockWaitMs?: number;
  /** The name of this process in messages; default: its host and process id. */
  readonly holder?: string;
  /** Returns unique names, for leases. */
  readonly mintToken?: () => string;
  /** Reports sessions that were taken over, and those that a list had to leave out. */
  readonly onWarning?: (warning: StoreWarning) => void;
}

export interface PostgresStore extends SessionStore, KeepsSideFiles {
  readonly routes: RouteStore;
  readonly values: KeptValues;
  readonly allowances: Allowances;
}

export function createPostgresStore(options: PostgresStoreOptions): PostgresStore {
  return new OpenPostgresStore(options);
}

class OpenPostgresStore implements PostgresStore {
  readonly routes: RouteStore;
  readonly sideFiles: SideFiles;
  readonly values: KeptValues;
  readonly allowances: Allowances;
  readonly #options: PostgresStoreOptions;
  readonly #clock: Clock;
  readonly #database: Database;
  readonly #tables: Tables;
  readonly #logs = new Set<SessionLog>();
  readonly #starts = new Set<Promise<unknown>>();
  readonly #stop = new AbortController();
  #migrated: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: PostgresStoreOptions) {
    const { url, host, port, database, user, password, ssl, max, timeoutMs, patienceMs } = options;
    const connection = { url, host, port, database, user, password, ssl, max, timeoutMs, patienceMs };
    const given = Object.entries(connection).filter(([, value]) => value !== undefined);
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#tables = tablesOf(options.schema ?? 'interlock');
    this.#database = new Database(Object.fromEntries(given), this.#clock);
    this.routes = postgresRoutes(() => this.#ready(), this.#tables);
    this.sideFiles = postgresSideFiles(() => this.#ready(), this.#tables);
    this.values = postgresValues(() => this.#ready(), this.#tables, this.#clock);
    this.allowances = postgresAllowances(() => this.#ready(), this.#tables);
  }

  create(header: SessionHeader): Promise<SessionLog> {
    return this.#starting(async () => {
      checkSessionId(header.id);
      const database = await this.#ready();
      const lease = this.#newLease(header.id);
      const fence = await createSession(database, this.#tables, header, lease);
      return this.#startLog(header, lease, fence, 0);
    });
  }

  open(id: string, { onWait }: OpenOptions = {}): Promise<OpenedSession> {
    return this.#starting(async () => {
      checkSessionId(id);
      const database = await this.#ready();
      const lease = this.#newLease(id);
      const waiting = { ms: this.#options.lockWaitMs ?? 10_000, clock: this.#clock, signal: this.#stop.signal, onWait };
      const { header, fence, last, takenFrom } = await takeLease(database, this.#tables, lease, waiting);
      const log = this.#startLog(header, lease, fence, last);
      const warnings: StoreWarning[] = [];
      if (takenFrom !== undefined) {
        const message = `The write lease of the session ${id} was taken over from ${takenFrom}, which had not renewed it.`;
        warnings.push({ code: 'lock-taken-over', message });
        this.#options.onWarning?.({ code: 'lock-taken-over', message });
      }
      return {
        log,
        records: readRecords(database, this.#tables, id, last, (warning) => warnings.push(warning)),
        warnings,
      };
    });
  }

  async read(id: string): Promise<Omit<OpenedSession, 'log'> & { readonly header: SessionHeader }> {
    checkSessionId(id);
    const database = await this.#ready();
    const { header, last } = await findSession(database, this.#tables, id);
    const warnings: StoreWarning[] = [];
    return {
      header,
      records: readRecords(database, this.#tables, id, last, (warning) => warnings.push(warning)),
      warnings,
    };
  }

  async list(workspace?: string): ReturnType<SessionStore['list']> {
    const warn = this.#options.onWarning ?? (() => undefined);
    return listSessions(await this.#ready(), this.#tables, workspace, warn);
  }

  async delete(id: string): Promise<void> {
    checkSessionId(id);
    const database = await this.#ready();
    let tried = false;
    await database.transaction(async (queries) => {
      const row = await lockSession(queries, this.#tables, { session: id, key: '' });
      // The response to the deletion may have been lost with the connection.
      if (row === undefined && tried) return;
      if (row === undefined) throw noSuchSession(id);
      if (row.state === 'held') throw lockedError(id, row.holder ?? 'another process');
      tried = true;
      await queries.query(`delete from ${this.#tables.session} where id = $1`, [id]);
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#starts); // What is being opened must be closed, too.
    const closed = await Promise.allSettled([...this.#logs].map((log) => log.close()));
    await this.#database.close();
    for (const result of closed) if (result.status === 'rejected') throw result.reason;
  }

  async #starting<T>(start: () => Promise<T>): Promise<T> {
    const started = start();
    this.#starts.add(started);
    return started.finally(() => this.#starts.delete(started));
  }

  async #ready(): Promise<Database> {
    if (this.#closing !== undefined) throw storeClosed();
    // Retried after a failure: the server may be up by then.
    this.#migrated ??= migrate(this.#database, this.#tables).catch((error) => {
      this.#migrated = undefined;
      throw error;
    });
    await this.#migrated;
    if (this.#closing !== undefined) throw storeClosed();
    return this.#database;
  }

  #newLease(session: string): Lease {
    const { holder, mintToken, leaseMs } = this.#options;
    return {
      session,
      key: (mintToken ?? randomUUID)(),
      holder: holder ?? `process ${process.pid} on ${hostname()}`,
      ms: leaseMs ?? 30_000,
    };
  }

  #startLog(header: SessionHeader, lease: Lease, fence: number, last: number): SessionLog {
    const log = new PostgresLog({
      database: this.#database,
      tables: this.#tables,
      clock: this.#clock,
      header,
      lease,
      fence,
      last,
      onClose: (closed) => void this.#logs.delete(closed),
    });
    this.#logs.add(log);
    return log;
  }
}
