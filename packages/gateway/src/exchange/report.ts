/**
 * Reports what was done to a request: repairs by kind, rule and call, and what the target does not support. The headers for the client are
 * bounded; the log has everything.
 */
import { type Content, canonicalSuffix, type DiagnosticEvent } from '@interlock/transcript';
import { holdsKey, type PreparedRequest, protocolOf, redactKeys } from '@interlock/wire';

export interface Repair {
  readonly kind: DiagnosticEvent['kind'];
  /** The provider's rule that the original history would have broken. */
  readonly rule?: string;
  /** As the client knows them. A call that has no id in the request has the one it got here. */
  readonly callIds: readonly string[];
  readonly at: string;
}

export interface LeftOut {
  /** A place in the body, a setting or a header. */
  readonly what: string;
  readonly why: string;
}

export interface Report {
  readonly repairs: readonly Repair[];
  readonly leftOut: readonly LeftOut[];
}

/** Of a body that passes as it came. */
export const nothingChanged: Report = { repairs: [], leftOut: [] };

/** Events that are not repairs, or are reported elsewhere: foreign thinking, empty texts, effects of a policy. */
const ordinary: ReadonlySet<DiagnosticEvent['kind']> = new Set([
  'thinking-left-out',
  'thinking-noted',
  'seal-dropped',
  'prefix-changed',
  'left-out',
  'completed-from-ledger',
]);

export function reportOf(
  { diagnostics }: PreparedRequest,
  unread: readonly LeftOut[],
  idsOf: () => ReadonlyMap<string, string>,
): Report {
  const { repairs: rules } = protocolOf(diagnostics.protocol);
  const events = diagnostics.render.events.filter(({ kind }) => !ordinary.has(kind));
  const ids = events.length === 0 ? undefined : idsOf();
  const repairs = events.map(({ kind, callIds, at }): Repair => {
    const rule = rules[kind];
    return {
      kind,
      callIds: callIds.map((id) => brief(ids?.get(id) ?? id)),
      at,
      ...(rule === undefined ? {} : { rule }),
    };
  });
  const replaced = diagnostics.media.filter(({ outcome }) => outcome === 'replaced').length;
  return {
    repairs,
    leftOut: listLeftOut([
      ...unread,
      ...diagnostics.settings.map(({ setting, why }) => ({ what: setting, why })),
      ...(replaced === 0 ? [] : [{ what: `media (${replaced})`, why: 'the target does not take them: placeholders' }]),
    ]),
  };
}

const mostLeftOut = 200;
const longestText = 500;

/** Names of fields, types of tools and ids are the client's own words: they may be many, long, or contain a key. */
export function listLeftOut(all: readonly LeftOut[]): readonly LeftOut[] {
  const listed = all.slice(0, mostLeftOut).map(({ what, why }) => ({ what: brief(what), why: brief(why) }));
  const more = all.length - listed.length;
  return more === 0 ? listed : [...listed, { what: `${more} more`, why: `The first ${mostLeftOut} are listed.` }];
}

function brief(text: string): string {
  // Before it is cut: what is left of half a key is not recognised.
  const near = text.slice(0, 2 * longestText);
  const clean = holdsKey(near) ? redactKeys(near) : near;
  return clean.length <= longestText ? clean : `${clean.slice(0, longestText)}…`;
}

/**
 * The client's ids of the calls in its request, and of those that only a result names, by ours. `prefix`: of the ids that clients of this API
 * get from us.
 */
export function clientCallIds(contents: readonly Content[], prefix: string): ReadonlyMap<string, string> {
  const blocks = contents.flatMap((content) => content.blocks);
  const results = blocks.filter((block) => block.type === 'tool_response');
  const calls = blocks.filter((block) => block.type === 'tool_call');
  const named = [...results.map(({ callId, rawId }) => ({ id: callId, rawId })), ...calls];
  return new Map(named.map(({ id, rawId = prefix + canonicalSuffix(id) }) => [id, rawId || id]));
}

const longestHeader = 1_000;

/** At most 2 KB together, without any text of the conversation. */
export function reportHeaders({ repairs, leftOut }: Report): Readonly<Record<string, string>> {
  const counts = new Map<string, number>();
  for (const { kind } of repairs) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const rules = [...new Set(repairs.flatMap(({ rule }) => rule ?? []))];
  const repaired = [...counts].map(([kind, count]) => `${kind}=${count}`);
  return {
    ...(repairs.length === 0
      ? {}
      : { 'x-interlock-repairs': bounded([...repaired, ...rules.map((id) => `rule=${id}`)]) }),
    ...(leftOut.length === 0 ? {} : { 'x-interlock-left-out': bounded(leftOut.map(({ what }) => headerText(what))) }),
  };
}

/** As many whole entries as fit, and the number of the others. */
function bounded(words: readonly string[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const word of words) {
    length += word.length + 2;
    if (length > longestHeader) break;
    shown.push(word);
  }
  const more = words.length - shown.length;
  return [...shown, ...(more === 0 ? [] : [`and ${more} more`])].join(', ');
}

function headerText(text: string): string {
  return text.replaceAll(/[^\x21-\x7e ]/g, '?').slice(0, 100);
}

const longestRefusal = 2_000;

/** Why `--strict` refuses the request. Undefined: it does not. */
export function strictRefusal({ repairs, leftOut }: Report): string | undefined {
  if (repairs.length === 0 && leftOut.length === 0) return undefined;
  const lines = [
    ...repairs.map(({ kind, rule, at, callIds }) => {
      const calls = callIds.length === 0 ? '' : ` (${callIds.join(', ')})`;
      return `${at}: ${kind}${calls}${rule === undefined ? '' : `, rule ${rule}`}`;
    }),
    ...leftOut.map(({ what, why }) => `${what}: ${why}`),
  ];
  const text = `The gateway is strict and refuses this request instead of repairing it: ${lines.join('; ')}`;
  return text.length <= longestRefusal ? text : `${text.slice(0, longestRefusal)} …`;
}
