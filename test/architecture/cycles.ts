/** Import cycles between files: two files that need each other are really one. */

/** For each import that closes a cycle: the files of the cycle in import order, with the first repeated at the end. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const path: string[] = [];

  const visit = (file: string): void => {
    if (finished.has(file)) return;
    const start = path.indexOf(file);
    if (start >= 0) {
      cycles.push([...path.slice(start), file]);
      return;
    }
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
    finished.add(file);
  };

  for (const file of [...graph.keys()].sort()) visit(file);
  return cycles;
}
