/**
 * Which opaque tokens a target gets back: those it wrote itself (provider, endpoint, account, model), in the field its protocol
 * has for them. Everything else would be refused (ANT-040, OAR-011, GEM-012) and is dropped.
 */
import { type Origin, type Seal, sameOrigin } from '@interlock/transcript';
import type { SealToken } from '../reply/events.ts';
import type { ThinkingReplay } from '../traits/traits.ts';
import type { SealNote, ShapeContext } from './shape-context.ts';

type SealedBlock = SealNote['block'];

/** The names a token may have been stored under, by us and other agents, with the one the encoder expects. */
type Fields = Readonly<Record<string, string>>;

const signature: Fields = { signature: 'signature', thinkingSignature: 'signature' };
const redacted: Fields = { redacted_thinking: 'redacted_thinking', redactedData: 'redacted_thinking' };
const thought: Fields = {
  thoughtSignature: 'thoughtSignature',
  thought_signature: 'thoughtSignature',
  signature: 'thoughtSignature',
};
const encrypted: Fields = { encrypted_content: 'encrypted_content', reasoningEncryptedContent: 'encrypted_content' };

const acceptedFields: Readonly<Partial<Record<ThinkingReplay, Readonly<Partial<Record<SealedBlock, Fields>>>>>> = {
  signed: { thinking: { ...signature, ...redacted } },
  items: {
    thinking: encrypted,
    text: { message: 'message' },
    call: { function_call: 'function_call' },
    media: { image_generation_call: 'image_generation_call' },
  },
  signatures: { thinking: thought, text: thought, call: thought, media: thought },
  reasoning_details: { thinking: { reasoning_details: 'reasoning_details' } },
};

type SealVerdict = SealToken | Exclude<SealNote['why'], undefined>;

function sealToken(seal: Seal, block: SealedBlock, origin: Origin, replay: ThinkingReplay): SealVerdict {
  const fields = acceptedFields[replay]?.[block] ?? {};
  const name = seal.field ?? 'signature';
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field === undefined) return 'not-taken';
  if (!sameOrigin(seal, origin)) return 'other-origin';
  // Without `store` an item may be sent with or without an id; without its content it is only a reference (OAR-010).
  if (field === 'encrypted_content' && seal.value === '') return 'incomplete';
  if (isOpaque.has(field) && !mayBeToken(seal.value)) return 'incomplete';
  return { field, value: seal.value, ...(seal.item === undefined ? {} : { item: seal.item }) };
}

/** Tokens that are bytes of the provider, as base64. */
const isOpaque: ReadonlySet<string> = new Set([
  ...['signature', 'redacted_thinking', 'thoughtSignature', 'encrypted_content'],
]);

/** What logs, exports and other agents write in place of a token. */
const removed: RegExp = /^(?:redacted|removed|omitted|hidden|masked|truncated|null|undefined|none|true|false|x{4,})$/i;

/** A provider refuses the whole request for a token that cannot be one, and for ever. */
function mayBeToken(value: string): boolean {
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(value) && !removed.test(value);
}

/** The token a block is sent with, if any; the decision is noted. */
export function blockSeal(
  seal: Seal | undefined,
  block: SealedBlock,
  at: number,
  context: ShapeContext,
  isEdited: boolean = false,
): SealToken | undefined {
  if (seal === undefined) return undefined;
  const verdict = verdictOn(seal, block, context, isEdited);
  const isSent = typeof verdict === 'object';
  context.notes.seals.push({
    step: at,
    block,
    outcome: isSent ? 'replayed' : 'dropped',
    ...(isSent ? {} : { why: verdict }),
  });
  return isSent ? verdict : undefined;
}

/** A block is sent unchanged with its seal, or without the seal. */
function verdictOn(seal: Seal, block: SealedBlock, context: ShapeContext, isEdited: boolean): SealVerdict {
  if (context.plain) return 'not-taken';
  const verdict = sealToken(seal, block, context.origin, context.traits.thinking.replay);
  return isEdited && typeof verdict === 'object' ? 'edited' : verdict;
}
