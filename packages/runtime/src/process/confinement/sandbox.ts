/** The sandbox of an agent: everything it starts is started through it. Each start gets its own boundary and leaves nothing behind. */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { coversHost, type HostPattern, parseHostPattern } from '../../network/host-pattern.ts';
import { type HostProxy, openHostProxy } from '../../network/host-proxy.ts';
import type { Lookup } from '../../network/resolve-host.ts';
import type { Workspace } from '../../tool/tool.ts';
import { isFolder } from '../../workspace/is-folder.ts';
import type { Environment } from '../clean-environment.ts';
import { quietGitEnvironment } from '../quiet-git.ts';
import { runProcess } from '../run-process.ts';
import { type ArmedRepository, armedRepositories, disarmingLine, watchedRepositories } from './armed-repositories.ts';
import type { Boundary, Invocation } from './boundary.ts';
import { confinedEnvironment } from './confined-environment.ts';
import type { Confinement } from './confinement.ts';
import { type DrawnBoundary, drawBoundary } from './draw-boundary.ts';
import { maskOf } from './draw-masks.ts';
import { bridgePort } from './init-script.ts';
import type { Mechanism } from './mechanism.ts';
import { HeldPlaces } from './open-place.ts';
import type { PrivateFolders } from './private-folders.ts';

export interface SandboxNeeds {
  /** True: the machine's network. Names: through the proxy, in addition to those that all processes may reach. */
  readonly network?: boolean | readonly string[];
  /** Folders outside the workspace. */
  readonly writable?: readonly string[];
  /** Files and folders that stay visible although `/tmp` and similar folders are replaced inside. */
  readonly readable?: readonly string[];
}

export interface StartWithin extends SandboxNeeds {
  readonly cwd: string;
  readonly environment: Environment;
}

/** How to start a program inside; without a mechanism, unchanged. */
export interface SandboxEntry extends Invocation {
  readonly environment: Environment;
  /** When it ends, the system ends everything it started inside. */
  readonly endsAll?: boolean;
  /** Why nothing was started, as a sentence, if its standard error says so. */
  failure(stderr: string): string | undefined;
  /** Must be called when it has ended. Undefined: it did not run in a sandbox. */
  leave(): Promise<EntryReport | undefined>;
}

export interface EntryReport {
  /** `host:port` of refused connections. */
  readonly refusedHosts: readonly string[];
  /** Repositories it made whose settings git outside would obey; they were disarmed. */
  readonly disarmed: readonly ArmedRepository[];
  /** What it could not read in the home folder. */
  readonly hidden: readonly string[];
}

export interface Sandbox {
  readonly confinement: Confinement;
  /** A sentence for the user about what does not work inside; absent: everything works. */
  readonly limits?: string;
  /** Whether the host may be reached, by configuration or because the user allowed it. */
  mayReach(host: string): boolean;
  /** Allows these hosts from now on, for all processes inside. */
  allowHosts(hosts: readonly string[]): void;
  /** Rejects if a sandbox is required but not available. */
  enter(command: Invocation, how: StartWithin): Promise<SandboxEntry>;
  close(): Promise<void>;
}

export interface ConfinedParts {
  readonly workspace: Workspace;
  readonly homes: readonly string[];
  readonly hidden: readonly string[];
  readonly opened: readonly string[];
  readonly hosts: readonly HostPattern[];
  readonly folders: PrivateFolders;
  readonly lookup?: Lookup;
}

/** For a program that is started unchanged. */
export function openEntry(command: Invocation, environment: Environment): SandboxEntry {
  return { ...command, environment, failure: () => undefined, leave: async () => undefined };
}

export class ConfiningSandbox implements Sandbox {
  readonly confinement: Confinement;
  readonly limits?: string;
  readonly #parts: ConfinedParts;
  readonly #mechanism: Mechanism;
  #hosts: readonly HostPattern[];

  constructor(mechanism: Mechanism, parts: ConfinedParts) {
    this.#parts = parts;
    this.#mechanism = mechanism;
    this.#hosts = parts.hosts;
    this.confinement = { state: 'confined', by: mechanism.kind };
    if (mechanism.limits !== undefined) this.limits = mechanism.limits;
  }

