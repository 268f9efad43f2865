/**
 * A target that speaks the client's own protocol gets what the client sent. If nothing had to be repaired, and the client's
 * messages have everything that the rendered ones have, the body is passed on as it is, with the target's name of the model: marks for the cache, fields and blocks nobody here knows, all in their place. If
 * something had to be, the rendered body is sent with the fields and tools of the client's that it lacks.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import {
  asArray,
  asObject,
  asText,
  type Destination,
  findViolations,
  type PreparedRequest,
  type ResolvedTarget,
} from '@interlock/wire';
import type { Front } from '../fronts/front.ts';
import { unreadFields } from './unread-parts.ts';
import { withBody } from './with-body.ts';

export interface Passing {
  readonly front: Front;
  readonly body: JsonObject;
  /** The client's headers for a target of its protocol. */
  readonly headers: Readonly<Record<string, string>>;
  /** The names of the tools that were read: any other is the provider's own. */
  readonly toolNames: ReadonlySet<string>;
  /** Places in the body that could not be read. */
  readonly unread: readonly string[];
  /** Something was put back that the client's body does not have, or has otherwise. */
  readonly restored: boolean;
}

export interface Passed {
  readonly request: PreparedRequest;
  /** `whole`: nothing of what the client sent is missing. `fields`: only history and settings were made anew. */
  readonly kind: 'whole' | 'fields' | 'none';
}

export function passThrough(
  given: PreparedRequest,
  { destination, provider, protocol }: ResolvedTarget,
  passing: Passing,
): Passed {
  if (protocol.name !== passing.front.protocol.name) return { request: given, kind: 'none' };
  // What only this protocol has in its answers goes to the client, too.
  const request = { ...given, reply: { ...given.reply, ownFields: true } };
  if (!takesFurtherFields(destination)) return { request, kind: 'none' };
  const headers = { ...request.headers, ...passing.headers };
  const whole = provider.finishBody === undefined ? wholeBody(request, destination, passing) : undefined;
  if (whole !== undefined) return { request: withOwnBody({ ...request, headers }, whole, passing), kind: 'whole' };
  return {
    request: withOwnBody({ ...request, headers }, withFields(request.body, destination, passing), passing),
    kind: 'fields',
  };
}

/** Servers of others that speak Messages without marks for the cache refuse whatever they do not know (GLM-002). */
function takesFurtherFields({ protocol, traits }: Destination): boolean {
  return protocol !== 'anthropic-messages' || traits.cache === 'breakpoints';
}

/** The client's own body, if the target takes it. */
function wholeBody(request: PreparedRequest, destination: Destination, passing: Passing): JsonObject | undefined {
  if (passing.restored || !isUntouched(request, destination)) return undefined;
  const { protocol } = passing.front;
  const { body: rendered } = request;
  const body = withOwn(passing.body, rendered);
  const list = asArray(body[protocol.list]);
  const readable = withoutOpaque(list, destination, passing);
  if (!covers(joinUser(readable), joinUser(asArray(rendered[protocol.list])), new CallIds())) return undefined;
  const broken = findViolations(protocol.rules, { body, list, traits: destination.traits, from: 0 });
  return broken.some(({ level, rule }) => level === 'error' && !unknownFields.has(rule)) ? undefined : body;
}

/** Without the compactions that only the provider can read, where the target is that provider: they go on as they are. */
function withoutOpaque(
  list: readonly JsonValue[],
  { provider }: Destination,
  { front: { protocol }, unread }: Passing,
): readonly JsonValue[] {
  if (unread.length === 0 || provider !== protocol.home) return list;
  const places = new Set(unread);
  return list.filter((entry, at) => {
    const isCompaction = asText(asObject(entry)?.['type'] ?? null).includes('compaction');
    return !(isCompaction && places.has(`${protocol.list}.${at}`));
  });
}

/** What the user says in several messages is one where it was rendered. */
function joinUser(list: readonly JsonValue[]): readonly JsonValue[] {
  const joined: JsonValue[] = [];
  for (const entry of list) {
    const [last, next] = [asObject(joined.at(-1) ?? null), asObject(entry)];
    const field = next?.['parts'] === undefined ? 'content' : 'parts';
    const isNext = next?.['role'] === 'user' && last?.['role'] === 'user';
    if (!isNext || next[field] === undefined || last[field] === undefined) joined.push(entry);
    else joined[joined.length - 1] = { ...last, [field]: [...partsOf(last[field]), ...partsOf(next[field])] };
  }
  return joined;
}

function partsOf(value: JsonValue): readonly JsonValue[] {
  return asArray(asParts(value));
}

/** The client's fields in the client's order, with the target's word for the model and whether it streams. */
function withOwn(sent: JsonObject, rendered: JsonObject): JsonObject {
  const own = ['model', 'stream'].filter((name) => rendered[name] !== undefined);
  const kept = Object.keys(sent).filter(
    (name) => own.includes(name) || !(name === 'model' || (sent[name] === true && name === 'stream')),
  );
  return Object.fromEntries(
    [...new Set([...kept, ...own])].map((name) => [name, (own.includes(name) ? rendered : sent)[name] ?? null]),
  );
}

