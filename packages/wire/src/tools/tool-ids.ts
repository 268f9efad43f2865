/**
 * Projects canonical tool ids to a format the target accepts (REQ-915-015…022): deterministic, injective within one render,
 * never by truncating an id (XCT-003). Calls are projected in order, and an assigned id stays, so a longer history only adds
 * ids.
 */
import { canonicalSuffix, isCanonicalToolId } from '@interlock/transcript';
import type { IdScheme } from '../traits/traits.ts';

export interface ProjectedCall {
  /** Canonical; anything else, even '', is projected by its position. */
  readonly id: string;
  /** The projected name of the tool. */
  readonly name: string;
  readonly rawId?: string | undefined;
}

export class ToolIds {
  readonly #scheme: IdScheme;
  readonly #byCanonicalId = new Map<string, string>();
  /** Assigned ids, except those that are a canonical id with another prefix: those cannot collide with each other. */
  readonly #taken = new Set<string>();
  #calls = 0;

  constructor(scheme: IdScheme) {
    this.#scheme = scheme;
  }

  /** The id of the next call; the same one again for a known canonical id. */
  project(call: ProjectedCall): string {
    if (this.#scheme === 'none') return '';
    const position = this.#calls;
    const isCanonical = isCanonicalToolId(call.id);
    const known = isCanonical ? this.#byCanonicalId.get(call.id) : undefined;
    if (known !== undefined) return known;
    this.#calls += 1;
    const identity = isCanonical ? call.id : `position|${position}`;
    const usual = isCanonical ? usualId(this.#scheme, call, position) : undefined;
    const isFree = usual !== undefined && !(this.#taken.size > 0 && this.#taken.has(usual));
    const id = isFree ? usual : this.#free(call, identity, position);
    if (!isFree || prefixOf(this.#scheme) === undefined) this.#taken.add(id);
    if (isCanonical) this.#byCanonicalId.set(call.id, id);
    return id;
  }

  /** The first free form of the id: collisions are handled (REQ-915-016). */
  #free(call: ProjectedCall, identity: string, position: number): string {
    for (const id of candidates(this.#scheme, call, identity, position)) {
      if (!this.#taken.has(id) && !this.#isPrefixed(id)) return id;
    }
    throw new Error('unreachable: candidates never end');
  }

  /** Whether it is the canonical id of another call with the target's prefix. */
  #isPrefixed(id: string): boolean {
    const prefix = prefixOf(this.#scheme);
    return prefix !== undefined && this.#byCanonicalId.get(canonicalIdOf(id.slice(prefix.length))) === id;
  }
}

/** OAC-003. Our own canonical ids are shorter; a longer one (with a UUID) gets another id, as after a collision. */
const longest = 40;

/** For the schemes that write a canonical id with another prefix. */
function prefixOf(scheme: IdScheme): string | undefined {
  if (scheme === 'openai') return 'call_';
  return scheme === 'anthropic' ? 'toolu_' : undefined;
}

function canonicalIdOf(suffix: string): string {
  return `hist_tool_${suffix}`;
}

/** The id of nearly every call: its canonical id with the target's prefix, or the first candidate. */
function usualId(scheme: IdScheme, { id, name, rawId }: ProjectedCall, position: number): string | undefined {
  const prefix = prefixOf(scheme);
  if (prefix !== undefined) {
    const written = prefix + canonicalSuffix(id);
    return written.length <= longest ? written : undefined;
  }
  if (scheme === 'kimi') return `functions.${name}:${position}`;
  return scheme === 'mistral' && (rawId === undefined || !nineAlphanumerics.test(rawId)) ? nineDigits(id) : undefined;
}

function* candidates(scheme: IdScheme, call: ProjectedCall, identity: string, position: number): Generator<string> {
  if (scheme === 'kimi') {
    // KIM-001: a counter over the whole conversation, so it is free by construction.
    for (let index = position; ; index += 1) yield `functions.${call.name}:${index}`;
  }
  if (scheme === 'mistral') {
    // An id of Mistral's format stays as it is: imported bodies keep their bytes.
    if (call.rawId !== undefined && nineAlphanumerics.test(call.rawId)) yield call.rawId;
    for (let salt = 0; ; salt += 1) yield nineDigits(salt === 0 ? identity : `${identity}|${salt}`);
  }
  const prefix = prefixOf(scheme) ?? 'call_';
  for (let salt = 0; ; salt += 1)
    yield `${prefix}${nineDigits(`${identity}|${salt}`)}${nineDigits(`${salt}|${identity}`)}`;
}

const nineAlphanumerics: RegExp = /^[a-zA-Z0-9]{9}$/;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Nine base-62 digits (MIS-001) of a hash of the whole text. The caller checks that they are free. */
function nineDigits(text: string): string {
  let left = hashOf(text);
  let digits = '';
  for (let at = 0; at < 9; at += 1) {
    digits += alphabet[left % 62];
    left = Math.floor(left / 62);
  }
  return digits;
}

/** 53 bits, which is all a number holds: two running hashes of 32 bits, mixed at the end. */
function hashOf(text: string): number {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return 4294967296 * (0x1fffff & low) + (high >>> 0);
}

/**
 * The reverse of projecting. An id that we wrote, or a provider with ids of the same length, is read as the canonical id it stands for,
 * so that a body keeps its ids when it is read and written again. Any other id is raw, and import gives it a canonical one.
 */
export function readToolId(wireId: string): string {
  const match = projected.exec(wireId);
  return match?.[1] === undefined ? wireId : canonicalIdOf(match[1]);
}

const projected: RegExp = /^(?:call|toolu)_([A-Za-z0-9_-]{24})$/;
