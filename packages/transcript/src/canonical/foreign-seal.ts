/**
 * Reads opaque tokens as other agents store them: `signature` or `sourceField` on the block, or `providerMetadata`, either
 * nested (AI SDK) or flat (LLxprt: `gemini.thoughtSignature`). The result is a seal whose origin is the content's metadata. Our
 * own histories already have `seal`.
 */
import type { Block, Metadata } from './content.ts';
import { providerName } from './provider-name.ts';
import type { Origin, Seal } from './seal.ts';

interface ForeignBlock {
  signature?: unknown;
  sourceField?: unknown;
  providerMetadata?: unknown;
}

interface TokenField {
  readonly provider: string;
  readonly value: string;
  readonly item?: string;
}

/** The names of tokens in `providerMetadata`, and of the items they belong to, by provider. */
const metadataFields: readonly TokenField[] = [
  { provider: 'anthropic', value: 'signature' },
  { provider: 'anthropic', value: 'redactedData' },
  { provider: 'google', value: 'thoughtSignature' },
  { provider: 'vertex', value: 'thoughtSignature' },
  { provider: 'openai', value: 'reasoningEncryptedContent', item: 'itemId' },
  { provider: 'azure', value: 'reasoningEncryptedContent', item: 'itemId' },
];

/** Fields that hold a token. Any other `sourceField` next to a signature names the field of the thought, not of the signature. */
const tokenFields: ReadonlySet<string> = new Set([
  'signature',
  'thinkingSignature',
  'textSignature',
  'redacted_thinking',
  'redactedData',
  'thoughtSignature',
  'thought_signature',
  'encrypted_content',
  'reasoningEncryptedContent',
  'reasoning_details',
]);

export function hasForeignSeal(block: Block & ForeignBlock): boolean {
  return block.signature !== undefined || block.sourceField !== undefined || block.providerMetadata !== undefined;
}

/** The block in our own format: the foreign fields are removed, and a seal replaces those that held a token. */
export function readForeignSeal<B extends Block>(block: B, metadata: Metadata | undefined): B {
  const own: B & ForeignBlock = { ...block };
  const seal = block.seal ?? sealFrom(own, block, metadata ?? {});
  delete own.signature;
  delete own.sourceField;
  delete own.providerMetadata;
  return seal === undefined ? { ...own } : { ...own, seal };
}

function sealFrom(foreign: ForeignBlock, block: Block, metadata: Metadata): Seal | undefined {
  const origin = originOf(metadata);
  const known = fromMetadata(foreign.providerMetadata, origin);
  if (known !== undefined) return known;
  const field = typeof foreign.sourceField === 'string' && foreign.sourceField !== '' ? foreign.sourceField : undefined;
  if (typeof foreign.signature === 'string' && foreign.signature !== '') {
    const own = field !== undefined && tokenFields.has(field) ? field : 'signature';
    return { ...origin, value: foreign.signature, field: own };
  }
  // `sourceField` alone names the field that the thought came in: then the text is the token.
  if (field === undefined || block.type !== 'thinking' || !block.thought) return undefined;
  return { ...origin, value: String(block.thought), field };
}

function fromMetadata(providerMetadata: unknown, origin: Origin): Seal | undefined {
  if (typeof providerMetadata !== 'object' || providerMetadata === null) return undefined;
  const fields = fieldsByProvider(providerMetadata);
  for (const { provider, value, item } of metadataFields) {
    const tokens = fields.get(provider);
    const token = tokens?.get(value);
    if (typeof token !== 'string' || token === '') continue;
    const itemId = item === undefined ? undefined : tokens?.get(item);
    const author = origin.provider === '' ? { ...origin, provider } : origin;
    return { ...author, value: token, field: value, ...(typeof itemId === 'string' ? { item: itemId } : {}) };
  }
  return undefined;
}

/** `{ google: { thoughtSignature } }` and `{ 'gemini.thoughtSignature' }` mean the same. */
function fieldsByProvider(providerMetadata: object): ReadonlyMap<string, ReadonlyMap<string, unknown>> {
  const found = new Map<string, Map<string, unknown>>();
  const add = (provider: string, field: string, value: unknown): void => {
    const name = providerName(provider);
    const fields = found.get(name) ?? new Map<string, unknown>();
    found.set(name, fields.set(field, value));
  };
  for (const [key, value] of Object.entries(providerMetadata)) {
    const dot = key.indexOf('.');
    if (dot > 0) add(key.slice(0, dot), key.slice(dot + 1), value);
    else if (typeof value === 'object' && value !== null)
      for (const [field, inner] of Object.entries(value)) add(key, field, inner);
  }
  return found;
}

/** The author of a content, if it names one. */
export function originOf(metadata: Metadata): Origin {
  const { provider, model, endpoint, account } = metadata;
  return {
    provider: typeof provider === 'string' ? provider : '',
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof endpoint === 'string' ? { endpoint } : {}),
    ...(typeof account === 'string' ? { account } : {}),
  };
}
