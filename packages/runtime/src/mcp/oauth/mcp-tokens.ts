/** Stores logins to MCP servers: a private file for each URL, changed by one process at a time. */

import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '@interlock/transcript';
import { withFileLock } from '../../store/file-lock.ts';
import { makePrivateFolder, writePrivateFile } from '../../store/private-files.ts';
import type { Clock } from '../../time/clock.ts';

export interface McpLogin {
  /** The URL of the MCP server; the rest is valid for this URL only. */
  readonly address: string;
  readonly issuer: string;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint?: string;
  /** How clients authenticate at the token endpoint; empty: unspecified. */
  readonly authMethods: readonly string[];
  readonly clientId: string;
  readonly clientSecret?: string;
  /** What the tokens are for (RFC 8707). */
  readonly resource: string;
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly scope?: string;
  /** Milliseconds since 1970; absent: unknown. */
  readonly expiresAt?: number;
}

export interface McpTokens {
  /** Undefined: no login. */
  read(address: string): Promise<McpLogin | undefined>;
  /** Runs `work` while no other session changes this login: a refresh token can be used once. */
  change(
    address: string,
    work: (login: McpLogin | undefined) => Promise<McpLogin | undefined>,
  ): Promise<McpLogin | undefined>;
  /** URLs with a login. */
  list(): Promise<readonly string[]>;
}

/** Longer than the longest request to an authorization server. */
const stuckMs = 60_000;

/** `folder` is created when needed, readable only by the user. */
export function createMcpTokens(folder: string, clock: Clock): McpTokens {
  const pathOf = (address: string): string =>
    join(folder, `${createHash('sha256').update(address).digest('hex').slice(0, 32)}.json`);
  const read = async (address: string): Promise<McpLogin | undefined> => {
    const login = await readLogin(pathOf(address));
    return login?.address === address ? login : undefined;
  };
  return {
    read,
    async change(address, work) {
      await makePrivateFolder(folder);
      const path = pathOf(address);
      return withFileLock(`${path}.lock`, { clock, stuckMs, patienceMs: 2 * stuckMs }, async () => {
        const before = await read(address);
        const after = await work(before);
        if (after === undefined) await rm(path, { force: true });
        else if (after !== before) await writePrivateFile(path, `${JSON.stringify(after)}\n`);
        return after;
      });
    },
    async list() {
      const names = await readdir(folder).catch(() => []);
      const logins = await Promise.all(
        names.filter((name) => name.endsWith('.json')).map((name) => readLogin(join(folder, name))),
      );
      return logins.flatMap((login) => (login === undefined ? [] : [login.address])).sort();
    },
  };
}

/** An unreadable file is treated as missing. */
async function readLogin(path: string): Promise<McpLogin | undefined> {
  try {
    const kept: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isLogin(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isLogin(value: unknown): value is McpLogin {
  if (!isJsonObject(value)) return false;
  const texts = ['address', 'issuer', 'tokenEndpoint', 'clientId', 'resource', 'accessToken'];
  const maybe = ['revocationEndpoint', 'clientSecret', 'refreshToken', 'scope'];
  return (
    texts.every((key) => typeof value[key] === 'string' && value[key] !== '') &&
    maybe.every((key) => value[key] === undefined || typeof value[key] === 'string') &&
    (value['expiresAt'] === undefined || typeof value['expiresAt'] === 'number') &&
    Array.isArray(value['authMethods'])
  );
}
