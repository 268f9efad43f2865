/**
 * Checks items that the provider itself issued when they come back: which account they belong to, whether they can be found or decrypted,
 * and which items belong together.
 */
import type { Violation } from '../../api/api.ts';
import { firstIn, firstOf } from '../../api/first-found.ts';
import { arrayOf, type JsonObject } from '../../api/json.ts';
import type { Claims, World } from '../../api/world.ts';
import { decrypt, isOwn } from '../encrypted-reasoning.ts';
import { type InputItem, idOf, isAssistantMessage, isCall, isProduced, typeOf } from '../entries.ts';
import type { Memory } from '../memory.ts';
import { type ResponsesModel, showsReasoningText } from '../models.ts';
import { violation } from '../violations.ts';

export interface Replay {
  readonly body: JsonObject;
  readonly model: ResponsesModel;
  readonly memory: Memory;
  readonly world: World;
  /** As sent, with references unresolved. */
  readonly entries: readonly InputItem[];
  /** With references replaced by the items they name. */
  readonly resolved: readonly InputItem[];
  /** The items of the previous responses. */
  readonly chain: readonly JsonObject[];
}

export function checkReplay(replay: Replay): Violation | undefined {
  return firstOf([
    () => checkConnection(replay),
    () => checkDuplicates(replay),
    () => checkReferences(replay),
    () => firstIn(replay.resolved, (entry) => checkToken(entry, replay)),
    // Self-hosted servers do not track which item came from which response.
    () => (showsReasoningText(replay.model) ? undefined : checkPairs(replay)),
  ]);
}

/** OAR-028 */
function checkConnection({ entries, model, memory, world }: Replay): Violation | undefined {
  if (model.maker !== 'copilot') return undefined;
  return firstIn(entries, ({ item, path }) => {
    const id = idOf(item);
    if (id === '' || memory.minted(id, world)?.model === model.id) return undefined;
    return violation(
      'OAR-028',
      400,
      'input item ID does not belong to this connection',
      `${path}.id`,
      'invalid_request_body',
    );
  });
}

/** OAR-006 */
function checkDuplicates({ entries, chain }: Replay): Violation | undefined {
  const ids = new Set(chain.map(idOf));
  return firstIn(entries, ({ item, path }) => {
    const id = idOf(item);
    if (id === '') return undefined;
    if (ids.has(id)) {
      const message = `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`;
      return violation('OAR-006', 400, message, path);
    }
    ids.add(id);
    return undefined;
  });
}

/** OAR-010: an item given only by its id must have been stored. */
function checkReferences({ body, entries, model, memory, world }: Replay): Violation | undefined {
  return firstIn(entries, ({ item }) => {
    const id = idOf(item);
    const isBare = typeOf(item) === 'reasoning' && id !== '' && typeof item['encrypted_content'] !== 'string';
    const isRead = showsReasoningText(model) && arrayOf(item['content']).length > 0;
    if (!(typeOf(item) === 'item_reference' || (isBare && !isRead)) || memory.stored(id, world)) return undefined;
    const isLost = body['store'] === false || memory.minted(id, world)?.stored === false;
    const why = isLost
      ? ' Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.'
      : '';
    return violation('OAR-010', 404, `Item with id '${id}' not found.${why}`, 'input');
  });
}

/** OAR-011 to OAR-014 */
function checkToken({ item, path }: InputItem, { model, world }: Replay): Violation | undefined {
  const token = item['encrypted_content'];
  if (typeOf(item) !== 'reasoning' || typeof token !== 'string') return undefined;
  const place = `${path}.encrypted_content`;
  if (model.maker === 'mantle' && !/^(rsn_|smry_)/.test(token)) {
    const message = 'encrypted content missing recognized prefix (expected `rsn_` or `smry_`)';
    return violation('OAR-013', 400, message, place, 'invalid_encrypted_content');
  }
  const claims = decrypt(token, model, world);
  if (!claims || !isOwn(claims, model, world)) return foreignToken(token, place, model);
  const id = idOf(item);
  if (id === '' || claims.item === id) return undefined;
  const message = `The encrypted content for item ${id} could not be verified. Reason: Encrypted content item_id did not match the target item id.`;
  return violation('OAR-012', 400, message, place, 'invalid_encrypted_content');
}

