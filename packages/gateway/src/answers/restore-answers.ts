/**
 * Restores what a client's format could not carry. Each answer of the history that this gateway gave is looked up by the ids of its calls,
 * or by the conversation before it, and gets its thinking, opaque tokens and origin back. An answer that is not found stays as the client
 * sent it, and rendering treats its thinking as foreign.
 */
import type { Block, Content, Origin, Seal } from '@interlock/transcript';
import { AnswerGroups, type Group, type Grouping, type PutBack } from './answer-groups.ts';
import type { AnswerStore, KeptAnswer, KeptPart } from './answer-store.ts';
import { callIdsOf, hasNoId, isCall, textDigest } from './digest-history.ts';
import { joinPieces } from './join-pieces.ts';
import type { RestoredHistory } from './restored-history.ts';
import { leadingThinking, taggedThinking } from './tagged-thinking.ts';

export async function restoreAnswers(
  contents: readonly Content[],
  client: string,
  store: AnswerStore,
  known: AnswerGroups = new AnswerGroups(),
): Promise<RestoredHistory> {
  const grouping = known.of(contents);
  const withTexts = store.holdsTexts?.(client) ?? true;
  const keys = grouping.keys(withTexts);
  const byId = keys.length === 0 ? [] : await store.find(client, keys);
  const words = withTexts ? keysOfRenamed(grouping, foundAt(keys, byId)) : [];
  const byWords = words.length === 0 ? [] : await store.find(client, words);
  return known.restored(keys, words.length === 0 ? byId : [...byId, ...byWords], () =>
    restored(grouping, { byKey: new Map([...foundAt(words, byWords), ...foundAt(keys, byId)]), withTexts }, known),
  );
}

type Found = ReadonlyMap<string, KeptAnswer | undefined>;

function foundAt(keys: readonly string[], kept: readonly (KeptAnswer | undefined)[]): Found {
  return new Map(keys.map((key, at) => [key, kept[at]]));
}

/** The keys, by their words, of answers of whose calls no id is known: some clients (LangChain for Mistral and Ollama, OpenClaw) make ids of their own. */
function keysOfRenamed({ groups }: Grouping, known: Found): readonly string[] {
  const isLost = ({ calls }: Group): boolean => calls.length > 0 && calls.every((id) => known.get(id) === undefined);
  return groups.filter(isLost).flatMap((group) => group.texts());
}

function restored(
  { contents, groups, keysOf, lastCalls, begun }: Grouping,
  { byKey, withTexts }: { readonly byKey: Found; readonly withTexts: boolean },
  memory: AnswerGroups,
): RestoredHistory {
  let [found, missed] = [0, 0];
  let changed = false;
  let last: KeptAnswer | undefined;
  /** The answer of the latest group of the model, if it was found. */
  let latest: KeptAnswer | undefined;
  const put = (members: readonly Content[], answer: KeptAnswer): Content => {
    const { content, changed: isChanged } = memory.putBack(members, answer, () => putBack(members, answer));
    changed ||= isChanged;
    last = answer;
    return content;
  };
  const byGroup = groups.map((group) => {
    const answers = new Set(group.calls.flatMap((key) => byKey.get(key) ?? []));
    // These keys are expensive, so they are computed only if they were looked up.
    if (answers.size === 0 && withTexts) {
      const own = group.texts().flatMap((key) => byKey.get(key) ?? [])[0];
      if (own !== undefined) answers.add(own);
    }
    const [answer] = answers;
    if (isOfModel(group)) latest = answer;
    if (answers.size === 1 && answer !== undefined) {
      found += 1;
      return [put(group.contents, answer)];
    }
    // Consecutive answers, each with its own calls.
    if (answers.size > 1) {
      found += answers.size;
      return group.contents.map((content) => {
        const own = callIdsOf(content).flatMap((id) => byKey.get(id) ?? [])[0];
        return own === undefined ? content : put([content], own);
      });
    }
    if (hasLost(group)) missed += 1;
    return group.contents;
  });
  const restoredContents = byGroup.flat();
  const bound = boundTo(contents, byKey, { answer: latest, group: groups.findLast(isOfModel) });
  // Ids we did not issue may occur in any conversation, so an answer after them is stored under the digest of the whole conversation only.
  const isOurs = lastCalls.some((id) => byKey.get(id) !== undefined);
  return {
    contents: restoredContents,
    found,
    missed,
    changed,
    begun: begun.length === 0 ? [] : (byGroup.at(-1) ?? []).flatMap(({ blocks }) => blocks),
    keysOf: isOurs ? keysOf : (answer) => keysOf(answer).slice(0, 1),
    ...(bound === undefined ? {} : { bound }),
    ...(last === undefined ? {} : { last }),
  };
}