/** Rules about fields that only newer servers know: whether this one does is for it to say. */
const unknownFields: ReadonlySet<string> = new Set(['ANT-033']);

/** Ids that a target wants in a form of its own are never the client's. */
const ownIds: ReadonlySet<string> = new Set(['kimi', 'mistral']);

function isUntouched({ diagnostics }: PreparedRequest, { traits }: Destination): boolean {
  const { render, settings, faults, names, seals, media } = diagnostics;
  return (
    render.events.length === 0 &&
    settings.length === 0 &&
    faults.length === 0 &&
    names.length === 0 &&
    traits.tools === 'native' &&
    !ownIds.has(traits.toolIds) &&
    seals.every(({ outcome }) => outcome !== 'dropped') &&
    media.every(({ outcome }) => outcome !== 'replaced')
  );
}

function withFields(rendered: JsonObject, { traits }: Destination, { front, body, toolNames }: Passing): JsonObject {
  const fields = unreadFields(front, body).filter((field) => !(field in rendered));
  const added = Object.fromEntries(fields.map((field) => [field, body[field] ?? null]));
  const tools = asArray(rendered['tools']);
  const offered = asArray(body['tools']);
  // A model without tools has them in its prompt.
  if (offered.length === 0 || traits.tools === 'prompt') return { ...rendered, ...added };
  return { ...rendered, ...added, tools: mergedTools(tools, offered, toolNames) };
}

/**
 * The client's list, each tool as it was rendered with what else the client says of it; those only the provider knows as they came.
 * Cache marks are where rendering put them, because there may be only so many, for as long as the client wants.
 */
function mergedTools(
  rendered: readonly JsonValue[],
  offered: readonly JsonValue[],
  toolNames: ReadonlySet<string>,
): readonly JsonValue[] {
  const byName = new Map(rendered.map((tool) => [nameOf(tool), tool]));
  const used = new Set<string>();
  const merged = offered.flatMap((tool): readonly JsonValue[] => {
    const name = nameOf(tool);
    const own = byName.get(name);
    // One that was read has another name at the target, and is among the rendered ones.
    const { cache_control: mark, ...rest } = asObject(tool) ?? {};
    if (own === undefined) return toolNames.has(name) ? [] : [rest];
    if (used.has(name)) return [];
    used.add(name);
    const made = { ...rest, ...asObject(own) };
    return ['cache_control' in made && mark !== undefined ? { ...made, cache_control: mark } : made];
  });
  return [...merged, ...rendered.filter((tool) => !used.has(nameOf(tool)))];
}

function nameOf(tool: JsonValue): string {
  const object = asObject(tool);
  return asText(object?.['name']) || asText(asObject(object?.['function'])?.['name']);
}

/**
 * Whether `sent` says all that `rendered` says, in the same shape: it may have further fields, never other values. Text and a list
 * of one text are the same. The client's ids of calls stay: whether the target takes their form is for its rules to say.
 */
function covers(sent: JsonValue, rendered: JsonValue, ids: CallIds): boolean {
  const [some, other] = [asObject(sent), asObject(rendered)];
  if (some !== undefined && other !== undefined) {
    return Object.entries(other).every(([name, value]) => {
      if (name === 'cache_control') return true;
      const given = some[name];
      if (given === undefined) return false;
      if (idFields.has(name) && typeof given === 'string' && typeof value === 'string') return ids.match(given, value);
      return name === 'content' ? covers(asParts(given), asParts(value), ids) : covers(given, value, ids);
    });
  }
  if (!Array.isArray(sent) || !Array.isArray(rendered)) return sent === rendered;
  const [list, wanted] = [asArray(sent), asArray(rendered)];
  return list.length === wanted.length && wanted.every((entry, at) => covers(list[at] ?? null, entry, ids));
}

const idFields: ReadonlySet<string> = new Set(['id', 'tool_use_id', 'tool_call_id', 'call_id']);

/** Which of the client's ids belongs to which rendered one: always the same, and never for two. */
class CallIds {
  readonly #rendered = new Map<string, string>();
  readonly #sent = new Map<string, string>();

  match(sent: string, rendered: string): boolean {
    const [one, other] = [this.#rendered.get(sent), this.#sent.get(rendered)];
    if (one !== undefined || other !== undefined) return one === rendered && other === sent;
    this.#rendered.set(sent, rendered);
    this.#sent.set(rendered, sent);
    return true;
  }
}

function asParts(value: JsonValue): JsonValue {
  return typeof value === 'string' ? [{ type: 'text', text: value }] : value;
}

function withOwnBody(request: PreparedRequest, body: JsonObject, { front }: Passing): PreparedRequest {
  const { prefix } = request.reply;
  // What thinking will be bound to is what is sent (ANT-054).
  const bound = prefix === undefined ? {} : { prefix: () => front.protocol.prefixDigests?.(body).at(-1) ?? prefix() };
  return { ...withBody(request, body), reply: { ...request.reply, ...bound } };
}
