/** Variables that the configuration uses for secrets are found by name, and not passed on. */
import { describe, expect, test } from 'vitest';
import { secretVariables } from '../../src/agent/secret-variables.ts';

describe('secret variables', () => {
  test('include everything the configuration names', () => {
    expect(
      secretVariables({
        profiles: { a: { env: 'A' }, b: { file: 'B' }, c: { env: 'A' } },
        providers: { openai: { credentials: ['a', { env: 'C' }, { key: 'D' }] } },
        sessions: { postgresEnv: 'DB' },
        gateway: { postgresEnv: 'DB2' },
      }),
    ).toEqual(['A', 'C', 'DB', 'DB2']);
  });
});