function isOfModel({ contents }: Group): boolean {
  return contents[0]?.speaker === 'ai';
}

/** Plain text needs nothing restored. */
function hasLost(group: Group): boolean {
  return (
    isOfModel(group) &&
    group.contents.some(({ blocks }) => blocks.some(({ type }) => type === 'thinking' || type === 'tool_call'))
  );
}

function putBack(members: readonly Content[], answer: KeptAnswer): PutBack {
  const content = restoredAnswer(members, answer);
  return { members, answer, content, changed: tokensOf([content]) !== tokensOf(members) };
}

/** The parts in their order, with what the client has besides (tools that the provider ran, newer text) where the client has it. */
function restoredAnswer(members: readonly Content[], { parts, origin }: KeptAnswer): Content {
  const digests = new Set(parts.flatMap((part) => (part.type === 'text' ? [part.digest] : [])));
  const sent = joinPieces(
    members.flatMap(({ blocks }) => blocks).map((block) => withoutThinking(block, parts)),
    digests,
  );
  // In their order.
  const left = new Set(sent.keys());
  const take = (isWanted: (block: Block) => boolean): readonly number[] => {
    for (const at of left) {
      if (!isWanted(sent[at] as Block)) continue;
      left.delete(at);
      return [at];
    }
    return [];
  };
  const ids = new Set(parts.flatMap((part) => (part.type === 'call' ? [part.id] : [])));
  // The answer was found by its words, so its calls are these, in their order.
  const isRenamed = !sent.some((block) => isCall(block) && ids.has(block.id));
  // A text that stands before the answer is not the answer's.
  const same = new Map(parts.map((part) => [part, part.type === 'text' ? take(isSameText(part.digest)) : []]));
  const placed = parts.map((part) => {
    const exact = same.get(part) ?? [];
    return { part, places: exact.length > 0 ? exact : take(isWantedBy(part, parts, isRenamed)) };
  });
  for (const at of left) if (isThinking(sent[at] as Block, parts)) left.delete(at);
  const leftBefore = (end: number): readonly Block[] => {
    const blocks: Block[] = [];
    for (const at of left) {
      if (at >= end) break;
      left.delete(at);
      blocks.push(ofOrigin(withoutSeal(sent[at] as Block), origin));
    }
    return blocks;
  };
  const blocks = placed.flatMap(({ part, places }, at): readonly Block[] => [
    ...places.flatMap(leftBefore),
    ...restoredPart(
      part,
      isWidowed(placed, at) ? undefined : part.seal,
      places.map((place) => sent[place] as Block),
    ),
  ]);
  return {
    speaker: 'ai',
    blocks: [...blocks, ...leftBefore(sent.length)],
    metadata: { ...members[0]?.metadata, ...origin },
  };
}

interface Placed {
  readonly part: KeptPart;
  /** Where the client has it. */
  readonly places: readonly number[];
}

/** OAR-008: OpenAI wants an item of thinking back only with the item that followed it, and some clients leave out the text before calls. */
function isWidowed(placed: readonly Placed[], at: number): boolean {
  const { type, seal } = placed[at]?.part ?? {};
  if (type !== 'thinking' || seal?.item === undefined) return false;
  const next = placed.slice(at + 1).find(({ part }) => part.type !== 'thinking');
  return next !== undefined && next.places.length === 0;
}

function isWantedBy(part: KeptPart, parts: readonly KeptPart[], isRenamed: boolean): (block: Block) => boolean {
  switch (part.type) {
    case 'thinking':
      return (block) => block.type === 'thinking' && block.thought === part.thought;
    case 'call':
      return (block) => isCall(block) && (isRenamed || block.id === part.id || hasNoId(block));
    case 'text':
      return (block) => block.type === 'text' && !isThinking(block, parts);
  }
}

