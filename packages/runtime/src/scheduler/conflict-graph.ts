/**
 * Who waits for whom in a batch. Calls are added in their order; each waits for the earlier ones that touch what it touches. Names
 * are kept as a tree of their parts, and the calls of a place are waited for as one, so that a batch costs what its names cost
 * and not the square of its calls.
 */
import type { Access } from '../tool/tool.ts';

const nobody: readonly GraphNode[] = [];

/** Something to wait for: a call, or several calls taken as one. */
export class GraphNode {
  readonly #free: (() => void) | undefined;
  #later: GraphNode[] | undefined;
  /** One more than it waits for, until it is released. */
  #waiting = 1;
  #isDone = false;

  /** `free` is called once, when everything it waits for is done and it has been released. */
  constructor(free?: () => void) {
    this.#free = free;
  }

  /** Whether something earlier blocks it. */
  get isBlocked(): boolean {
    return this.#waiting > 1;
  }

  after(other: GraphNode): void {
    if (other.#isDone) return;
    other.#later ??= [];
    other.#later.push(this);
    this.#waiting += 1;
  }

  release(): void {
    tell([this]);
  }

  /** Whatever waits for it no longer does, whether or not it ever was free itself. */
  done(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    if (this.#later !== undefined) tell(this.#later);
    this.#later = undefined;
  }

  /** One thing less to wait for. Returns whom to notify if this was the last and it is not a call itself. */
  arrive(): readonly GraphNode[] {
    this.#waiting -= 1;
    if (this.#waiting > 0) return nobody;
    if (this.#free !== undefined) {
      this.#free();
      return nobody;
    }
    this.#isDone = true;
    return this.#later ?? nobody;
  }
}

/** With a list instead of recursion, since chains are as long as the batch; in call order. */
function tell(nodes: GraphNode[]): void {
  for (let next = 0; next < nodes.length; next += 1)
    for (const later of nodes[next]?.arrive() ?? nobody) nodes.push(later);
}

/** Calls that are waited for together. */
class Gathering {
  #fresh: GraphNode[] = [];
  #joined: GraphNode | undefined;

  add(node: GraphNode): void {
    this.#fresh.push(node);
  }

  /** Each call is joined once, however often they are waited for. */
  asOne(): GraphNode | undefined {
    if (this.#fresh.length === 0) return this.#joined;
    if (this.#joined === undefined && this.#fresh.length === 1) return this.#fresh[0];
    const join = new GraphNode();
    if (this.#joined !== undefined) join.after(this.#joined);
    for (const node of this.#fresh) join.after(node);
    join.release();
    this.#joined = join;
    this.#fresh = [];
    return join;
  }
}

/** A part of a name. Nearly all have few of these, so none is made before it is needed. */
interface ResourceState {
  inner?: Map<string, ResourceState>;
  readers?: Gathering;
  writers?: Gathering;
  readersBelow?: Gathering;
  writersBelow?: Gathering;
}

export class ConflictGraph {
  readonly #root: ResourceState = {};
  readonly #all: Gathering = new Gathering();
  readonly #exclusive: Gathering = new Gathering();

  /** Free once it has been released and nothing earlier blocks it. */
  add(access: Access, free: () => void): GraphNode {
    const node = new GraphNode(free);
    const reads = (access.reads ?? []).map((name) => this.#way(name));
    const writes = (access.writes ?? []).map((name) => this.#way(name));
    for (const gathering of [this.#exclusive, ...reads.flatMap(beforeRead), ...writes.flatMap(beforeWrite)]) {
      waitFor(node, gathering);
    }
    if (access.exclusive === true) waitFor(node, this.#all);
    for (const way of reads) enter(node, way, 'readers', 'readersBelow');
    for (const way of writes) enter(node, way, 'writers', 'writersBelow');
    if (access.exclusive === true) this.#exclusive.add(node);
    this.#all.add(node);
    return node;
  }

  /** From the root to the place of that name. */
  #way(name: string): readonly ResourceState[] {
    const parts = name.split('/').filter((part) => part !== '' && part !== '.');
    const way = [this.#root];
    // Where it leads is not known: it touches everything that has a name.
    if (parts.includes('..')) return way;
    let place = this.#root;
    for (const part of parts) {
      place.inner ??= new Map();
      const inner = place.inner.get(part) ?? {};
      place.inner.set(part, inner);
      way.push(inner);
      place = inner;
    }
    return way;
  }
}

type Before = readonly (Gathering | undefined)[];

function beforeRead(way: readonly ResourceState[]): Before {
  return [...way.map(({ writers }) => writers), way.at(-1)?.writersBelow];
}

function beforeWrite(way: readonly ResourceState[]): Before {
  return [...beforeRead(way), ...way.map(({ readers }) => readers), way.at(-1)?.readersBelow];
}

function waitFor(node: GraphNode, gathering: Gathering | undefined): void {
  const others = gathering?.asOne();
  if (others !== undefined) node.after(others);
}

type At = 'readers' | 'writers';
type Below = 'readersBelow' | 'writersBelow';

function enter(node: GraphNode, way: readonly ResourceState[], at: At, below: Below): void {
  for (const [index, place] of way.entries()) {
    const key = index === way.length - 1 ? at : below;
    place[key] ??= new Gathering();
    place[key].add(node);
  }
}
