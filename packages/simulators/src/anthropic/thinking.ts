/** Thinking: how its signatures are created and why they are refused when they come back, and where it is required. */
import type { Violation } from '../api/api.ts';
import { objectOf, textOf } from '../api/json.ts';
import type { Claims, World } from '../api/world.ts';
import { bindingBeta, thinkingOf } from './checks/parameters.ts';
import { type Block, type Draft, type DraftMessage, isThinking, lastAssistant } from './draft.ts';
import { breach, warning } from './errors.ts';
import { boundName, type Claude, findBound } from './models.ts';
import { blocksBefore, digest, type Prefix, type PrefixBlock, prefixOf } from './prefix.ts';

/**
 * What a signature contains in addition to the usual claims: the index and number of blocks, and the thought itself.
 */
interface Sealed {
  readonly message: string;
  readonly index: number;
  readonly of: number;
  /** The complete thought: the text of the block may be omitted. */
  readonly thought: string;
}

export interface Minting extends Sealed {
  readonly kind: 'thinking' | 'redacted';
  /** The text as it is shown. */
  readonly shown: string;
  readonly before: readonly PrefixBlock[];
  readonly previous: string | undefined;
}

export function mintThinking(draft: Draft, world: World, minting: Minting): string {
  const { kind, shown, before, previous, message, index, of, thought } = minting;
  const sealed: Sealed = { message, index, of, thought };
  return world.mint({
    ...ownClaims(draft.claude, world),
    kind,
    text: shown,
    item: JSON.stringify(sealed),
    prefix: JSON.stringify(prefixOf(draft, before)),
    ...(previous === undefined ? {} : { previous: digest(previous) }),
  });
}

function ownClaims(claude: Claude, world: World): Omit<Claims, 'kind'> {
  return { provider: 'anthropic', model: boundName(claude), endpoint: world.endpoint, account: world.account };
}

/** The thoughts a model gets to read again, and what happened to the others. */
export interface Recalled {
  /** By the path of the block. */
  readonly thoughts: ReadonlyMap<string, string>;
  /** Removed from the prompt without an error, with the reason. */
  readonly dropped: readonly { readonly path: string; readonly reason: string }[];
  /** The last signature that is kept: the next thought follows it. */
  readonly last: string | undefined;
  readonly findings: readonly Violation[];
}

interface Opened {
  readonly block: Block;
  readonly token: string;
  readonly claims: Claims;
  readonly sealed: Sealed;
}

export function recallThinking(draft: Draft, world: World): Recalled {
  const blocks = draft.entries.flatMap(({ blocks }) => blocks.filter(isThinking));
  const findings: Violation[] = [];
  const dropped: { path: string; reason: string }[] = [];
  const kept: Opened[] = [];
  for (const block of blocks) {
    const opened = open(block, world);
    if (!opened) findings.push(invalid(block));
    else if (isReadable(opened, draft.claude, world)) kept.push(opened);
    else findings.push(...rejectForeign(opened, draft.claude, world, dropped));
    if (opened) findings.push(...otherAccount(opened, world));
  }
  findings.push(...checkLatest(draft, kept));
  const remaining = draft.claude.preservesThinking ? checkBinding(draft, kept, findings, dropped) : kept;
  return {
    thoughts: new Map(remaining.map(({ block, sealed }) => [block.path, sealed.thought])),
    dropped,
    last: remaining.at(-1)?.token,
    findings,
  };
}

/** Undefined unless it was created here, at this address, for exactly this text. */
function open(block: Block, world: World): Opened | undefined {
  const kind = block.type === 'thinking' ? 'thinking' : 'redacted';
  const token = textOf(block.fields[kind === 'thinking' ? 'signature' : 'data']);
  const claims = world.open(token);
  if (claims?.kind !== kind || claims.provider !== 'anthropic' || claims.endpoint !== world.endpoint) return undefined;
  if (kind === 'thinking' && claims.text !== textOf(block.fields['thinking'])) return undefined;
  return { block, token, claims, sealed: JSON.parse(claims.item ?? '{}') as Sealed };
}

function invalid({ type, path, fields }: Block): Violation {
  if (type === 'redacted_thinking')
    return breach('ANT-042', path, `${path}: Invalid \`data\` in \`redacted_thinking\` block`);
  const rule = fields['signature'] === '' ? 'ANT-041' : 'ANT-040';
  return breach(rule, path, `${path}: Invalid \`signature\` in \`thinking\` block`);
}

function isReadable({ claims }: Opened, claude: Claude, world: World): boolean {
  const minter = findBound(claims.model);
  if (minter?.accountBound && claims.account !== world.account) return false;
  if (claims.model === boundName(claude)) return true;
  if (!minter || minter.home !== claude.home) return false;
  return minter.thinkingReadableByAll || claude.readsThinkingOf.includes(minter.id);
}

/** ANT-056: silently dropped if one of the two models preserves thinking, otherwise refused (ANT-040). */
function rejectForeign(
  { block, claims }: Opened,
  claude: Claude,
  world: World,
  dropped: { path: string; reason: string }[],
): readonly Violation[] {
  const minter = findBound(claims.model);
  const { path } = block;
  // Reported by `otherAccount`.
  if (minter?.accountBound && claims.account !== world.account) return [];
  if (!claude.preservesThinking && !minter?.preservesThinking) return [invalid(block)];
  dropped.push({ path, reason: 'model_binding_mismatch' });
  return [warning('ANT-056', path, `${path}: thinking_dropped (model_binding_mismatch: ${claims.model})`)];
}

