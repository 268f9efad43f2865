/**
 * A target that speaks the client's protocol gets what the client sent. If nothing was repaired and the client's messages contain everything
 * that the rendered ones contain, the body passes unchanged, except for the model's name: cache marks, unknown fields and blocks stay in
 * place. Otherwise the rendered body is sent, with the client's fields and tools that it lacks.
 */
import type { Content, DiagnosticEvent, JsonObject, JsonValue } from '@interlock/transcript';
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
import { findUnread, withField, withoutFields } from '../fronts/read-fields.ts';
import { unreadPart } from '../memory/covered-list.ts';
import { isOfModel, type PassedHistory } from '../memory/passed-history.ts';
import { type Corrected, certainRules, withoutFieldsOfOthers } from './certain-rules.ts';
import { coversApart } from './covers-apart.ts';
import { areForeign, isForeign, isNameless, loaded, mergedTools, withoutRefusedTools } from './merged-tools.ts';
import type { LeftOut } from './report.ts';
import { asksNothing } from './unread-parts.ts';
import { withBody } from './with-body.ts';
import { withOwnAnswers } from './with-own-answers.ts';

export interface Passing {
  readonly front: Front;
  readonly body: JsonObject;
  /** The client's headers that a target of its protocol gets. */
  readonly headers: Readonly<Record<string, string>>;
  /** The names of the tools that were read. Any other tool is one of the provider's. */
  readonly toolNames: ReadonlySet<string>;
  /** Places in the body that could not be read. */
  readonly unread: readonly string[];
  /** Places in the body that could not be read, or not exactly, and why. */
  readonly unclear: ReadonlyMap<string, string>;
  /** Whether something was restored that the client's body lacks, or has in another form. */
  readonly restored: boolean;
  /** The history that was rendered. */
  readonly contents: readonly Content[];
  /** What is known from the previous request. */
  readonly history: PassedHistory;
}

export interface Passed {
  readonly request: PreparedRequest;
  /** `whole`: nothing the client sent is missing, except for fields of other APIs in its messages. `fields`: only history and settings were rewritten. */
  readonly kind: 'whole' | 'fields' | 'none';
  /** Fields of the client that this server refuses, or gets in other words. */
  readonly refused: readonly LeftOut[];
  /** In a rewritten history, the messages that are as the client has them: their paths, with a dot at the end. */
  readonly kept?: readonly string[];
}

export function passThrough(
  given: PreparedRequest,
  { destination, provider, protocol }: ResolvedTarget,
  passing: Passing,
): Passed {
  if (protocol.name !== passing.front.protocol.name) return { request: given, kind: 'none', refused: [] };
  // Fields of the answer that only this protocol has go to the client, too.
  const request = { ...given, reply: { ...given.reply, ownFields: true } };
  if (!takesFurtherFields(destination)) return { request, kind: 'none', refused: [] };
  const passed = withoutRefusedBetas(passing.headers, provider.betas);
  const headers = { ...request.headers, ...passed.headers };
  const isWhole = provider.finishBody === undefined && passed.leftOut.length === 0;
  const whole = isWhole ? wholeBody(request, destination, passing) : undefined;
  if (whole !== undefined) {
    const { body, leftOut: refused } = whole;
    return { request: withOwnBody({ ...request, headers }, body, passing), kind: 'whole', refused };
  }
  const { body: rebuilt, refused } = withFields(request.body, destination, passing);
  const {
    body,
    kept,
    leftOut: ofAnswers,
  } = withOwnAnswers(rebuilt, destination, passing, () => {
    conversationIn(asArray(passing.body[protocol.list]), destination, passing);
  });
  const leftOut = [...refused, ...ofAnswers, ...passed.leftOut];
  return { request: withOwnBody({ ...request, headers }, body, passing), kind: 'fields', refused: leftOut, kept };
}

const betaHeader = 'anthropic-beta';

/** A server of the protocol that has only some of its betas refuses a request that names others (BDR-024, VTX-016). */
function withoutRefusedBetas(
  given: Passing['headers'],
  accepted: readonly string[] | undefined,
): { readonly headers: Passing['headers']; readonly leftOut: readonly LeftOut[] } {
  const { [betaHeader]: named, ...headers } = given;
  if (accepted === undefined || named === undefined) return { headers: given, leftOut: [] };
  const betas = named.split(',').map((beta) => beta.trim());
  const kept = betas.filter((beta) => accepted.includes(beta));
  const why = 'The target accepts only some betas, and refuses a request with others.';
  return {
    headers: kept.length === 0 ? headers : { ...headers, [betaHeader]: kept.join(',') },
    leftOut: kept.length === betas.length ? [] : [{ what: betaHeader, why }],
  };
}

