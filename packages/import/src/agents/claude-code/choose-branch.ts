/**
 * Chooses the records that are the conversation. Parent links alone are not enough: each result of a parallel call is attached to
 * its own call, and the next answer to only one of them. So: the chain of the last message, every record of an answer
 * on it, and every result of a call in those, wherever it is attached.
 */
import { Tree } from '../../reading/chain.ts';
import type { Branch } from '../../reading/imported-session.ts';
import { timeOf } from '../../reading/json.ts';
import { titleFrom } from '../../reading/title-from.ts';
import { type ClaudeRecord, callIdsIn, isSpoken, messageIdOf, resultIdsIn } from './claude-record.ts';
import { isConversation, plainTextOf } from './conversation-parts.ts';

export interface ChosenBranch {
  /** In the order of the file. */
  readonly records: readonly ClaudeRecord[];
  readonly branches: readonly Branch[];
  /** Records of the chain whose parent is not in the file. */
  readonly torn: readonly ClaudeRecord[];
  /** Whether the requested branch exists. */
  readonly found: boolean;
}

export function chooseBranch(records: readonly ClaudeRecord[], branch?: string): ChosenBranch {
  const tree = new Tree(records);
  const spoken = records.filter(isSpoken);
  const asked = branch === undefined ? undefined : tree.get(branch);
  const leaf = asked ?? spoken.at(-1) ?? records.at(-1);
  if (leaf === undefined) return { records: [], branches: [], torn: [], found: branch === undefined };
  const chain = new Set<string>();
  const torn: ClaudeRecord[] = [];
  for (const record of tree.chainTo(leaf)) {
    chain.add(record.id);
    if (tree.isTorn(record) && record.value['subtype'] !== 'compact_boundary') torn.push(record);
  }
  // Most sessions have one branch, and everything is on it.
  if (chain.size === records.length)
    return { records, branches: [], torn, found: branch === undefined || asked !== undefined };
  const chosen = withStructure(records, chain);
  const ids = new Set(chosen.map(({ id }) => id));
  const branches = tree
    .leavesOf(spoken)
    .filter(({ id }) => !ids.has(id))
    .flatMap((end) => describeBranch(end, tree, ids));
  return { records: chosen, branches, torn, found: branch === undefined || asked !== undefined };
}

function withStructure(records: readonly ClaudeRecord[], chain: ReadonlySet<string>): readonly ClaudeRecord[] {
  const onChain = records.filter(({ id }) => chain.has(id));
  const answers = new Set(onChain.map(messageIdOf));
  answers.delete('');
  const isMember = (record: ClaudeRecord): boolean => chain.has(record.id) || answers.has(messageIdOf(record));
  const calls = new Set(records.filter(isMember).flatMap(callIdsIn));
  return records.filter((record) => isMember(record) || resultIdsIn(record).some((id) => calls.has(id)));
}

/** Nothing for a leaf that contains only notes and errors of the program. */
function describeBranch(end: ClaudeRecord, tree: Tree<ClaudeRecord>, chosen: ReadonlySet<string>): readonly Branch[] {
  const own: ClaudeRecord[] = [];
  for (const record of tree.chainTo(end)) {
    if (chosen.has(record.id)) break;
    own.push(record);
  }
  const conversation = own.filter(isConversation);
  if (conversation.length === 0) return [];
  const title = conversation.map((record) => titleFrom(plainTextOf(record))).find((text) => text !== undefined) ?? '';
  const time = timeOf(end.value['timestamp']);
  return [{ id: end.id, title, records: own.length, ...(time === undefined ? {} : { time }) }];
}