function foreignToken(token: string, path: string, { maker }: ResponsesModel): Violation {
  if (maker === 'zen') {
    const message = 'reasoning `encrypted_content` was not issued to this caller';
    return violation('OAR-014', 400, message, path, 'invalid_encrypted_content');
  }
  const shown = token.length > 8 ? `${token.slice(0, 4)}...${token.slice(-4)}` : token;
  const message = `The encrypted content ${shown} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`;
  return violation('OAR-011', 400, message, path, 'invalid_encrypted_content');
}

/** OAR-008, OAR-009, OAR-030: reasoning and what it led to belong together. */
function checkPairs(replay: Replay): Violation | undefined {
  const { resolved, chain } = replay;
  const before = new Set(chain.filter((item) => typeOf(item) === 'reasoning').map(idOf));
  return firstIn(resolved, (entry, index) => {
    if (typeOf(entry.item) !== 'reasoning') return checkSource(entry, before, replay);
    before.add(idOf(entry.item));
    return checkFollower(entry, resolved[index + 1]?.item, replay);
  });
}

function checkFollower({ item, path }: InputItem, next: JsonObject | undefined, replay: Replay): Violation | undefined {
  const { memory, world } = replay;
  const id = idOf(item) || (claimsOf(item, replay)?.item ?? '');
  const refuse = (rule: string): Violation =>
    violation(rule, 400, `Item '${id}' of type 'reasoning' was provided without its required following item.`, path);
  if (!next || !isProduced(next)) return refuse('OAR-008');
  if (idOf(item) === '') return undefined;
  const keeps = replay.body['store'] !== false;
  if (isAssistantMessage(next) && idOf(next) === '' && keeps) return refuse('OAR-030');
  const minted = memory.minted(id, world);
  // It led to nothing, or to something else. A call without an id may be the right one.
  const isOther = minted && (minted.next === undefined || (idOf(next) !== '' && minted.next !== idOf(next)));
  return isOther ? refuse('OAR-008') : undefined;
}

function checkSource(
  { item, path }: InputItem,
  before: ReadonlySet<string>,
  { memory, world }: Replay,
): Violation | undefined {
  if (!isCall(item) && !isAssistantMessage(item)) return undefined;
  const needs = memory.minted(idOf(item), world)?.needs;
  if (needs === undefined || before.has(needs)) return undefined;
  const message = `Item '${idOf(item)}' of type '${typeOf(item)}' was provided without its required 'reasoning' item: '${needs}'.`;
  return violation('OAR-009', 400, message, path);
}

function claimsOf(item: JsonObject, { model, world }: Replay): Claims | undefined {
  const token = item['encrypted_content'];
  return typeof token === 'string' ? decrypt(token, model, world) : undefined;
}

/** OAR-024: a phase label that was not sent back. The API does not report it, but the model gets worse. */
export function lostPhases(replay: Replay): readonly Violation[] {
  const { resolved, model, memory, world } = replay;
  if (!model.phases) return [];
  return resolved.flatMap(({ item, path }, index) => {
    if (!isAssistantMessage(item)) return [];
    const id = idOf(item) || followerOf(resolved[index - 1]?.item, replay);
    const given = memory.minted(id, world)?.item['phase'];
    if (given === undefined || given === item['phase']) return [];
    return [violation('OAR-024', 200, `The phase '${given}' of message '${id}' was not returned.`, `${path}.phase`)];
  });
}

/** A message without an id is identified by the reasoning before it. */
function followerOf(item: JsonObject | undefined, replay: Replay): string {
  if (!item || typeOf(item) !== 'reasoning') return '';
  const id = idOf(item) || (claimsOf(item, replay)?.item ?? '');
  return replay.memory.minted(id, replay.world)?.next ?? '';
}
