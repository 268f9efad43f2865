/** Reads a route's configuration: checks it once, resolves each target, and names each credential. */

import { createHash } from 'node:crypto';
import {
  ConfigError,
  type Destination,
  type Environment,
  endpointVariable,
  environmentTarget,
  keyVariable,
  type Provider,
  resolveProvider,
  resolveTarget,
  type Target,
} from '@interlock/wire';
import { checkRoute, checkSource } from './check-route.ts';
import type { CredentialSource, RouteConfig, RouteTarget } from './route.ts';

/** A credential at a target: what is chosen, cools down and receives requests. */
export interface Candidate {
  /** The target's index in the configuration. */
  readonly targetIndex: number;
  readonly name: string;
  readonly account: string;
  /** Absent: it needs no credential. */
  readonly source?: CredentialSource;
  /** The target without its key. */
  readonly target: Target;
  readonly destination: Destination;
}

/** Returns the candidates of each target, in the order of the configuration. */
export function readRoute(config: RouteConfig, environment: Environment): readonly (readonly Candidate[])[] {
  checkRoute(config);
  const numbers = new Map<string, number>();
  const targets = config.targets.map((target, targetIndex) => candidatesOf(target, targetIndex, environment, numbers));
  const names = targets.map(([first]) => first?.name ?? '');
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new ConfigError('invalid-route', `Two targets are called "${twice}".`, 'Give one of them another `name`.');
  }
  assertSomeCredential(targets.flat(), environment);
  return targets;
}

function candidatesOf(
  given: RouteTarget,
  targetIndex: number,
  environment: Environment,
  numbers: Map<string, number>,
): readonly Candidate[] {
  const { name: called, credentials, weight: _, ...rest } = given;
  const { target, destination, provider } = resolve(rest, targetIndex, environment);
  const name = called ?? `${destination.provider}/${destination.model}`;
  const sources = credentials ?? defaultSources(provider, environment);
  if (sources.length === 0) return [{ targetIndex, name, account: 'none', target, destination }];
  const accounts = sources.map((source) => accountName(checkSource(source, name), numbers));
  const twice = accounts.find((account, index) => accounts.indexOf(account) !== index);
  if (twice !== undefined) {
    const what = `Two credentials of the target "${name}" are called "${twice}".`;
    throw new ConfigError('invalid-route', what, 'Remove one, or give one of them another `account`.');
  }
  return sources.map((source, index) => {
    const account = accounts[index] ?? '';
    // A single credential without a name is the provider's default account: reasoning stored without an account stays valid.
    const named = sources.length > 1 || source.account !== undefined;
    const own = { targetIndex, name, account, source };
    if (!named) return { ...own, target, destination };
    const origin = { ...destination.origin, account };
    return { ...own, target: { ...target, account }, destination: { ...destination, origin } };
  });
}

interface ResolvedTarget extends Pick<Candidate, 'target' | 'destination'> {
  readonly provider: Provider;
}

function resolve(given: Target, targetIndex: number, environment: Environment): ResolvedTarget {
  const what = `Target ${targetIndex + 1} of the route`;
  const { provider } = named(what, () => resolveProvider(given));
  const target = environmentTarget(given, environment);
  const isElsewhere = target.endpoint !== given.endpoint;
  const where = isElsewhere ? `${what}, at the address in ${endpointVariable(provider)}` : what;
  return { target, provider, destination: named(where, () => resolveTarget(target)) };
}

function named<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(error.code, `${what}: ${error.what}`, error.fix);
  }
}

function defaultSources(provider: Provider, environment: Environment): readonly CredentialSource[] {
  const env = keyVariable(provider, environment);
  return env === undefined ? [] : [{ env }];
}

/** A missing credential is skipped if there are others. */
function assertSomeCredential(candidates: readonly Candidate[], environment: Environment): void {
  const unset = candidates.map(({ source }) =>
    source !== undefined && 'env' in source && !isSet(environment, source.env) ? source.env : undefined,
  );
  if (unset.some((variable) => variable === undefined)) return;
  const variables = [...new Set(unset)].join(', ');
  const names = [...new Set(candidates.map(({ name }) => name))].join(', ');
  throw new ConfigError(
    'missing-credential',
    `There is no key for ${names}.`,
    `Set the environment variable ${variables}, or give the target \`credentials\`.`,
  );
}

function isSet(environment: Environment, variable: string): boolean {
  return (environment[variable]?.trim() ?? '') !== '';
}

/**
 * The name of a credential, which must not reveal its secret: stable across restarts, and useless for guessing. Secrets in the
 * configuration are numbered by their first appearance in the route; `numbers` holds the numbers while a route is read.
 */
function accountName(source: CredentialSource, numbers: Map<string, number>): string {
  if (source.account !== undefined) return source.account;
  if ('env' in source) return `env:${source.env}`;
  if ('file' in source) return `file:${source.file}`;
  if ('command' in source) return `command:${createHash('sha256').update(source.command).digest('hex').slice(0, 8)}`;
  const [kind, secret] = 'token' in source ? ['token', source.token] : ['key', source.key];
  const known = `${kind}:${secret}`;
  const taken = [...numbers.keys()].filter((each) => each.startsWith(`${kind}:`)).length;
  const number = numbers.get(known) ?? taken + 1;
  numbers.set(known, number);
  return `${kind}:${number}`;
}
