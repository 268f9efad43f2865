/** Converts a failure of PostgreSQL or its connection into a `StoreError`, and says whether to retry. */
import { StoreError, type StoreErrorCode } from '../store-error.ts';

/** The database to name. The password is here only to be removed from messages. */
export interface DatabaseAddress {
  readonly host: string;
  readonly database: string;
  readonly secrets: readonly string[];
}

export interface DatabaseFailure {
  /** The connection was lost or the server is unavailable: the outcome is unknown, and a retry may work. */
  readonly temporary: boolean;
  readonly error: StoreError;
}

/** SQLSTATEs by prefix, the most specific first. */
const known: readonly {
  readonly state: string;
  readonly code: StoreErrorCode;
  readonly temporary?: true;
  readonly what: string;
  readonly fix: string;
}[] = [
  {
    state: '08',
    code: 'unavailable',
    temporary: true,
    what: 'lost the connection',
    fix: 'Try again; it reconnects automatically.',
  },
  {
    state: '57P',
    code: 'unavailable',
    temporary: true,
    what: 'is starting up or shutting down',
    fix: 'Try again in a moment.',
  },
  {
    state: '57014',
    code: 'unavailable',
    what: 'did not answer in time',
    fix: 'Try again; if it persists, check what keeps the server busy.',
  },
  {
    state: '53300',
    code: 'unavailable',
    temporary: true,
    what: 'has no free connection',
    fix: 'Close some, or raise max_connections.',
  },
  {
    state: '40',
    code: 'unavailable',
    temporary: true,
    what: 'was aborted in favor of another transaction',
    fix: 'Try again.',
  },
  {
    state: '53100',
    code: 'disk-full',
    what: 'has no space left',
    fix: 'Free space on the server; what was confirmed is safe.',
  },
  {
    state: '28',
    code: 'unavailable',
    what: 'refuses the user or the password',
    fix: 'Correct the user name or password of the connection.',
  },
  { state: '3D000', code: 'unavailable', what: 'does not exist', fix: 'Create the database or correct its name.' },
  {
    state: '25006',
    code: 'read-only',
    what: 'accepts no changes: it is read-only or a standby',
    fix: 'Connect to the primary server.',
  },
  {
    state: '42501',
    code: 'read-only',
    what: 'does not allow this user to do it',
    fix: 'Grant the user permission to create and use the schema.',
  },
  {
    state: '42P01',
    code: 'gone',
    what: 'has lost its tables',
    fix: 'Restore the schema, or restart to have it created.',
  },
  {
    state: '3F000',
    code: 'gone',
    what: 'has lost its schema',
    fix: 'Restore the schema, or restart to have it created.',
  },
];

export function describeFailure(thrown: unknown, address: DatabaseAddress): DatabaseFailure {
  if (thrown instanceof StoreError) return { temporary: false, error: thrown };
  const where = `The database ${JSON.stringify(address.database)} at ${address.host}`;
  const { code, message } = readThrown(thrown);
  const detail = clean([code, message].filter((part) => part !== '').join(': '), address);
  if (!isState(thrown, code)) {
    const error = new StoreError(
      'unavailable',
      `${where} could not be reached (${detail}).`,
      'Check that the server is running and reachable from here, then try again.',
    );
    // After a time limit there is no retry: the caller has waited long enough.
    const ours = thrown instanceof TypeError || thrown instanceof RangeError;
    return { temporary: !ours && !/time.?out/i.test(detail), error };
  }
  const row = known.find(({ state }) => code.startsWith(state));
  if (row !== undefined) {
    const error = new StoreError(row.code, `${where} ${row.what} (${detail}).`, row.fix);
    return { temporary: row.temporary === true, error };
  }
  const error = new StoreError('unavailable', `${where} refused (${detail}).`, 'Check the server log.');
  return { temporary: false, error };
}

/** A response of the server rather than a socket error: only those have a severity. */
function isState(thrown: unknown, code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && typeof thrown === 'object' && thrown !== null && 'severity' in thrown;
}

function readThrown(thrown: unknown): { readonly code: string; readonly message: string } {
  // One error for each address that was tried; the first represents all.
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return readThrown(thrown.errors[0]);
  if (!(thrown instanceof Error)) return { code: '', message: String(thrown) };
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  return { code, message: thrown.message };
}

/** One line, limited, and without a secret even if it is part of a name. */
function clean(text: string, { secrets }: DatabaseAddress): string {
  const shown = secrets.reduce((left, secret) => (secret === '' ? left : left.replaceAll(secret, '***')), text);
  const line = shown.replace(/\s+/gu, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
