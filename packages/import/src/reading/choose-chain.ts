/**
 * The chosen branch of a tree of records: the chain of the leaf, and every result of a call on it, wherever it is
 * attached. Other leaves are branches.
 */
import { Tree, type TreeRecord } from './chain.ts';
import type { Branch } from './imported-session.ts';
import { titleFrom } from './title-from.ts';

export interface ChainScene<R> {
  /** Whether a branch can end here, with a message or by going back. */
  isEnd(record: R): boolean;
  /** The text of a record, for the title of a branch; '' for a record without text. */
  wordsOf(record: R): string;
  timeOf(record: R): number | undefined;
  callIdsIn(record: R): readonly string[];
  resultIdsIn(record: R): readonly string[];
}

export interface ChosenChain<R> {
  /** In the order of the file. */
  readonly records: readonly R[];
  readonly branches: readonly Branch[];
  /** Records of the chain whose parent is not in the file. */
  readonly torn: readonly R[];
  /** Whether the requested branch exists. */
  readonly found: boolean;
}

export function chooseChain<R extends TreeRecord>(
  all: readonly R[],
  scene: ChainScene<R>,
  branch?: string,
): ChosenChain<R> {
  const tree = new Tree(all);
  const records = all.filter((record) => tree.get(record.id) === record);
  const ends = records.filter((record) => scene.isEnd(record));
  const asked = branch === undefined ? undefined : tree.get(branch);
  const leaf = asked ?? ends.at(-1) ?? records.at(-1);
  if (leaf === undefined) return { records: [], branches: [], torn: [], found: branch === undefined };
  const chain = new Set([...tree.chainTo(leaf)].map(({ id }) => id));
  const calls = new Set(records.filter(({ id }) => chain.has(id)).flatMap((record) => scene.callIdsIn(record)));
  const isOn = (record: R): boolean => chain.has(record.id) || scene.resultIdsIn(record).some((id) => calls.has(id));
  const chosen = records.filter(isOn);
  const ids = new Set(chosen.map(({ id }) => id));
  return {
    records: chosen,
    branches: tree
      .leavesOf(ends)
      .filter(({ id }) => !ids.has(id))
      .flatMap((end) => describeBranch(end, tree, ids, scene)),
    torn: chosen.filter((record) => chain.has(record.id) && tree.isTorn(record)),
    found: branch === undefined || asked !== undefined,
  };
}

/** Nothing for a leaf without messages. */
function describeBranch<R extends TreeRecord>(
  end: R,
  tree: Tree<R>,
  chosen: ReadonlySet<string>,
  scene: ChainScene<R>,
): readonly Branch[] {
  const own: R[] = [];
  for (const record of tree.chainTo(end)) {
    if (chosen.has(record.id)) break;
    own.push(record);
  }
  const title = own.map((record) => titleFrom(scene.wordsOf(record))).find((text) => text !== undefined);
  if (title === undefined) return [];
  const time = scene.timeOf(end);
  return [{ id: end.id, title, records: own.length, ...(time === undefined ? {} : { time }) }];
}