/** Other servers that speak Messages without cache marks refuse unknown fields (GLM-002). */
function takesFurtherFields({ protocol, traits }: Destination): boolean {
  return protocol !== 'anthropic-messages' || traits.cache === 'breakpoints';
}

/** The client's own body, if the target takes it. */
function wholeBody(request: PreparedRequest, destination: Destination, passing: Passing): Corrected | undefined {
  const { history, front, toolNames } = passing;
  const { protocol } = front;
  const { body: rendered } = request;
  if (areForeign(asArray(passing.body['tools']), front, toolNames)) return undefined;
  if (passing.restored || !isUntouched(request, destination, passing)) return undefined;
  if (renamed.some((name) => (passing.body[name] ?? null) !== null && rendered[name] === undefined)) return undefined;
  if (isOtherForm(passing.body['tool_choice'], rendered['tool_choice'])) return undefined;
  const body = withOwn(passing.body, rendered, front);
  const list = asArray(body[protocol.list]);
  const readable = conversationIn(asArray((front.readable?.(body) ?? body)[protocol.list]), destination, passing);
  const isCovered =
    history.covered.covers(readable, asArray(rendered[protocol.list])) ||
    (destination.provider === protocol.home &&
      coversApart(readable, asArray(rendered[protocol.list]), front, history, history.coveredApart));
  if (!isCovered) return undefined;
  const judged = { body, list, traits: destination.traits };
  const broken = history.broken(certainRules(protocol.rules), judged, protocol.list);
  if (broken.length === 0) return { body, leftOut: [] };
  const corrected = withoutFieldsOfOthers(passing.body, broken, protocol);
  const whole = corrected && wholeBody(request, destination, { ...passing, body: corrected.body });
  return whole && { ...whole, leftOut: [...corrected.leftOut, ...whole.leftOut] };
}

/**
 * The entries that are compared with the rendered ones. Control entries are not part of the conversation. What could not be read, or not
 * exactly (a file by its id, a newer kind of block, a compaction), is passed on if the target is the provider whose API it is: it may know it.
 */
function conversationIn(
  list: readonly JsonValue[],
  { provider }: Destination,
  { front, unread, history }: Passing,
): readonly JsonValue[] {
  const { protocol, controls, leading } = front;
  const isHome = provider === protocol.home;
  const unreadPlaces = isHome ? unread.map((place) => place.split('.').slice(1)) : [];
  const places = unreadPlaces.filter((place) => isKnowable(list, place));
  if (places.length === 0 && controls === undefined && protocol.plainEntry === undefined) return list;
  const unreadAt = new Set(places.flatMap(([at = '', ...rest]) => (rest.length === 0 ? [Number(at)] : [])));
  const inEntries = byEntry(places);
  return list.flatMap((entry, at) => {
    const here = inEntries.get(at) ?? [];
    const object = asObject(entry);
    const type = asText(object?.['type'] ?? null);
    if (controls?.has(type) || unreadAt.has(at)) return [];
    if (leading?.has(type) && unreadAt.has(at + 1) && !isFollowed(list, at, unreadAt)) return [];
    if (object === undefined) return [entry];
    const known = history.marked.get(object);
    if (known !== undefined) return [known];
    // A field of an entry that was not read does not make the entry unread.
    const inLists = here.filter((place) => isInList(entry, place));
    const marked = here.length === 0 ? (protocol.plainEntry?.(object, isHome) ?? object) : withUnread(entry, inLists);
    if (marked !== object) history.marked.set(object, marked);
    return [marked];
  });
}

/**
 * Whether a provider may know what is in this place. An entry of a list that is no object, or an empty one, is only a client's fault; a part of
 * the AI SDK or LangChain (`step-start`, `source-url`, `citation`) is the client's own.
 */
