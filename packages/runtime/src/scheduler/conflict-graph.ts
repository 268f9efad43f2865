/**
 * Which calls of a batch wait for which. Calls are added in order; each waits for earlier ones that access the same resources. Names
 * are stored as a tree of their parts, and the calls at a node are waited for together, so the cost grows with the names, not with the
 * square of the calls.
 */
import type { Access } from '../tool/tool.ts';

const nobody: readonly GraphNode[] = [];

/** Something to wait for: a call, or several calls together. */
export class GraphNode {
  readonly #free: (() => void) | undefined;
  #later: GraphNode[] | undefined;
  /** One more than the number of things it waits for, until it is released. */
  #waiting = 1;
  #isDone = false;

  /** `free` is called once, when everything it waits for is done and it has been released. */
  constructor(free?: () => void) {
    this.#free = free;
  }

  /** Whether an earlier call blocks it. */
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

  /** Nothing waits for it anymore, whether or not it was ever free itself. */
  done(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    if (this.#later !== undefined) tell(this.#later);
    this.#later = undefined;
  }

  /** Called when one thing it waits for is done. Returns what to notify, if that was the last one and this is not a call itself. */
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

/** Uses a list instead of recursion, because chains can be as long as the batch. Keeps the order of the calls. */
function tell(nodes: GraphNode[]): void {
  for (let next = 0; next < nodes.length; next += 1)
    for (const later of nodes[next]?.arrive() ?? nobody) nodes.push(later);
}

/** Calls that are waited for together. */
class CallGroup {
  #fresh: GraphNode[] = [];
  #joined: GraphNode | undefined;

  add(node: GraphNode): void {
    this.#fresh.push(node);
  }

  /** Each call is joined once, even if many wait for it. */
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

/** A part of a name. Most have few children, so maps are created on demand. */
interface ResourceState {
  inner?: Map<string, ResourceState>;
  readers?: CallGroup;
  writers?: CallGroup;
  readersBelow?: CallGroup;
  writersBelow?: CallGroup;
}

export class ConflictGraph {
  readonly #root: ResourceState = {};
  readonly #all: CallGroup = new CallGroup();
  readonly #exclusive: CallGroup = new CallGroup();

  /** Free once it has been released and nothing earlier blocks it. */
  add(access: Access, free: () => void): GraphNode {
    const node = new GraphNode(free);
    const reads = (access.reads ?? []).map((name) => this.#pathTo(name));
    const writes = (access.writes ?? []).map((name) => this.#pathTo(name));
    for (const group of [this.#exclusive, ...reads.flatMap(beforeRead), ...writes.flatMap(beforeWrite)]) {
      waitFor(node, group);
    }
    if (access.exclusive === true) waitFor(node, this.#all);
    for (const path of reads) enter(node, path, 'readers', 'readersBelow');
    for (const path of writes) enter(node, path, 'writers', 'writersBelow');
    if (access.exclusive === true) this.#exclusive.add(node);
    this.#all.add(node);
    return node;
  }

  /** The states from the root to the resource with this name. */
  #pathTo(name: string): readonly ResourceState[] {
    const parts = name.split('/').filter((part) => part !== '' && part !== '.');
    const path = [this.#root];
    // It is unknown where the path leads, so the call conflicts with everything.
    if (parts.includes('..')) return path;
    let place = this.#root;
    for (const part of parts) {
      place.inner ??= new Map();
      const inner = place.inner.get(part) ?? {};
      place.inner.set(part, inner);
      path.push(inner);
      place = inner;
    }
    return path;
  }
}

type Before = readonly (CallGroup | undefined)[];

function beforeRead(path: readonly ResourceState[]): Before {
  return [...path.map(({ writers }) => writers), path.at(-1)?.writersBelow];
}

function beforeWrite(path: readonly ResourceState[]): Before {
  return [...beforeRead(path), ...path.map(({ readers }) => readers), path.at(-1)?.readersBelow];
}

function waitFor(node: GraphNode, group: CallGroup | undefined): void {
  const others = group?.asOne();
  if (others !== undefined) node.after(others);
}

type At = 'readers' | 'writers';
type Below = 'readersBelow' | 'writersBelow';

function enter(node: GraphNode, path: readonly ResourceState[], at: At, below: Below): void {
  for (const [index, place] of path.entries()) {
    const key = index === path.length - 1 ? at : below;
    place[key] ??= new CallGroup();
    place[key].add(node);
  }
}
