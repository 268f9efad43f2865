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
import { exchanged } from './check-script.ts';
import { confinedEnvironment } from './confined-environment.ts';
import type { Confinement } from './confinement.ts';
import { type DrawnBoundary, drawBoundary } from './draw-boundary.ts';
import { maskOf } from './draw-masks.ts';
import { systemFolders } from './find-programs.ts';
import { bridgePort } from './init-script.ts';
import { launchEnvironment, withEnvironment } from './launch-environment.ts';
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
  /** All that it is started with: nothing may be added but marks. */
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
  readonly unixSockets: boolean;
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
    const held = new HeldPlaces();
    try {
      return await this.#enter(command, how, held);
    } catch (error) {
      held.close();
      throw error;
    }
  }

  async #enter(command: Invocation, how: StartWithin, held: HeldPlaces): Promise<SandboxEntry> {
    const { folders, workspace, homes, hidden, unixSockets } = this.#parts;
    const hosts = this.#hostsFor(how.network);
    // The bridge to the proxy needs a Unix socket.
    const needsSockets = unixSockets || hosts !== undefined;
    const filter = needsSockets ? folders.filters.withUnixSockets : folders.filters.strict;
    const drawn = drawBoundary(
      {
        workspace,
        homes,
        hidden,
        writable: how.writable ?? [],
        readable: [process.execPath, ...(how.readable ?? [])],
        opened: this.#parts.opened,
        environment: how.environment,
        allowsUnixSockets: needsSockets || filter === undefined || !this.#mechanism.refusesCalls,
      },
      held,
    );
    const roots = drawn.writable.map(({ path }) => path);
    const watched = watchedRepositories(roots);
    folders.placeholders.make(drawn.masks);
    const stage = await folders.stage();
    const slot = folders.takeSlot();
    const proxy = hosts === undefined ? undefined : await this.#openProxy(stage, hosts);
    const parts = {
      hasProxy: proxy !== undefined,
      network: how.network === true,
      ...(filter === undefined ? {} : { filter }),
    };
    const boundary = await this.#boundary(drawn, stage, slot, parts);
    const inside = confinedEnvironment(how.environment, {
      temp: this.#mechanism.temp ?? folders.temp,
      by: this.#mechanism.kind,
      proxyPort: proxy === undefined ? undefined : (proxy.port ?? bridgePort),
      hasFolder: isFolder,
      ...(this.#mechanism.temp === undefined ? { cacheHome: join(folders.root, 'home') } : {}),
    });
    // The one of macOS replaces itself by the command.
    const isCarried = this.#mechanism.kind !== 'seatbelt';
    const started = this.#mechanism.invoke(isCarried ? withEnvironment(command, inside) : command, how.cwd, boundary, {
      links: drawn.links,
      proxyPort: proxy?.port,
    });
    return {
      ...started,
      environment: isCarried ? launchEnvironment(inside) : inside,
      endsAll: this.#mechanism.kind !== 'seatbelt',
      failure: (stderr) => {
        const why = this.#mechanism.failure(stderr);
        if (why === undefined) return undefined;
        const hint = exchangedSigns.test(why) ? ` ${exchanged}` : '';
        return `The sandbox could not be set up: ${why}${hint}`;
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
      const quiet = { ...quietGitEnvironment(environment), PATH: systemFolders };
      const entry = await this.enter(command, { cwd: first.root, environment: quiet });
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

  /** What only this start may reach, besides the others. Undefined: there is nothing to reach, and a proxy costs a process. */
  #hostsFor(network: SandboxNeeds['network'] = []): readonly HostPattern[] | undefined {
    const own = typeof network === 'boolean' ? [] : network;
    if (network === true || this.#hosts.length + own.length === 0) return undefined;
    return own.flatMap((host) => parseHostPattern(host) ?? []);
  }

  async #openProxy(stage: string, patterns: readonly HostPattern[]): Promise<HostProxy> {
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
    { hasProxy, ...parts }: Pick<Boundary, 'network' | 'filter'> & { readonly hasProxy: boolean },
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
      ...parts,
      ...(hasProxy && this.#mechanism.temp !== undefined ? { proxy: join(stage, 'proxy') } : {}),
    };
  }
}

function isCovered(wanted: HostPattern, hosts: readonly HostPattern[]): boolean {
  const ports = wanted.port === undefined ? [80, 443] : [wanted.port];
  return ports.every((port) => hosts.some((each) => coversHost(each, wanted.host, port)));
}

/** How mechanisms say that something they were to mount was not where it had been. */
const exchangedSigns =
  /no such file|not a directory|mount point|unable to (find|locate)|can't (bind|create|mkdir|find|mount)|too many levels/i;

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}
