/** Opens sessions: new, resumed, forked, and subagents'. */
import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import process from 'node:process';
import { type Content, importContents, rebuildLedger } from '@interlock/transcript';
import { ConfigError, createTransport, type Transport } from '@interlock/wire';
import type { ApprovalRule, SessionApprovals } from '../approval/approval.ts';
import { createApprovals } from '../approval/create-approvals.ts';
import { homeRules } from '../approval/home-rules.ts';
import type { CommandContext } from '../approval/reads-of.ts';
import { createFileHistory } from '../changes/file-changes.ts';
import type { SavedFiles } from '../changes/saved-files.ts';
import { applyRecord } from '../history/apply-record.ts';
import { closeOpenCalls } from '../history/close-open-calls.ts';
import { History } from '../history/history.ts';
import type { KnownKeys } from '../history/known-keys.ts';
import { PastRecords } from '../history/past-records.ts';
import { restoreLostCalls } from '../history/restore-lost-calls.ts';
import { emptyFacts, type SessionFacts } from '../history/session-facts.ts';
import { SessionHooks } from '../hooks/session-hooks.ts';
import { cleanEnvironment } from '../process/clean-environment.ts';
import { createRoute } from '../route/create-route.ts';
import { createCredentials } from '../route/credentials.ts';
import type { Route, RouteConfig } from '../route/route.ts';
import { createMemoryRouteStore } from '../store/memory-route-store.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { OpenOptions, SessionHeader, SessionLog, SessionStore, StoreWarning } from '../store/session-store.ts';
import type { KeepsSideFiles, SideFiles } from '../store/side-files.ts';
import { stowingLog, withMedia } from '../store/stow-media.ts';
import { type AgentDefinition, mayUse, serversFor, toolsFor } from '../subagent/agent-definition.ts';
import { defaultSubagentLimits, type SubagentLimits } from '../subagent/subagent-limits.ts';
import { type Family, Subagents } from '../subagent/subagents.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { steadyTime } from '../time/steady-time.ts';
import { createReadOutput, keepOutput } from '../tools/read-output.ts';
import { Budget } from '../turn/budget.ts';
import { distinctNames } from '../turn/current-setup.ts';
import { effectiveSettings } from '../turn/requests.ts';
import { openWorkspace } from '../workspace/open-workspace.ts';
import { AgentSession } from './agent-session.ts';
import { closeLostJobs, copyJobs } from './jobs.ts';
import type { Session } from './session.ts';
import { defaultLimits, type SessionOptions } from './session-options.ts';
import type { SessionParts, Snapshot } from './session-parts.ts';
import { promptOf } from './system-prompt.ts';

export async function createSession(options: SessionOptions): Promise<Session> {
  const { contents, ...rest } = options;
  return startSession(rest, contents === undefined ? {} : { snapshot: importHistory(contents) });
}

/**
 * Resumes a session as it was left: calls that were running are closed as `interrupted`, and no result is lost. The caller chooses the
 * route again.
 */