function isKnowable(list: readonly JsonValue[], place: readonly string[]): boolean {
  const value = place.reduce<JsonValue>((inner, name) => {
    return (Array.isArray(inner) ? inner[Number(name)] : asObject(inner)?.[name]) ?? null;
  }, list);
  if (!/^\d+$/.test(place.at(-1) ?? '')) return true;
  const part = asObject(value) ?? {};
  // The types of the APIs themselves have no hyphens.
  return Object.keys(part).length > 0 && !/-|^citation$/.test(asText(part['type']));
}

/** Whether the next entry that was read is the model's, too. */
function isFollowed(list: readonly JsonValue[], at: number, unreadAt: ReadonlySet<number>): boolean {
  let next = at + 1;
  while (unreadAt.has(next)) next += 1;
  return next < list.length && isOfModel(list[next]);
}

type Places = readonly (readonly string[])[];

/** The places in each entry of the list. */
function byEntry(places: Places): ReadonlyMap<number, Places> {
  const found = new Map<number, string[][]>();
  for (const [at = '', ...rest] of places) {
    const here = found.get(Number(at)) ?? [];
    here.push(rest);
    found.set(Number(at), here);
  }
  return found;
}

function below(places: Places, name: string): Places {
  return places.flatMap(([first, ...rest]) => (first === name ? [rest] : []));
}

/** The value, with the innermost entries of lists that these places are in marked as unread. */
function withUnread(value: JsonValue, places: Places): JsonValue {
  if (places.length === 0) return value;
  if (!Array.isArray(value)) {
    const fields = Object.entries(asObject(value) ?? {});
    return Object.fromEntries(fields.map(([name, each = null]) => [name, withUnread(each, below(places, name))]));
  }
  return asArray(value).map((entry, at) => {
    const here = below(places, String(at));
    return here.every((place) => isInList(entry, place)) ? withUnread(entry, here) : unreadPart;
  });
}

/** Whether this place is an entry of a list inside the value, or in one. */
function isInList(value: JsonValue, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return false;
  const inside = asObject(value)?.[name] ?? null;
  return (Array.isArray(inside) && rest.length > 0) || isInList(inside, rest);
}

/** The client's fields in the client's order, with the target's model name and streaming flag. */
function withOwn(sent: JsonObject, rendered: JsonObject, { withheld }: Front): JsonObject {
  const own = ['model', 'stream'].filter((name) => rendered[name] !== undefined);
  const kept = Object.keys(sent).filter(
    (name) =>
      own.includes(name) ||
      !(name === 'model' || (sent[name] === true && name === 'stream') || withheld?.has(name) === true),
  );
  return {
    ...Object.fromEntries(
      [...new Set([...kept, ...own])].map((name) => [name, (own.includes(name) ? rendered : sent)[name] ?? null]),
    ),
    ...alwaysAsked(sent, rendered),
  };
}

/** What is needed whether the client asks for it or not: counts, for the metrics, and thinking that can be sent back (OAR-010). */
function alwaysAsked(sent: JsonObject, rendered: JsonObject): JsonObject {
  const options = asObject(rendered['stream_options']);
  const include = asArray(rendered['include']);
  return {
    ...(options === undefined ? {} : { stream_options: { ...asObject(sent['stream_options']), ...options } }),
    ...(include.length === 0 ? {} : { include: [...new Set([...asArray(sent['include']), ...include])] }),
  };
}

/** Settings with several names, of which a server knows one. */
const renamed: readonly string[] = ['seed', 'random_seed'];

/** Whether a choice of tools is written as another API writes it. */
function isOtherForm(sent: JsonValue | undefined, rendered: JsonValue | undefined): boolean {
  if (sent === undefined || sent === null || rendered === undefined) return false;
  const [own, other] = [asObject(sent), asObject(rendered)];
  if (own === undefined || other === undefined) return own !== other;
  return own['type'] !== other['type'] || Object.keys(other).some((name) => own[name] === undefined);
}

/** Forms of ids that clients do not use: these targets never get the client's ids. */
const ownIds: ReadonlySet<string> = new Set(['kimi', 'mistral']);

function isUntouched(
  { diagnostics }: PreparedRequest,
  { traits, provider }: Destination,
  { front: { protocol }, contents }: Passing,
): boolean {
  const { render, settings, faults, names, seals, media } = diagnostics;
  const { events } = render;
  return (
    (events.length === 0 || (provider === protocol.home && areOfProvider(events, contents))) &&
    settings.length === 0 &&
    faults.length === 0 &&
    names.length === 0 &&
    traits.tools === 'native' &&
    !ownIds.has(traits.toolIds) &&
    seals.every(({ outcome }) => outcome !== 'dropped') &&
    media.every(({ outcome }) => outcome !== 'replaced')
  );
}

