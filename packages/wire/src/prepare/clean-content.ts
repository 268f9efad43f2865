/**
 * Makes the small fields of a content (file names, captions, seals, raw ids) match their types, for histories that others
 * stored. The renderer repairs texts, arguments and results itself; fields that it only passes on are checked here.
 */
import type { Block, Content } from '@interlock/transcript';

/** The content itself, if nothing is unusual. The renderer refuses invalid contents. */
export function cleanContent(given: Content): Content {
  if (typeof given !== 'object' || given === null || !Array.isArray(given.blocks)) return given;
  const content = repairTurn(given);
  if (content.blocks.every(isValid)) return content;
  return { ...content, blocks: content.blocks.map((block) => (isValid(block) ? block : repair(block))) };
}

/** A turn's key is part of ids, and a request must not contain half a character. */
function repairTurn(content: Content): Content {
  const turnId: unknown = content.metadata?.turnId;
  if (typeof turnId !== 'string' || turnId.isWellFormed()) return content;
  return { ...content, metadata: { ...content.metadata, turnId: turnId.toWellFormed() } };
}

/** Fields of blocks that are passed on unchanged, all optional strings. */
const smallFields = ['mimeType', 'filename', 'caption', 'language', 'rawId'] as const;
type SmallFields = { readonly [Name in 'seal' | (typeof smallFields)[number]]?: unknown };
const sealFields: readonly string[] = ['model', 'endpoint', 'account', 'protocol', 'field', 'item', 'prefix'];

/** Called for every block of a history: named fields are read several times as fast as names from a list. */
function isValid(block: Block): boolean {
  if (typeof block !== 'object' || block === null) return true;
  const { seal, mimeType, filename, caption, language, rawId }: SmallFields = block;
  return (
    isValidSeal(seal) &&
    isOptionalText(mimeType) &&
    isOptionalText(filename) &&
    isOptionalText(caption) &&
    isOptionalText(language) &&
    isOptionalText(rawId)
  );
}

/** An invalid token would be refused. */
function isValidSeal(seal: unknown): boolean {
  if (seal === undefined) return true;
  if (typeof seal !== 'object' || seal === null) return false;
  if (!isText(Reflect.get(seal, 'provider')) || !isText(Reflect.get(seal, 'value'))) return false;
  return sealFields.every((name) => isOptionalText(Reflect.get(seal, name)));
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed();
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || isText(value);
}

/** Numbers become text, broken texts are repaired; anything else that is not text is removed. */
function repair(block: Block): Block {
  const copy = { ...block };
  if (!isValidSeal(copy.seal)) delete copy.seal;
  for (const name of smallFields) {
    const value: unknown = Reflect.get(copy, name);
    if (isOptionalText(value)) continue;
    if (typeof value === 'string' || typeof value === 'number') Reflect.set(copy, name, String(value).toWellFormed());
    else if (name === 'mimeType') Reflect.set(copy, name, '');
    else Reflect.deleteProperty(copy, name);
  }
  return copy;
}