function isSameText(digest: string): (block: Block) => boolean {
  return (block) => block.type === 'text' && textDigest(block.text) === digest;
}

function restoredPart(part: KeptPart, kept: Seal | undefined, sent: readonly Block[]): readonly Block[] {
  const seal = kept === undefined ? {} : { seal: kept };
  if (part.type === 'thinking') return [{ type: 'thinking', thought: part.thought, ...seal }];
  return sent.map((block) => {
    const isEdited = part.type === 'text' && block.type === 'text' && textDigest(block.text) !== part.digest;
    return isEdited ? withoutSeal(block) : { ...withoutSeal(block), ...seal };
  });
}

/** A text without the thinking in a tag before it, if it is what the model thought. */
function withoutThinking(block: Block, parts: readonly KeptPart[]): Block {
  const { thinking = '', rest = '' } = (block.type === 'text' && leadingThinking(block.text)) || {};
  if (block.type !== 'text' || rest === '') return block;
  const thoughts = parts.flatMap((part) => (part.type === 'thinking' ? [part.thought] : []));
  const isThought = [...thoughts, thoughts.join('')].some((thought) => wordsIn(thought) === wordsIn(thinking));
  return isThought ? { ...block, text: rest } : block;
}

function wordsIn(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

/** Whether this is thinking in any form a client returns it: pi sends thinking without a signature as text, Droid as text in a tag. */
function isThinking(block: Block, parts: readonly KeptPart[]): boolean {
  if (block.type === 'thinking') return true;
  if (block.type !== 'text') return false;
  const words = block.text.trim();
  // If the model also said it as text, it is text.
  return (
    words !== '' &&
    parts.some((part) => part.type === 'thinking' && [words, taggedThinking(words)].includes(part.thought.trim())) &&
    !parts.some((part) => part.type === 'text' && part.digest === textDigest(block.text))
  );
}

/** All opaque tokens of an answer, in order. */
function tokensOf(members: readonly Content[]): string {
  const tokens = members.flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      if (block.type === 'thinking') return [[block.thought, block.seal?.value, block.seal?.item]];
      return block.seal === undefined ? [] : [[block.type, block.seal.value, block.seal.item]];
    }),
  );
  return JSON.stringify(tokens);
}

/** What the provider ran or made comes back as it was: who did it is known here. */
function ofOrigin(block: Block, origin: Origin): Block {
  return comesBackWhole(block) && block.seal !== undefined ? { ...block, seal: { ...block.seal, ...origin } } : block;
}

function comesBackWhole({ type }: Block): boolean {
  return type === 'tool_response' || type === 'media';
}

/** Removes a token in the client's format: the stored one replaces it. */
function withoutSeal(block: Block): Block {
  if (block.seal === undefined || comesBackWhole(block)) return block;
  const { seal: _, ...rest } = block;
  return rest;
}

/**
 * The target that made the calls whose results follow the latest answer. Clients often add reminders and notes after results, so the
 * results need not come last. Calls of the latest answer that came back without their ids are known by the answer. Its results count more
 * than late ones of earlier answers: the loop that continues is its own.
 */
function boundTo(
  contents: readonly Content[],
  known: Found,
  latest: { readonly answer: KeptAnswer | undefined; readonly group: Group | undefined },
): Pick<KeptAnswer, 'target' | 'account'> | undefined {
  const spoke = contents.findLastIndex(({ speaker }) => speaker === 'ai');
  const answered = contents
    .slice(spoke + 1)
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === 'tool_response' ? [block.callId] : [])));
  const called = new Set(
    latest.group?.contents.flatMap(({ blocks }) => blocks.flatMap((block) => (isCall(block) ? [block.id] : []))),
  );
  const ownLast = [...answered.filter((id) => !called.has(id)), ...answered.filter((id) => called.has(id))];
  const answer = ownLast
    .map((id) => known.get(id) ?? (called.has(id) ? latest.answer : undefined))
    .findLast((each) => each !== undefined);
  return answer === undefined ? undefined : { target: answer.target, account: answer.account };
}
