/**
 * Opaque tokens as histories from elsewhere keep them: `signature` or `sourceField` on the block, or the AI SDK's
 * `providerMetadata`. Read as a seal whose origin is the content's metadata. Our own histories have `seal` already.
 */
import type { Block, Metadata } from './content.ts';
import type { Origin, Seal } from './seal.ts';

interface ForeignBlock {
  signature?: unknown;
  sourceField?: unknown;
  providerMetadata?: unknown;
}

/** The AI SDK's names for tokens and for the items they belong to, by provider. */
const sdkFields: readonly { readonly provider: string; readonly value: string; readonly item?: string }[] = [
  { provider: 'anthropic', value: 'signature' },
  { provider: 'anthropic', value: 'redactedData' },
  { provider: 'google', value: 'thoughtSignature' },
  { provider: 'vertex', value: 'thoughtSignature' },
  { provider: 'openai', value: 'reasoningEncryptedContent', item: 'itemId' },
  { provider: 'azure', value: 'reasoningEncryptedContent', item: 'itemId' },
];

export function hasForeignSeal(block: Block & ForeignBlock): boolean {
  return block.signature !== undefined || block.sourceField !== undefined || block.providerMetadata !== undefined;
}

/** The block in our own shape: the foreign fields are gone, a seal stands for them where they held a token. */
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
  const sdk = fromSdk(foreign.providerMetadata, origin);
  if (sdk !== undefined) return sdk;
  const field = typeof foreign.sourceField === 'string' && foreign.sourceField !== '' ? foreign.sourceField : undefined;
  if (typeof foreign.signature === 'string' && foreign.signature !== '') {
    return { ...origin, value: foreign.signature, field: field ?? 'signature' };
  }
  // `sourceField` alone names the field the thought itself came in: there the text is the token.
  if (field === undefined || block.type !== 'thinking' || !block.thought) return undefined;
  return { ...origin, value: String(block.thought), field };
}

function fromSdk(providerMetadata: unknown, origin: Origin): Seal | undefined {
  if (typeof providerMetadata !== 'object' || providerMetadata === null) return undefined;
  const known = new Map<string, unknown>(Object.entries(providerMetadata));
  for (const { provider, value, item } of sdkFields) {
    const fields = known.get(provider);
    if (typeof fields !== 'object' || fields === null) continue;
    const tokens = new Map<string, unknown>(Object.entries(fields));
    const token = tokens.get(value);
    if (typeof token !== 'string' || token === '') continue;
    const itemId = item === undefined ? undefined : tokens.get(item);
    const author = origin.provider === '' ? { ...origin, provider } : origin;
    return { ...author, value: token, field: value, ...(typeof itemId === 'string' ? { item: itemId } : {}) };
  }
  return undefined;
}

/** Who wrote a content, as far as it says. */
export function originOf(metadata: Metadata): Origin {
  const { provider, model, endpoint, account } = metadata;
  return {
    provider: typeof provider === 'string' ? provider : '',
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof endpoint === 'string' ? { endpoint } : {}),
    ...(typeof account === 'string' ? { account } : {}),
  };
}
