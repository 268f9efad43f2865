/** Finds mistakes in the configuration of a route, each with a sentence that says how to fix it. No message contains a secret. */
import { ConfigError, couldBeKey, holdsKey } from '@interlock/wire';
import type { CredentialSource, Failover, RouteConfig, RouteTarget } from './route.ts';

const policies: readonly string[] = ['fixed', 'round-robin', 'failover'] satisfies readonly RouteConfig['policy'][];
const failovers: Readonly<Record<NonNullable<RouteConfig['failover']>, Failover>> = {
  continue: 'continue',
  wait: 'wait',
  'between-requests': 'continue',
  'between-turns': 'wait',
};

/** The older names are read as the new ones. */
export function failoverOf({ failover = 'continue' }: RouteConfig): Failover {
  return failovers[failover];
}

/** A round-robin cycle is expanded, so weights have a limit. */
const largestWeight = 100;
const mostRetries = 100;
const longestName = 200;

export function checkRoute(config: RouteConfig): void {
  if (!isObject(config) || !Array.isArray(config.targets) || config.targets.length === 0) {
    throw invalid('The route has no targets.', "Give it one: { policy: 'fixed', targets: [{ provider: 'openai' }] }.");
  }
  if (!policies.includes(config.policy)) {
    throw invalid('The `policy` of the route is unknown.', `Use ${policies.join(', ')}.`);
  }
  if (config.policy === 'fixed' && config.targets.length > 1) {
    throw invalid('A fixed route has one target.', 'Use the policy `failover` or `round-robin` for several.');
  }
  if (config.failover !== undefined && !Object.hasOwn(failovers, config.failover)) {
    throw invalid('The `failover` of the route is unknown.', 'Use continue or wait.');
  }
  checkNumber(config.maxWaitMs, 'maxWaitMs', 0, Number.MAX_SAFE_INTEGER);
  checkNumber(config.maxRetries, 'maxRetries', 0, mostRetries);
  checkNumber(config.maxSwitchTokens, 'maxSwitchTokens', 0, Number.MAX_SAFE_INTEGER);
  checkAmount(config.maxSwitchCost, 'maxSwitchCost');
  if (config.name !== undefined) checkName(config.name, 'The `name` of the route');
  for (const [index, target] of config.targets.entries()) checkTarget(target, index);
}

function checkTarget(target: RouteTarget, index: number): void {
  const what = `Target ${index + 1} of the route`;
  if (!isObject(target)) throw invalid(`${what} is not an object.`, "Write it as { provider: 'openai' }.");
  if ('key' in target || 'account' in target) {
    throw invalid(`${what} has its own \`key\` or \`account\`.`, 'Put it into `credentials`: [{ key, account }].');
  }
  if (target.name !== undefined) checkName(target.name, `The \`name\` of target ${index + 1}`);
  checkNumber(target.weight, 'weight', 1, largestWeight);
  const { credentials } = target;
  if (credentials !== undefined && !(Array.isArray(credentials) && credentials.length > 0)) {
    throw invalid(`${what} has empty \`credentials\`.`, 'List at least one, or omit the field.');
  }
}

const kinds = ['env', 'file', 'command', 'token', 'key'] as const;

/** The source, if it is valid. */
export function checkSource(source: CredentialSource, target?: string): CredentialSource {
  const where = target === undefined ? '' : ` of the target "${target}"`;
  const what = `A credential${where}`;
  const given = isObject(source) ? kinds.filter((kind) => kind in source) : [];
  const [kind] = given;
  if (kind === undefined || given.length > 1) {
    throw invalid(`${what} must have exactly one kind.`, `Give exactly one of ${kinds.join(', ')}.`);
  }
  const value: unknown = Reflect.get(source, kind);
  if (typeof value !== 'string' || value.trim() === '') {
    throw invalid(`The \`${kind}\` of a credential${where} must be a string.`, 'Give a non-empty string.');
  }
  if (kind === 'env' || kind === 'file') checkPlace(value, kind, where);
  if ('token' in source && !['string', 'function'].includes(typeof source.refresh)) {
    throw invalid(
      `${what} is a token without \`refresh\`.`,
      'Give a command, or use `key` for one that does not expire.',
    );
  }
  if ('token' in source) checkNumber(source.expires, 'expires', 0, Number.MAX_SAFE_INTEGER);
  if ('command' in source) checkNumber(source.ttlMs, 'ttlMs', 1, Number.MAX_SAFE_INTEGER);
  if (source.account !== undefined) checkName(source.account, `The \`account\` of a credential${where}`);
  return source;
}

/** Names of variables and files are shown: what may be a key in their place is not. */
function checkPlace(value: string, kind: 'env' | 'file', where: string): void {
  const isName = !couldBeKey(value) && !(kind === 'env' ? /[\s=\p{Cc}]/u : /\p{Cc}/u).test(value);
  if (isName) return;
  const [asked, fix] =
    kind === 'env'
      ? ['the name of a variable', '']
      : ['the path of a file', ' A file in this folder begins with `./`.'];
  throw invalid(`The \`${kind}\` of a credential${where} is not ${asked}.`, `A key itself belongs into \`key\`.${fix}`);
}

function checkNumber(value: unknown, name: string, least: number, most: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most)) return;
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`;
  throw invalid(`The \`${name}\` of the route is invalid.`, `It must be a whole number, ${range}.`);
}

function checkAmount(value: unknown, name: string): void {
  if (value === undefined || (Number.isFinite(value) && Number(value) >= 0)) return;
  throw invalid(`The \`${name}\` of the route is invalid.`, 'It must be a number, 0 or more.');
}

/** Names are shown on terminals and used in keys. */
function checkName(name: unknown, what: string): void {
  if (typeof name === 'string' && holdsKey(name))
    throw invalid(`${what} looks like a key.`, 'Names are shown: rotate the key, and use another name.');
  const fits = typeof name === 'string' && name.trim() !== '' && name.length <= longestName && !/\p{Cc}/u.test(name);
  if (!fits) throw invalid(`${what} is invalid.`, `It must be one line of at most ${longestName} characters.`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function invalid(what: string, fix: string): ConfigError {
  return new ConfigError('invalid-route', what, fix);
}
