/**
 * The part of a project's file that applies while the folder is not trusted: only what makes an agent do less. Everything
 * that is not listed here is ignored, so a setting that is added later is safe by default.
 */
import type { ApprovalMode } from '@interlock/runtime';
import type { Config } from './config.ts';
import { sandboxMode } from './sandbox-mode.ts';

export interface Narrowed {
  readonly values: Config;
  /** `mcp.github: why not`, in the order of the file. */
  readonly ignored: readonly string[];
}

export interface NarrowingFacts {
  /** The configuration without the project. */
  readonly under: Config;
  /** Whether this name can be used without anything the project defines. */
  readonly knowsModel: (name: string) => boolean;
  readonly knowsRoute: (name: string) => boolean;
}

export function narrowConfig(values: Config, facts: NarrowingFacts): Narrowed {
  const ignored: string[] = [];
  const parts = Object.entries(values).map(([key, value]) => {
    const narrow = Object.hasOwn(narrowers, key) ? narrowers[key] : undefined;
    const ignore = (path: string, why: string): void => void ignored.push(`${path}: ${why}`);
    if (narrow !== undefined) return { [key]: narrow(value, facts, ignore) };
    for (const name of namesIn(value))
      ignore(name === '' ? key : `${key}.${name}`, reasons[key] ?? 'it does more than add restrictions');
    return {};
  });
  const entries = Object.entries(Object.assign({}, ...parts)).filter(([, value]) => value !== undefined);
  return { values: Object.fromEntries(entries), ignored };
}

type Ignore = (path: string, why: string) => void;
type Narrower = (value: unknown, facts: NarrowingFacts, ignore: Ignore) => unknown;

/** Why settings that are not listed below are left out. */
const reasons: Readonly<Record<string, string>> = {
  providers: 'it could send conversations and keys elsewhere',
  models: 'it could send conversations elsewhere',
  profiles: 'it says where keys are read from',
  routes: 'it could send conversations elsewhere',
  mcp: 'it starts a program or calls a server',
  hooks: 'it runs commands',
  sessions: 'it says where conversations are stored',
  system: 'it changes what the agent is told',
  compaction: 'it changes what is kept of a conversation, and who reads it',
  reasoning: 'it changes what is sent and what it costs',
  gateway: 'it lets others use your keys',
};

const narrowers: Readonly<Record<string, Narrower>> = {
  $schema: (value) => value,
  model: (value, { knowsModel, under }, ignore) => {
    if (isChosen(under)) ignore('model', 'you have set one yourself');
    else if (knowsModel(String(value))) return value;
    else ignore('model', 'it cannot be used without what this file defines');
    return undefined;
  },
  route: (value, { knowsRoute, under }, ignore) => {
    if (isChosen(under)) ignore('route', 'you have set one yourself');
    else if (knowsRoute(String(value))) return value;
    else ignore('route', 'it cannot be used without what this file defines');
    return undefined;
  },
  approval: (value, { under }, ignore) => {
    const { allow, mode, ...rest } = value as NonNullable<Config['approval']>;
    if (allow !== undefined && allow.length > 0) ignore('approval.allow', 'it lets calls run without asking');
    if (mode === undefined) return rest;
    if (leniency.indexOf(mode) <= leniency.indexOf(under.approval?.mode ?? 'ask')) return { ...rest, mode };
    ignore('approval.mode', 'it asks less often than you do');
    return rest;
  },
  providerFiles: (value, { under }, ignore) => {
    if (value === false || under.providerFiles !== false) return value;
    ignore('providerFiles', 'you have turned them off');
    return undefined;
  },
  tools: narrowTools,
  limits: (value, { under }, ignore) => smaller('limits', value, under.limits, ignore),
  subagents: (value, { under }, ignore) => {
    if (value === false) return false;
    if (under.subagents !== false) return smaller('subagents', value, under.subagents, ignore);
    ignore('subagents', 'you have turned them off');
    return undefined;
  },
};

/** The strictest mode first: each runs everything without asking that the one before does. */
const leniency: readonly ApprovalMode[] = ['plan', 'ask', 'accept-edits', 'confined'];

/** A project must not decide which provider reads its code, if the user has chosen one. */
function isChosen({ model, route }: Config): boolean {
  return model !== undefined || route !== undefined;
}

function narrowTools(value: unknown, { under }: NarrowingFacts, ignore: Ignore): unknown {
  const {
    confine,
    hosts = [],
    disabled,
    readable = [],
    alsoAllowed = [],
    ...switches
  } = value as NonNullable<Config['tools']>;
  const isLess = confine !== undefined && strictness(confine) < strictness(under.tools?.confine ?? 'auto');
  if (isLess) ignore('tools.confine', 'it restricts commands less than you do');
  if (hosts.length > 0) ignore('tools.hosts', 'it opens the sandbox to the network');
  if (readable.length > 0) ignore('tools.readable', 'it opens the home folder to commands');
  if (alsoAllowed.length > 0) ignore('tools.alsoAllowed', 'it opens folders outside this one');
  return {
    ...narrowSwitches(switches, under.tools ?? {}, ignore),
    ...(confine === undefined || isLess ? {} : { confine }),
    ...(disabled === undefined ? {} : { disabled }),
  };
}

/** These may be turned off, but not on. */
function narrowSwitches(
  switches: Pick<NonNullable<Config['tools']>, 'network' | 'webSearch' | 'own' | 'unixSockets'>,
  under: NonNullable<Config['tools']>,
  ignore: Ignore,
): object {
  const isMore = {
    network: switches.network === true && under.network !== true,
    webSearch: switches.webSearch === true && under.webSearch !== true,
    own: switches.own === true && under.own === false,
    unixSockets: switches.unixSockets === true && under.unixSockets !== true,
  };
  if (isMore.network) ignore('tools.network', 'it offers a tool that you have not enabled');
  if (isMore.webSearch) ignore('tools.webSearch', 'it lets the provider search, which you have not enabled');
  if (isMore.own) ignore('tools.own', 'you have turned them off');
  if (isMore.unixSockets) ignore('tools.unixSockets', 'it opens the sandbox to sockets outside');
  const entries = (Object.keys(isMore) as (keyof typeof isMore)[]).flatMap((name) =>
    switches[name] === undefined || isMore[name] ? [] : [[name, switches[name]]],
  );
  return Object.fromEntries(entries);
}

function strictness(confine: NonNullable<NonNullable<Config['tools']>['confine']>): number {
  return ['off', 'auto', 'require'].indexOf(sandboxMode(confine));
}

function smaller(name: string, value: unknown, under: object | undefined, ignore: Ignore): unknown {
  const entries = Object.entries(value as object).filter(([key, limit]) => {
    const limitNow: unknown = under === undefined ? undefined : Reflect.get(under, key);
    if (typeof limit === 'number' && typeof limitNow === 'number' && limit <= limitNow) return true;
    ignore(`${name}.${key}`, `only values below yours (${String(limitNow)}) are accepted`);
    return false;
  });
  return Object.fromEntries(entries);
}

/** The entries of an object, so that each is reported; '' for other values. */
function namesIn(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [''];
}