/** ANT-058: refused if the model binds its thinking to the account; otherwise read, without any guarantee. */
function otherAccount({ block: { path }, claims }: Opened, world: World): readonly Violation[] {
  if (claims.account === world.account) return [];
  const message = `${path}: organization_binding_mismatch: the block belongs to another account`;
  return [(findBound(claims.model)?.accountBound ? breach : warning)('ANT-058', path, message)];
}

/** ANT-043: blocks created together stay together and in order in the latest assistant message. */
function* checkLatest(draft: Draft, kept: readonly Opened[]): Iterable<Violation> {
  const prefix = `messages.${lastAssistant(draft)?.index}.`;
  const latest = kept.filter(({ block }) => block.path.startsWith(prefix));
  for (const [at, { block, sealed }] of latest.entries()) {
    const before = latest.slice(0, at).filter((other) => other.sealed.message === sealed.message).length;
    const count = latest.filter((other) => other.sealed.message === sealed.message).length;
    if (sealed.index === before && sealed.of === count) continue;
    const message = `${block.path}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`;
    yield breach('ANT-043', block.path, message);
    return;
  }
}

/** ANT-054, ANT-055: the first block that fails invalidates all later ones. */
function checkBinding(
  draft: Draft,
  kept: readonly Opened[],
  findings: Violation[],
  dropped: { path: string; reason: string }[],
): readonly Opened[] {
  const at = kept.findIndex((opened, index) => mismatch(draft, opened, kept[index - 1]) !== undefined);
  const failed = kept[at];
  if (!failed) return kept;
  const { path, type } = failed.block;
  const { rule, sentence } = mismatch(draft, failed, kept[at - 1]) ?? { rule: 'ANT-054', sentence: '' };
  const drops =
    draft.betas.includes(bindingBeta) &&
    objectOf(thinkingOf(draft)['block_binding'])['prefix_mismatch_behavior'] === 'drop_block';
  if (!drops) {
    const field = type === 'thinking' ? 'signature' : 'data';
    const message = `${path}: Invalid \`${field}\` in \`${type}\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block". That setting requires the \`${bindingBeta}\` value in the \`anthropic-beta\` header. ${sentence}`;
    findings.push(breach(rule, path, message));
    return kept;
  }
  for (const { block } of kept.slice(at)) {
    dropped.push({ path: block.path, reason: 'prefix_binding_mismatch' });
    findings.push(warning(rule, block.path, `${block.path}: thinking_dropped (prefix_binding_mismatch). ${sentence}`));
  }
  return kept.slice(0, at);
}

function mismatch(
  draft: Draft,
  { block, claims }: Opened,
  before: Opened | undefined,
): { readonly rule: string; readonly sentence: string } | undefined {
  const made = JSON.parse(claims.prefix ?? '{}') as Partial<Prefix>;
  const now = prefixOf(draft, blocksBefore(draft, block.path));
  if (made.system !== now.system) {
    return { rule: 'ANT-054', sentence: 'The `system` prompt differs from the one this block was created with.' };
  }
  if (made.tools !== now.tools) {
    return { rule: 'ANT-054', sentence: 'The `tools` differ from the ones this block was created with.' };
  }
  if (made.messages !== now.messages) {
    return { rule: 'ANT-054', sentence: 'The `messages` before it differ from the ones this block was created with.' };
  }
  // Thinking may be omitted from the start of the history, never from its middle.
  if (before === undefined || claims.previous === digest(before.token)) return undefined;
  const sentence = 'The `thinking` block that preceded this one when it was created is missing from this request.';
  return { rule: 'ANT-055', sentence };
}

/** ANT-044: with a thinking budget, the turn that is waiting for results has to begin with thinking. */
export function* checkThinkingFirst(draft: Draft): Iterable<Violation> {
  if (thinkingOf(draft)['type'] !== 'enabled') return;
  const last = lastAssistant(draft);
  if (!last?.blocks.some(({ type }) => type === 'tool_use') || beginsThinking(last)) return;
  const path = `messages.${last.index}.content.0.type`;
  const message = `${path}: Expected \`thinking\` or \`redacted_thinking\`, but found \`${last.blocks[0]?.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. Please consult our documentation at https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking`;
  // A model that does not think between its calls thinks only once, at the start of the turn.
  const first = firstOfTurn(draft.entries, last);
  yield first !== last && beginsThinking(first) ? warning('ANT-044', path, message) : breach('ANT-044', path, message);
}

/** ANT-059: a model that may be prefilled refuses to go on from thinking while it does not think. */
export function* checkNoFinalThinking(draft: Draft): Iterable<Violation> {
  if (!draft.claude.prefill || ['enabled', 'adaptive'].includes(textOf(thinkingOf(draft)['type']))) return;
  const last = lastAssistant(draft);
  const goesOn = last === draft.entries.at(-1) || last?.blocks.some(({ type }) => type === 'tool_use') === true;
  if (last === undefined || !goesOn || !last.blocks.some(isThinking)) return;
  const path = `messages.${last.index}`;
  const message = `${path}: When thinking is disabled, an \`assistant\` message in the final position cannot contain \`thinking\`. To use thinking blocks, enable \`thinking\` in your request.`;
  yield breach('ANT-059', path, message);
}

function beginsThinking({ blocks: [first] }: DraftMessage): boolean {
  return first !== undefined && isThinking(first);
}

/** Goes back over messages that contain only tool results. */
function firstOfTurn(entries: readonly DraftMessage[], last: DraftMessage): DraftMessage {
  let first = last;
  for (const entry of entries.slice(0, last.index).toReversed()) {
    if (entry.role === 'user' && !entry.blocks.every(({ type }) => type === 'tool_result')) break;
    if (entry.role === 'assistant') first = entry;
  }
  return first;
}
