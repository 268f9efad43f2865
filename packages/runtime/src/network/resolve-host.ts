/**
 * The addresses of a host, each of them checked, and a lookup that answers with exactly these: whoever controls the name
 * cannot say one thing to the check and another to the connection.
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

/** What is wrong with connecting to an address; absent: nothing. */
export type JudgeAddress = (address: string) => string | undefined;

export const systemLookup: Lookup = (hostname) => lookup(hostname, { all: true });

/** `hostname` as a URL holds it. One address that is not allowed refuses them all. */
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

/** For a connection; asked with or without `all`. */
export function pinnedLookup(addresses: readonly HostAddress[]): LookupFunction {
  return (hostname, options, answer) => {
    const wanted = addresses.filter(({ family }) => !options.family || options.family === family);
    const [first] = wanted;
    if (first === undefined) return answer(new Error(`${hostname} has no address of this family`), '', 0);
    if (options.all === true) answer(null, [...wanted]);
    else answer(null, first.address, first.family);
  };
}
