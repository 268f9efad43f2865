import { describe, expect, test } from 'vitest';
import { describeFailure } from '../../../src/store/postgres/database-failure.ts';
import { StoreError } from '../../../src/store/store-error.ts';

const place = { host: 'db.example:5432', database: 'agents', secrets: ['', 'hunter2'] };
const where = 'The database "agents" at db.example:5432';

/** An error as the driver throws it for a response of the server. */
const answer = (code: string, message = 'as it says'): Error =>
  Object.assign(new Error(message), { code, severity: 'ERROR' });
const socket = (code: string, message: string): Error => Object.assign(new Error(message), { code });

const unreachable = 'Check that the server is running and reachable from here, then try again.';

const table: readonly (readonly [string, unknown, string, boolean, string])[] = [
  [
    'a shutdown',
    answer('57P01'),
    'unavailable',
    true,
    `${where} is starting up or shutting down (57P01: as it says). Try again in a moment.`,
  ],
  [
    'a lost connection',
    answer('08006'),
    'unavailable',
    true,
    `${where} lost the connection (08006: as it says). Try again; it reconnects automatically.`,
  ],
  [
    'too many connections',
    answer('53300'),
    'unavailable',
    true,
    `${where} has no free connection (53300: as it says). Close some, or raise max_connections.`,
  ],
  [
    'a deadlock',
    answer('40P01'),
    'unavailable',
    true,
    `${where} was aborted in favor of another transaction (40P01: as it says). Try again.`,
  ],
  [
    'a full disk',
    answer('53100'),
    'disk-full',
    false,
    `${where} has no space left (53100: as it says). Free space on the server; what was confirmed is safe.`,
  ],
  [
    'a standby',
    answer('25006'),
    'read-only',
    false,
    `${where} accepts no changes: it is read-only or a standby (25006: as it says). Connect to the primary server.`,
  ],
  [
    'anything else',
    answer('XX000', 'out  of\nluck'),
    'unavailable',
    false,
    `${where} refused (XX000: out of luck). Check the server log.`,
  ],
  [
    'a socket',
    socket('ECONNRESET', 'read ECONNRESET'),
    'unavailable',
    true,
    `${where} could not be reached (ECONNRESET: read ECONNRESET). ${unreachable}`,
  ],
  [
    'a socket whose code looks like an answer',
    socket('EPIPE', 'write EPIPE'),
    'unavailable',
    true,
    `${where} could not be reached (EPIPE: write EPIPE). ${unreachable}`,
  ],
  [
    'several addresses',
    new AggregateError([socket('ECONNREFUSED', 'connect ::1')]),
    'unavailable',
    true,
    `${where} could not be reached (ECONNREFUSED: connect ::1). ${unreachable}`,
  ],
  [
    'waiting too long',
    new Error('Query read timeout'),
    'unavailable',
    false,
    `${where} could not be reached (Query read timeout). ${unreachable}`,
  ],
  [
    'a programming error',
    new RangeError('Invalid string length'),
    'unavailable',
    false,
    `${where} could not be reached (Invalid string length). ${unreachable}`,
  ],
  [
    'something thrown',
    'hunter2 is thrown',
    'unavailable',
    true,
    `${where} could not be reached (*** is thrown). ${unreachable}`,
  ],
  [
    'a long text',
    new Error('hunter2'.repeat(200)),
    'unavailable',
    true,
    `${where} could not be reached (${'***'.repeat(100)}…). ${unreachable}`,
  ],
];

describe('what went wrong, in words, and whether to retry', () => {
  test.each(table)('%s', (_what, thrown, code, temporary, message) => {
    const failure = describeFailure(thrown, place);
    expect({
      temporary: failure.temporary,
      code: failure.error.code,
      message: failure.error.message,
      cause: failure.error.cause,
    }).toEqual({
      temporary,
      code,
      message,
      cause: undefined,
    });
  });

  test('leaves our own rejections unchanged', () => {
    const error = new StoreError('conflict', 'Taken.', 'Open it again.');
    expect(describeFailure(error, place)).toEqual({ temporary: false, error });
  });
});