/** Whether all events are about tools that the provider runs: it knows what became of them. */
function areOfProvider(events: readonly DiagnosticEvent[], contents: readonly Content[]): boolean {
  const blocks = contents.flatMap((content) => content.blocks);
  const runs = new Set(
    blocks.flatMap((block) => (block.type === 'tool_call' && block.executor === 'provider' ? [block.id] : [])),
  );
  return events.every(({ callIds }) => callIds.length > 0 && callIds.every((id) => runs.has(id)));
}

interface WithFields {
  readonly body: JsonObject;
  readonly refused: readonly LeftOut[];
}

function withFields(rendered: JsonObject, { traits, provider }: Destination, passing: Passing): WithFields {
  const { front, toolNames, unclear } = passing;
  const { protocol } = front;
  const body = protocol.spelled?.(passing.body) ?? passing.body;
  const readFields = withoutFields(front.readFields, unclear);
  const rules = protocol.rules.filter(({ fields }) => fields === 'refused');
  const broken = findViolations(rules, { body, list: [], traits, from: 0 }).filter(({ level }) => level === 'error');
  const why = new Map(broken.map(({ path, rule }) => [path, `${rule}: the target refuses this field.`]));
  // What was read, but not exactly, is rendered in other words. In fields that only this API has, the client's word counts.
  const unread = findUnread(body, readFields).filter(
    ({ path }) =>
      path.length > 1 || !(Object.hasOwn(rendered, path.join()) && Object.hasOwn(front.readFields, path.join())),
  );
  const refusedPlace = ({ path }: (typeof unread)[number]): string | undefined =>
    [path[0] ?? '', path.join('.')].find((place) => why.has(place));
  const lacking = unread.filter((field) => refusedPlace(field) === undefined);
  const unknown = unread.flatMap((field) => {
    const what = refusedPlace(field);
    return what === undefined || asksNothing(field.value) ? [] : [{ what, why: why.get(what) ?? '' }];
  });
  const restored = new Set(lacking.map(({ path }) => path.join('.')));
  const inOtherWords = [...unclear].filter(([place]) => {
    const [name = ''] = place.split('.');
    return name !== protocol.list && name !== 'tools' && Object.hasOwn(rendered, name) && !restored.has(place);
  });
  const nameless = asArray(body['tools']).flatMap((tool, at) =>
    isNameless(tool) ? [{ what: `tools.${at}`, why: 'The function has no name.' }] : [],
  );
  const refused = [...unknown, ...inOtherWords.map(([what, reason]) => ({ what, why: reason })), ...nameless];
  const whole = lacking.reduce(withField, rendered);
  const tools = asArray(rendered['tools']);
  // Where the conversation lacks something, that may be the reference that loads a deferred tool (Claude Code's ToolSearch).
  // What is in a namespace is rendered by its own name, which every server knows (VLL-008).
  const isElsewhere = provider !== protocol.home;
  const own = asArray(body['tools']).filter(
    (tool) =>
      !isForeign(tool, front, toolNames) &&
      !isNameless(tool) &&
      !(isElsewhere && asObject(tool)?.['type'] === 'namespace'),
  );
  const offered = own.map((tool) => (passing.unread.length === 0 ? tool : loaded(tool)));
  // For a model without native tools, they are described in its prompt.
  if (offered.length === 0 || traits.tools === 'prompt') return { body: whole, refused };
  const merged = mergedTools(tools, offered, toolNames);
  const { body: taken, leftOut } = withoutRefusedTools(
    { ...whole, tools: merged },
    protocol,
    traits,
    asArray(body['tools']),
  );
  return { body: taken, refused: [...refused, ...leftOut] };
}

function withOwnBody(request: PreparedRequest, body: JsonObject, { front, history }: Passing): PreparedRequest {
  const { list, prefixDigests } = front.protocol;
  const { prefix } = request.reply;
  // Thinking is bound to the body that is sent (ANT-054).
  const bound = prefix === undefined ? {} : { prefix: () => prefixDigests?.(body, history.digests).at(-1) ?? prefix() };
  const sent = withBody(request, body, () => history.write(body, list));
  return { ...sent, reply: { ...request.reply, ...bound } };
}
