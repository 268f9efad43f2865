/**
 * What may be used of a project's file while the folder is not trusted: only what makes an agent do less. Everything
 * that is not listed here is ignored, so a setting that is added later is safe by default.
 */
import type { ApprovalMode } from '@interlock/runtime';
import type { Config } from './config.ts';
import { sandboxMode } from './sandbox-mode.ts';

export interface Narrowed {
  readonly values: Config;
  /** `mcp.github: why not`, in the order of the file. */
  readonly left: readonly string[];
}

export interface NarrowingFacts {
  /** What applies without the project. */
  readonly under: Config;
  /** Whether this name can be used without anything the project defines. */
  readonly knowsModel: (name: string) => boolean;
  readonly knowsRoute: (name: string) => boolean;
}

export function narrowConfig(given: Config, facts: NarrowingFacts): Narrowed {
  const left: string[] = [];
  const parts = Object.entries(given).map(([key, value]) => {
    const narrow = Object.hasOwn(narrowers, key) ? narrowers[key] : undefined;
    const leave = (path: string, why: string): void => void left.push(`${path}: ${why}`);
    if (narrow !== undefined) return { [key]: narrow(value, facts, leave) };
    for (const name of namesIn(value))
      leave(name === '' ? key : `${key}.${name}`, reasons[key] ?? 'it does more than add restrictions');
    return {};
  });
  const kept = Object.entries(Object.assign({}, ...parts)).filter(([, value]) => value !== undefined);
  return { values: Object.fromEntries(kept), left };
}

type Leave = (path: string, why: string) => void;
type Narrower = (value: unknown, facts: NarrowingFacts, leave: Leave) => unknown;

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
  model: (value, { knowsModel, under }, leave) => {
    if (isChosen(under)) leave('model', 'you have set one yourself');
    else if (knowsModel(String(value))) return value;
    else leave('model', 'it cannot be used without what this file defines');
    return undefined;
  },
  route: (value, { knowsRoute, under }, leave) => {
    if (isChosen(under)) leave('route', 'you have set one yourself');
    else if (knowsRoute(String(value))) return value;
    else leave('route', 'it cannot be used without what this file defines');
    return undefined;
  },
  approval: (value, { under }, leave) => {
    const { allow, mode, ...rest } = value as NonNullable<Config['approval']>;
    if (allow !== undefined && allow.length > 0) leave('approval.allow', 'it lets calls run without asking');
    if (mode === undefined) return rest;
    if (leniency.indexOf(mode) <= leniency.indexOf(under.approval?.mode ?? 'ask')) return { ...rest, mode };
    leave('approval.mode', 'it asks less often than you do');
    return rest;
  },
  providerFiles: (value, { under }, leave) => {
    if (value === false || under.providerFiles !== false) return value;
    leave('providerFiles', 'you have turned them off');
    return undefined;
  },
  tools: narrowTools,
  limits: (value, { under }, leave) => smaller('limits', value, under.limits, leave),
  subagents: (value, { under }, leave) => {
    if (value === false) return false;
    if (under.subagents !== false) return smaller('subagents', value, under.subagents, leave);
    leave('subagents', 'you have turned them off');
    return undefined;
  },
};

/** The strictest mode first: whatever runs unasked in one also does in the next. */
const leniency: readonly ApprovalMode[] = ['plan', 'ask', 'accept-edits', 'confined'];

/** Code must not decide which provider may read it: that is up to the user. */
function isChosen({ model, route }: Config): boolean {
  return model !== undefined || route !== undefined;
}

function narrowTools(value: unknown, { under }: NarrowingFacts, leave: Leave): unknown {
  const { confine, hosts = [], disabled, alsoAllowed = [], ...switches } = value as NonNullable<Config['tools']>;
  const isLess = confine !== undefined && strictness(confine) < strictness(under.tools?.confine ?? 'auto');
  if (isLess) leave('tools.confine', 'it restricts commands less than you do');
  if (hosts.length > 0) leave('tools.hosts', 'it opens the sandbox to the network');
  if (alsoAllowed.length > 0) leave('tools.alsoAllowed', 'it opens folders outside this one');
  return {
    ...narrowSwitches(switches, under.tools ?? {}, leave),
    ...(confine === undefined || isLess ? {} : { confine }),
    ...(disabled === undefined ? {} : { disabled }),
  };
}

/** These may be turned off, but not on. */
function narrowSwitches(
  switches: Pick<NonNullable<Config['tools']>, 'network' | 'webSearch' | 'own'>,
  under: NonNullable<Config['tools']>,
  leave: Leave,
): object {
  const isMore = {
    network: switches.network === true && under.network !== true,
    webSearch: switches.webSearch === true && under.webSearch !== true,
    own: switches.own === true && under.own === false,
  };
  if (isMore.network) leave('tools.network', 'it offers a tool that you have not enabled');
  if (isMore.webSearch) leave('tools.webSearch', 'it lets the provider search, which you have not enabled');
  if (isMore.own) leave('tools.own', 'you have turned them off');
  const kept = (Object.keys(isMore) as (keyof typeof isMore)[]).flatMap((name) =>
    switches[name] === undefined || isMore[name] ? [] : [[name, switches[name]]],
  );
  return Object.fromEntries(kept);
}

function strictness(confine: NonNullable<NonNullable<Config['tools']>['confine']>): number {
  return ['off', 'auto', 'require'].indexOf(sandboxMode(confine));
}

function smaller(name: string, value: unknown, under: object | undefined, leave: Leave): unknown {
  const entries = Object.entries(value as object).filter(([key, limit]) => {
    const most: unknown = under === undefined ? undefined : Reflect.get(under, key);
    if (typeof limit === 'number' && typeof most === 'number' && limit <= most) return true;
    leave(`${name}.${key}`, `only values below yours (${String(most)}) are accepted`);
    return false;
  });
  return Object.fromEntries(entries);
}

/** The entries of an object, so that each is reported; '' for other values. */
function namesIn(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [''];
}
