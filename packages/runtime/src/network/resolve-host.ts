/**
 * Resolves a host, checks each address, and returns a lookup that answers with exactly these: the owner of the name cannot give the
 * check one address and the connection another.
 */
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { FetchProblem } from './fetch-problem.ts';
import { whyNotPublic } from './public-address.ts';

export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

export type Lookup = (hostname: string) => Promise<readonly HostAddress[]>;

/** Why an address must not be connected to; absent: it may. */
export type JudgeAddress = (address: string) => string | undefined;

export const systemLookup: Lookup = (hostname) => lookup(hostname, { all: true });

/** `hostname` as in a URL. If one address is not allowed, the host is refused. */
export async function resolveHost(
  hostname: string,
  ask: Lookup,
  judge: JudgeAddress = whyNotPublic,
): Promise<readonly HostAddress[]> {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(name) === 0 ? await asked(name, ask) : [{ address: name, family: isIP(name) }];
  for (const { address } of addresses) {
    const why = judge(address);
    if (why === undefined) continue;
    throw new FetchProblem(`${name} is not on the public internet (${address}: ${why}), so it was not fetched.`);
  }
  return addresses;
}

async function asked(name: string, ask: Lookup): Promise<readonly HostAddress[]> {
  const addresses = await ask(name).catch((error: NodeJS.ErrnoException) => {
    throw new FetchProblem(`The host ${name} was not found (${error.code ?? 'no answer'}).`);
  });
  if (addresses.length === 0) throw new FetchProblem(`The host ${name} has no address.`);
  return addresses;
}

/** For a connection; called with or without `all`. */
export function pinnedLookup(addresses: readonly HostAddress[]): LookupFunction {
  return (hostname, options, answer) => {
    const wanted = addresses.filter(({ family }) => !options.family || options.family === family);
    const [first] = wanted;
    if (first === undefined) return answer(new Error(`${hostname} has no address of this family`), '', 0);
    if (options.all === true) answer(null, [...wanted]);
    else answer(null, first.address, first.family);
  };
}