export async function resumeSession({
  onWait,
  ...options
}: SessionOptions & OpenOptions & { readonly id: string }): Promise<Session> {
  const { store = createMemoryStore(), id } = options;
  distinctNames(options.tools ?? []);
  const { log, records, warnings } = await store.open(id, { onWait });
  const facts = emptyFacts();
  const files = sideFilesOf(store);
  const lost: StoreWarning[] = [];
  try {
    const whole = files === undefined ? records : withMedia(records, id, files, (warning) => lost.push(warning));
    for await (const { record } of whole) applyRecord(facts, record);
    const history = new History(files === undefined ? log : stowingLog(log, files), facts);
    const restored = await restoreLostCalls(history);
    if (restored !== undefined) lost.push({ code: 'corrupt', message: restored });
    await closeOpenCalls(history);
    await closeLostJobs(history);
    if (facts.turnId !== undefined)
      await history.write({ kind: 'turn-end', turnId: facts.turnId, outcome: 'cancelled' }, true);
    return await assemble({ ...options, store }, {}, log.header, history, [...warnings, ...lost]);
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** Gives canonical ids and turns to a foreign history; the outcome of every call follows from it (REQ-915-046). */
function importHistory(foreign: readonly Content[]): Snapshot {
  const contents = importContents(foreign);
  return { contents, ledger: rebuildLedger(contents).toJSON(), turns: contents.length };
}

/** What a session inherits from the one that created it. */
interface Inheritance {
  readonly parent?: string;
  readonly spawnDepth?: number;
  readonly approvals?: SessionApprovals;
  readonly budget?: Budget;
  readonly family?: Family;
  readonly transport?: Transport;
  readonly routeOf?: RouteOf;
  readonly keys?: KnownKeys;
  readonly snapshot?: Snapshot;
  /** Rules remembered by the original session. */
  readonly rules?: readonly ApprovalRule[];
  readonly todos?: SessionFacts['todos'];
  readonly jobs?: SessionFacts['jobs'];
  /** File states saved by the original session. */
  readonly kept?: SessionFacts['kept'];
  readonly savedFiles?: SavedFiles;
  readonly reportRequest?: SessionParts['reportRequest'];
  /** Chosen in the original session. */
  readonly effort?: SessionFacts['effort'];
}

async function startSession(options: SessionOptions, inheritance: Inheritance): Promise<Session> {
  const { store = createMemoryStore(), clock = systemClock, title } = options;
  distinctNames(options.tools ?? []);
  const workspace = await openWorkspace(options.workspace ?? process.cwd());
  const header: SessionHeader = {
    version: 1,
    id: options.id ?? randomUUID(),
    workspace: workspace.root,
    createdAt: clock.now(),
    ...(title === undefined ? {} : { title }),
    ...(inheritance.parent === undefined ? {} : { parent: inheritance.parent }),
    spawnDepth: inheritance.spawnDepth ?? 0,
  };
  const log = await store.create(header);
  try {
    return await begin({ ...options, store }, inheritance, header, log, emptyFacts());
  } catch (error) {
    await log.close();
    throw error;
  }
}

async function begin(
  options: SessionOptions & { readonly store: SessionStore },
  inheritance: Inheritance,
  header: SessionHeader,
  log: SessionLog,
  facts: SessionFacts,
): Promise<Session> {
  const files = sideFilesOf(options.store);
  const history = new History(files === undefined ? log : stowingLog(log, files), facts, inheritance.keys);
  if (inheritance.snapshot !== undefined) {
    await history.write({ kind: 'snapshot', ...inheritance.snapshot }, true);
    for (const rule of inheritance.rules ?? []) await history.write({ kind: 'approval', rule });
    for (const kept of inheritance.kept ?? [])
      await history.write({ ...kept, in: kept.in ?? inheritance.parent ?? '' });
    if (inheritance.todos !== undefined && inheritance.todos.length > 0)
      await history.write({ kind: 'todos', items: inheritance.todos });
    await copyJobs(history, [...(inheritance.jobs?.values() ?? [])]);
    if (inheritance.effort !== undefined) await history.write({ kind: 'effort', effort: inheritance.effort });
    await closeOpenCalls(history);
  }
  return assemble(options, inheritance, header, history, []);
}

async function assemble(
  options: SessionOptions & { readonly store: SessionStore },
  inheritance: Inheritance,
  header: SessionHeader,
  history: History,
  warnings: readonly StoreWarning[],
): Promise<Session> {
  const { clock = systemClock, environment = process.env, tools = [] } = options;
  const { alsoAllowed = [], buffers } = options;
  const workspace = {
    ...(await openWorkspace(header.workspace, { alsoAllowed })),
    ...(buffers === undefined ? {} : { buffers }),
  };
  const limits: SubagentLimits = { ...defaultSubagentLimits, ...(options.subagents || {}) };
  const routeOf = inheritance.routeOf ?? createRoutes(options, environment, clock, history.keys);
  const transport = inheritance.transport ?? options.transport ?? createTransport();
  const owned = inheritance.transport === undefined && options.transport === undefined;
  const budget = inheritance.budget ?? new Budget({ ...limits, timeMs: Number.POSITIVE_INFINITY }, steadyTime(clock));
  const family = inheritance.family ?? { running: 0 };
  const files = sideFilesOf(options.store);
  const route = routeOf(options.route);
  const toolEnvironment = cleanEnvironment(environment, [...(options.secretNames ?? []), ...variablesOf(route)]);
  const place = {
    ...workspace,
    environment: toolEnvironment,
    ...(toolEnvironment['PATH'] === undefined ? {} : { programs: toolEnvironment['PATH'] }),
  };
  const approvals = inheritance.approvals ?? (await approvalsOf(options, history, place));
  const { keys } = history;
  const fileParts = createFileHistory(
    { history, files, header, workspace, clock, approvals },
    options.keepsFiles === true,
    inheritance,
  );
  const inherited = { approvals, family, transport, routeOf, keys, ...fileParts };
  const parts: SessionParts = {
    header,
    workspace,
    toolEnvironment,
    clock,
    transport,
    limits: { ...defaultLimits, ...options.limits },
    ...(options.limits?.toolTimeoutMs === undefined ? {} : { toolTimeoutMs: options.limits.toolTimeoutMs }),
    settings: options.settings ?? {},
    // In our own sessions a call is missing only if its record is damaged. Its result must not be lost as well.
    policy: { orphans: 'note', ...options.policy },
    route,
    routeOf,
    approvals,
    place,
    tools,
    ...longOutput(files, header, options),
    ...fileParts,
    ...offersOf(options, header),
    ...hooksOf(options, { header, history, environment: toolEnvironment, clock }),
    ...(options.atRest === undefined ? {} : { atRest: options.atRest }),
    ...promptOf(options, workspace, approvals, history),
    budget,
    ...reportsTo(inheritance, header),
    ...((options.subagents ?? false) === false || header.spawnDepth >= limits.depth
      ? {}
      : {
          subagents: new Subagents({
            limits,
            spawnDepth: header.spawnDepth,
            family,
            budget,
            clock,
            open: (route, share, title, agent) => {
              const { id: _, ...rest } = agent === undefined ? options : optionsOfAgent(agent, options);
              const reportRequest = noteRequests(history, inheritance);
              const lineage = { parent: header.id, spawnDepth: header.spawnDepth + 1 };
              const child = { ...lineage, budget: share, reportRequest, ...inherited };
              const settings = effectiveSettings(options.settings ?? {}, history.facts);
              const childRoute = agent?.route ?? route;
              return startSession({ ...rest, route: childRoute, title, settings, workspace: workspace.root }, child);
            },
          }),
        }),
    compaction: options.compaction ?? {},
    pastRecords: new PastRecords(options.store, files, header.id),
    fork: (snapshot, route, id) => {
      const { id: _, ...rest } = options;
      // Remembered rules come with the records.
      const given = approvals.rules.filter((rule) => !history.facts.rules.includes(rule));
      const copy = { ...rest, route, rules: given, workspace: workspace.root, ...(id === undefined ? {} : { id }) };
      const { rules, effort, todos, jobs, kept } = history.facts;
      const from = { parent: header.id, spawnDepth: header.spawnDepth, routeOf, keys };
      return startSession(copy, { ...from, snapshot, rules, effort, todos, jobs, kept });
    },
    release: async () => {
      if (owned) await transport.close();
    },
  };
  return new AgentSession(parts, history, warnings);
}

/** A subagent tells its parent about its requests, as its own. */
function reportsTo({ reportRequest }: Inheritance, { id }: SessionHeader): Pick<SessionParts, 'reportRequest'> {
  return reportRequest === undefined ? {} : { reportRequest: (record) => reportRequest({ by: id, ...record }) };
}

/** Records the requests of this session's subagents and theirs, and passes them on to its own parent. */
function noteRequests(history: History, { reportRequest }: Inheritance): NonNullable<SessionParts['reportRequest']> {
  return async (record) => {
    // If its store fails, its history keeps the record.
    await reportRequest?.(record).catch(() => {});
    const { contents: _, ...rest } = record;
    const { lastRequest } = history.facts;
    await history.write({ kind: 'request', ...rest, ...(lastRequest === undefined ? {} : { serves: lastRequest }) });
  };
}

/** What the session offers its model besides the given tools. */
function offersOf(
  { todos = false, plans = false, skills = [], agents = [], mcp }: SessionOptions,
  { spawnDepth }: SessionHeader,
): Pick<SessionParts, 'todos' | 'plans' | 'skills' | 'agents' | 'mcp'> {
  return {
    todos,
    plans: plans ? (spawnDepth === 0 ? 'own' : 'delegated') : false,
    skills,
    agents,
    ...(mcp === undefined ? {} : { mcp }),
  };
}

/** The options of a subagent of this kind: the agent's prompt, and only the tools it names. */
function optionsOfAgent(agent: AgentDefinition, options: SessionOptions): SessionOptions {
  const { tools = [], mcp, skills = [], todos = false, plans = false, subagents = false } = options;
  return {
    ...options,
    role: agent.prompt,
    tools: toolsFor(agent, tools),
    ...(mcp === undefined ? {} : { mcp: serversFor(agent, mcp) }),
    skills: mayUse(agent, 'skill') ? skills : [],
    todos: todos && mayUse(agent, 'update_todos'),
    plans: plans && mayUse(agent, 'propose_plan'),
    subagents: mayUse(agent, 'task') ? subagents : false,
  };
}

function hooksOf(
  { hooks: given }: SessionOptions,
  { header, history, environment, clock }: HookedParts,
): Pick<SessionParts, 'hooks'> {
  if (given === undefined || given.hooks.length === 0) return {};
  const { id: sessionId, spawnDepth, workspace } = header;
  return {
    hooks: new SessionHooks({
      ...given,
      ...{ sessionId, spawnDepth, workspace, environment, clock },
      record: (report) => history.write({ kind: 'hook', ...report }),
      conceal: (text) => history.keys.textWithout(text),
    }),
  };
}

interface HookedParts {
  readonly header: SessionHeader;
  readonly history: History;
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Clock;
}

/** How results that are too long for the conversation are stored and read. */
function longOutput(
  files: SideFiles | undefined,
  { id }: SessionHeader,
  { readOutput = 'when-cut' }: SessionOptions,
): Pick<SessionParts, 'readOutput' | 'keepWhole' | 'keepJobOutput'> {
  if (files === undefined) return {};
  return {
    readOutput: { tool: createReadOutput(files, id), when: readOutput },
    keepWhole: (call, whole) => keepOutput(files, id, call.id, whole),
    keepJobOutput: (name, whole) => files.keep(id, name, whole),
  };
}

/** The environment variables of the route's credentials. */
function variablesOf({ config }: Route): readonly string[] {
  return config.targets.flatMap(({ credentials = [] }) =>
    credentials.flatMap((source) => ('env' in source ? [source.env] : [])),
  );
}

/** Remembered rules are part of the session. */
async function approvalsOf(
  options: SessionOptions,
  history: History,
  place: CommandContext,
): Promise<SessionApprovals> {
  const { rules = [], opened = [], approve, mode } = options;
  const { environment = {} } = place;
  const homes = await Promise.all([homedir(), environment['HOME'] ?? ''].map((home) => realpath(home).catch(() => '')));
  const known = [...new Set(homes)].filter((home) => home !== '' && home !== '/');
  return createApprovals({
    rules: [...rules, ...homeRules(place, { homes: known, opened, environment }), ...history.facts.rules],
    place,
    ...(approve === undefined ? {} : { approve }),
    ...(mode === undefined ? {} : { mode }),
    remembered: (rule) => {
      // If the write fails, the user is asked again when the session is resumed.
      history.write({ kind: 'approval', rule }).catch(() => {});
    },
  });
}

/** Undefined if the store has no side files. */
function sideFilesOf(store: SessionStore & Partial<KeepsSideFiles>): SideFiles | undefined {
  return store.sideFiles;
}

type RouteOf = SessionParts['routeOf'];

/** All routes of a session and its subagents share cooldowns, and fetch each credential once. */
function createRoutes(
  options: SessionOptions,
  environment: NonNullable<SessionOptions['environment']>,
  clock: Clock,
  keys: KnownKeys,
): RouteOf {
  const { random, cooldowns, routeStore = createMemoryRouteStore() } = options;
  const more = { ...(random === undefined ? {} : { random }), ...(cooldowns === undefined ? {} : { cooldowns }) };
  const credentials = keys.noting(createCredentials({ environment, clock }));
  return (to) => {
    assertRoute(to);
    if ('begin' in to) return to;
    const config: RouteConfig = 'targets' in to ? to : { policy: 'fixed', targets: [to] };
    const route = createRoute(config, { clock, environment, credentials, store: routeStore, ...more });
    for (const source of config.targets.flatMap((target) => target.credentials ?? []))
      keys.addSource(source, environment);
    return route;
  };
}

/** For callers without type checks. */
function assertRoute(to: unknown): void {
  if (typeof to === 'object' && to !== null) return;
  const what = to === undefined ? 'There is no route.' : 'The route must be an object.';
  throw new ConfigError(
    'invalid-route',
    what,
    "Give it a target, { provider: 'openai' }, or several: { policy: 'failover', targets: [{ provider: 'openai' }] }.",
  );
}
