/**
 * How a package is laid out: which folders depend on each other, which files have only one importer, how deep imports go. `npm run rooms`
 * prints it for every package; the architecture test keeps what has been achieved.
 */
import { posix } from 'node:path';
import { findCycles } from './cycles.ts';
import { importsOf, isRelative, resolveRelative } from './imports.ts';
import type { Package } from './repository.ts';
import type { Node } from './source.ts';

/** The files of a package, each with the files of the same package that it imports. Paths are relative to `src`. */
export type FileGraph = ReadonlyMap<string, readonly string[]>;

/** `only: 'values'` leaves out type imports, which do not exist at run time. */
export function fileGraph({ folder, sources }: Package, only?: 'values'): FileGraph {
  const below = `packages/${folder}/src/`.length;
  return new Map(
    sources.map((source) => [
      source.file.slice(below),
      importsOf(source)
        .filter(({ specifier, node }) => isRelative(specifier) && !(only === 'values' && isTypeOnly(node)))
        .map(({ specifier }) => resolveRelative(source.file, specifier).slice(below)),
    ]),
  );
}

/** It does not exist at run time. */
export function isTypeOnly(node: Node): boolean {
  if (node.type === 'ImportDeclaration') return node.importKind === 'type';
  return node.type === 'TSImportType' || (node.type === 'ExportNamedDeclaration' && node.exportKind === 'type');
}

/** All files that a file depends on, including itself. */
export function filesReached(graph: FileGraph, start: string): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const file of reached) for (const next of graph.get(file) ?? []) reached.add(next);
  return reached;
}

/**
 * Folders that depend on each other, as `a <-> b`; if there are none, cycles through several folders, as `a -> b -> c -> a`. Sibling
 * folders are compared at every depth; files directly in `src` count as a folder called `.`. A folder may depend on its own subfolders and
 * they on it.
 */
export function findFolderCycles(graph: FileGraph): string[] {
  const folders = new Map<string, Map<string, Set<string>>>();
  for (const [file, imported] of graph) {
    for (const other of imported) addFolderEdge(folders, file, other);
  }
  return [...folders.values()].flatMap(findCyclesAmong).sort();
}

/** Records, for the folder that contains both files, which of its subfolders depends on which. */
function addFolderEdge(folders: Map<string, Map<string, Set<string>>>, file: string, other: string): void {
  const from = file.split('/');
  const to = other.split('/');
  let depth = 0;
  while (depth < from.length - 1 && depth < to.length - 1 && from[depth] === to[depth]) depth += 1;
  const parent = from.slice(0, depth).join('/');
  const fromFolder = folderAt(from, depth);
  const toFolder = folderAt(to, depth);
  if (fromFolder === undefined || toFolder === undefined || fromFolder === toFolder) return;
  const edges = folders.get(parent) ?? new Map<string, Set<string>>();
  folders.set(parent, edges);
  edges.set(fromFolder, (edges.get(fromFolder) ?? new Set()).add(toFolder));
}

/** The subfolder in a path at `depth`; loose files count as a folder only directly in `src`. */
function folderAt(path: readonly string[], depth: number): string | undefined {
  if (path.length - 1 > depth) return path.slice(0, depth + 1).join('/');
  return depth === 0 ? '.' : undefined;
}

function findCyclesAmong(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const pairs = [...edges].flatMap(([folder, others]) =>
    [...others].filter((other) => folder < other && edges.get(other)?.has(folder)).map((other) => [folder, other]),
  );
  if (pairs.length > 0) return pairs.map((pair) => pair.join(' <-> '));
  return findCycles(new Map([...edges].map(([folder, others]) => [folder, [...others].sort()]))).map((cycle) =>
    cycle.join(' -> '),
  );
}

/** Files that exactly one file imports. */
export function findSingleUsers(graph: FileGraph): { readonly file: string; readonly user: string }[] {
  const users = new Map<string, Set<string>>();
  for (const [file, imported] of graph) {
    for (const other of imported) users.set(other, (users.get(other) ?? new Set()).add(file));
  }
  return [...users]
    .flatMap(([file, by]) => (by.size === 1 ? [...by].map((user) => ({ file, user })) : []))
    .sort((a, b) => a.file.localeCompare(b.file));
}

/** The longest chain of imports, from first file to last. Another rule guarantees that the graph has no cycles. */
export function findDeepestChain(graph: FileGraph): string[] {
  const known = new Map<string, readonly string[]>();
  const chainFrom = (file: string): readonly string[] => {
    const chain = known.get(file);
    if (chain) return chain;
    const below = (graph.get(file) ?? []).map(chainFrom).reduce((a, b) => (b.length > a.length ? b : a), []);
    known.set(file, [file, ...below]);
    return [file, ...below];
  };
  return [...graph.keys()].map(chainFrom).reduce<string[]>((a, b) => (b.length > a.length ? [...b] : a), []);
}

/** Imports from outside a folder of `parent` of anything in it except its `index.ts`, as `file -> imported`. */
export function findRoomBreaches(graph: FileGraph, parent: string): string[] {
  return [...graph].flatMap(([file, imported]) =>
    imported
      .filter((other) => {
        const room = other.startsWith(`${parent}/`)
          ? other
              .split('/')
              .slice(0, depthOf(parent) + 1)
              .join('/')
          : undefined;
        return (
          room !== undefined && room !== other && !file.startsWith(`${room}/`) && other !== posix.join(room, 'index.ts')
        );
      })
      .map((other) => `${file} -> ${other}`),
  );
}

function depthOf(folder: string): number {
  return folder.split('/').length;
}