  mayReach(host: string): boolean {
    const wanted = parseHostPattern(host);
    if (wanted === undefined) return false;
    return (
      this.#hosts.some((each) => each.host === wanted.host && each.port === wanted.port) ||
      isCovered(wanted, this.#hosts)
    );
  }

  allowHosts(hosts: readonly string[]): void {
    this.#hosts = [...this.#hosts, ...hosts.flatMap((host) => parseHostPattern(host) ?? [])];
  }

  async enter(command: Invocation, how: StartWithin): Promise<SandboxEntry> {
    const { folders, workspace, homes, hidden } = this.#parts;
    const held = new HeldPlaces();
    const drawn = drawBoundary(
      {
        workspace,
        homes,
        hidden,
        writable: how.writable ?? [],
        readable: [process.execPath, ...(how.readable ?? [])],
        opened: this.#parts.opened,
        environment: how.environment,
      },
      held,
    );
    const roots = drawn.writable.map(({ path }) => path);
    const watched = watchedRepositories(roots);
    folders.placeholders.make(drawn.masks);
    const stage = await folders.stage();
    const slot = folders.takeSlot();
    const proxy = await this.#openProxy(stage, how.network);
    const boundary = await this.#boundary(drawn, stage, slot, proxy !== undefined, how.network === true);
    const started = this.#mechanism.invoke(command, how.cwd, boundary, { links: drawn.links, proxyPort: proxy?.port });
    return {
      ...started,
      environment: confinedEnvironment(how.environment, {
        temp: this.#mechanism.temp ?? folders.temp,
        by: this.#mechanism.kind,
        proxyPort: proxy === undefined ? undefined : (proxy.port ?? bridgePort),
        hasFolder: isFolder,
        ...(this.#mechanism.temp === undefined ? { cacheHome: join(folders.root, 'home') } : {}),
      }),
      endsAll: this.#mechanism.kind !== 'seatbelt',
      failure: (stderr) => {
        const why = this.#mechanism.failure(stderr);
        return why === undefined ? undefined : `The sandbox could not be set up: ${why}`;
      },
      leave: once(async () => {
        folders.giveSlot(slot);
        await proxy?.close();
        await folders.dropStage(stage);
        held.close();
        return {
          refusedHosts: proxy?.refused ?? [],
          disarmed: await this.#disarm(roots, watched, how),
          hidden: drawn.inHome,
        };
      }),
    };
  }

  async #disarm(
    roots: readonly string[],
    watched: ReadonlySet<string>,
    { environment }: StartWithin,
  ): Promise<readonly ArmedRepository[]> {
    const armed = armedRepositories(roots, watched);
    const [first] = armed;
    if (first === undefined) return [];
    const command = { file: '/bin/sh', args: ['-c', disarmingLine(armed)] };
    // What is armed now counts as watched in there: it is not looked for again.
    try {
      const entry = await this.enter(command, { cwd: first.root, environment: quietGitEnvironment(environment) });
      await runProcess({ ...entry, cwd: first.root, mark: randomUUID() });
      await entry.leave();
    } catch {
      // What is left is reported.
    }
    const left = armedRepositories(roots, watched).map(({ path }) => path);
    return armed.map((each) => (left.includes(each.path) ? { ...each, isLeft: true } : each));
  }

  async close(): Promise<void> {
    await this.#parts.folders.remove();
  }

  /** Opens the proxy only if there is something to reach, because it costs a process. */
  async #openProxy(stage: string, network: SandboxNeeds['network'] = []): Promise<HostProxy | undefined> {
    const own = typeof network === 'boolean' ? [] : network;
    if (network === true || this.#hosts.length + own.length === 0) return undefined;
    const patterns = own.flatMap((host) => parseHostPattern(host) ?? []);
    const { lookup } = this.#parts;
    const options = { allowed: () => [...this.#hosts, ...patterns], ...(lookup === undefined ? {} : { lookup }) };
    if (this.#mechanism.temp === undefined) return openHostProxy({ host: '127.0.0.1', port: 0 }, options);
    const folder = join(stage, 'proxy');
    await mkdir(folder, { mode: 0o700 });
    return openHostProxy({ path: join(folder, 'socket') }, options);
  }

  async #boundary(
    drawn: DrawnBoundary,
    stage: string,
    slot: number,
    hasProxy: boolean,
    network: boolean,
  ): Promise<Boundary> {
    const { folders, homes } = this.#parts;
    const caches = await folders.caches(drawn.caches, slot);
    const files = drawn.readable.filter((path) => !isFolder(path));
    const places = [...homes, ...drawn.writable.map(({ path }) => path), ...drawn.readable.filter(isFolder)];
    await folders.makePlaces(places, files);
    const mount = join(stage, 'mount');
    await mkdir(mount);
    return {
      writable: drawn.writable,
      masks: drawn.masks.flatMap((planned) => maskOf(planned, folders.covers) ?? []),
      readable: drawn.readable,
      caches,
      temp: folders.temp,
      stage: this.#mechanism.mountsStage ? mount : stage,
      network,
      ...(hasProxy && this.#mechanism.temp !== undefined ? { proxy: join(stage, 'proxy') } : {}),
    };
  }
}

function isCovered(wanted: HostPattern, hosts: readonly HostPattern[]): boolean {
  const ports = wanted.port === undefined ? [80, 443] : [wanted.port];
  return ports.every((port) => hosts.some((each) => coversHost(each, wanted.host, port)));
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}
