/** The connection to PostgreSQL: connects on first use and after a failure, and reports errors without the password. */
import { importFailure } from '@interlock/wire';
import type { Pool, PoolClient, PoolConfig } from 'pg';
import type { Clock } from '../../time/clock.ts';
import { storeClosed } from '../refusals.ts';
import { StoreError } from '../store-error.ts';
import { type DatabaseAddress, describeFailure } from './database-failure.ts';

/** How to connect: a URL, or its parts. Default: the usual PG… variables. */
export interface PostgresConnection {
  readonly url?: string;
  readonly host?: string;
  readonly port?: number;
  readonly database?: string;
  readonly user?: string;
  readonly password?: string | (() => string | Promise<string>);
  /** TLS: true, or options of `tls.connect`. */
  readonly ssl?: boolean | Readonly<Record<string, unknown>>;
  /** Maximum number of connections. */
  readonly max?: number;
  /** Time limit of a statement and of connecting. */
  readonly timeoutMs?: number;
  /** Maximum total wait between retries after a lost connection. Default: about 3 seconds, enough for a restart. */
  readonly patienceMs?: number;
}

export interface Queries {
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

/** Pauses between retries, once the server has been reached: enough for a restart. */
const pauses: readonly number[] = [20, 50, 100, 200, 400, 800, 1_600];

interface Link {
  readonly pool: Pool;
  readonly address: DatabaseAddress;
}

export class Database {
  readonly #connection: PostgresConnection;
  readonly #clock: Clock;
  #link: Promise<Link> | undefined;
  #reached = false;
  #closed = false;

  constructor(connection: PostgresConnection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** One statement. Must be safe to run twice: after a lost connection it is unknown whether it ran. */
  query<Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.run((queries) => queries.query<Row>(text, values));
  }

  /** Statements on one connection, each its own transaction; all are repeated after a lost connection. */
  run<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#retrying((client) => work(queriesOf(client)));
  }

  /** A transaction; repeated after a lost connection, so it must detect what it did before. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#retrying(async (client) => inTransaction(queriesOf(client), work));
  }

  async close(): Promise<void> {
    this.#closed = true;
    const link = await this.#link?.catch(() => undefined);
    this.#link = undefined;
    if (link === undefined) return;
    // A peer that has vanished does not close the connection.
    const patience = new AbortController();
    await Promise.race([link.pool.end().catch(() => undefined), this.#clock.sleep(2_000, patience.signal)]);
    patience.abort();
  }

  async #retrying<T>(attempt: (client: PoolClient) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      const { pool, address } = await this.#open();
      try {
        const result = await withClient(pool, attempt);
        this.#reached = true;
        return result;
      } catch (thrown) {
        const failure = describeFailure(thrown, address);
        const pause = this.#pause(tries);
        // A server that was never reached is more likely misspelt than restarting.
        if (!failure.temporary || !this.#reached || pause === undefined || this.#closed) throw failure.error;
        await this.#clock.sleep(pause);
      }
    }
  }

  #pause(tries: number): number | undefined {
    const { patienceMs = Number.POSITIVE_INFINITY } = this.#connection;
    const waited = pauses.slice(0, tries + 1).reduce((sum, pause) => sum + pause, 0);
    return waited > patienceMs ? undefined : pauses[tries];
  }

  #open(): Promise<Link> {
    if (this.#closed) return Promise.reject(storeClosed());
    this.#link ??= openLink(this.#connection).catch((error) => {
      this.#link = undefined;
      throw error;
    });
    return this.#link;
  }
}

/** An optional peer dependency, loaded on first use. */
async function openLink(connection: PostgresConnection): Promise<Link> {
  const { default: pg } = await import('pg').catch((error: unknown) => {
    throw importFailure(error, 'pg', 'A PostgreSQL store');
  });
  const config = poolConfig(connection);
  try {
    const { host, port, database } = new pg.Client(config); // knows how addresses and variables are read; never connects
    const pool = new pg.Pool(config);
    // Without these two handlers a restarting server would end this process: idle connections have no other.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => void client.on('error', () => undefined));
    const address = { host: `${host}:${port}`, database: database ?? '', secrets: secretsOf(connection) };
    return { pool, address };
  } catch {
    // The thrown error contains the whole URL with the password.
    const fix = 'Write it as postgresql://user:password@host:5432/database.';
    throw new StoreError('unavailable', 'The URL of the PostgreSQL server is invalid.', fix);
  }
}

function poolConfig({ url, timeoutMs = 30_000, patienceMs: _, ...parts }: PostgresConnection): PoolConfig {
  return {
    ...parts,
    ...(url === undefined ? {} : { connectionString: url }),
    application_name: 'interlock',
    keepAlive: true,
    allowExitOnIdle: true,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs + 1_000, // the server's own comes first: then the outcome is known
    onConnect: async (client) => {
      await client.query(
        // Confirmed means written, whatever the role's defaults are; stronger settings are left alone.
        `select set_config('synchronous_commit', case when current_setting('synchronous_commit') = 'off' then 'on'
                  else current_setting('synchronous_commit') end, false),
                set_config('default_transaction_isolation', 'read committed', false),
                set_config('extra_float_digits', '1', false),
                set_config('statement_timeout', $1, false),
                set_config('idle_in_transaction_session_timeout', $1, false)`,
        [String(timeoutMs)],
      );
    },
  };
}

function secretsOf({ url, password }: PostgresConnection): readonly string[] {
  const found = /^[a-z]+:\/\/[^/@:]*:([^@]*)@/i.exec(url ?? '')?.[1] ?? '';
  const asked = /[?&]password=([^&]*)/i.exec(url ?? '')?.[1] ?? '';
  const given = typeof password === 'string' ? password : '';
  return [found, asked, given].flatMap((secret) => [secret, decoded(secret)]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    // Our own refusals leave the connection usable; after anything else its state is unknown.
    client.release(!(error instanceof StoreError));
    throw error;
  }
}

function queriesOf(client: PoolClient): Queries {
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) => {
      const { rows } = await client.query(text, [...values]);
      return rows as Row[];
    },
  };
}

/** All of it or nothing, on a connection that is at hand. */
export async function inTransaction<T>(queries: Queries, work: (queries: Queries) => Promise<T>): Promise<T> {
  await queries.query('begin');
  try {
    const result = await work(queries);
    await queries.query('commit');
    return result;
  } catch (error) {
    await queries.query('rollback').catch(() => undefined);
    throw error;
  }
}
