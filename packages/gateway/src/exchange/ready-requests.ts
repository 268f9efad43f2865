/**
 * Prepares a request for one target: rendered, verified, in the client's own form if the target accepts it, with a report of all changes.
 * The result is cached with the history, because the same request to the same target is always the same.
 */
import { type Selection, stallLimits } from '@interlock/runtime';
import { isSameData, type JsonObject } from '@interlock/transcript';
import {
  type PreparedRequest,
  preparerFor,
  type ReadRequest,
  type ResolvedTarget,
  resolveWhole,
  type Settings,
  type Target,
  type Traits,
} from '@interlock/wire';
import type { RestoredHistory } from '../answers/restored-history.ts';
import type { Front } from '../fronts/front.ts';
import type { Thread } from '../memory/thread.ts';
import { clientPolicy } from './client-policy.ts';
import { type Passed, passThrough } from './pass-through.ts';
import { clientCallIds, listLeftOut, nothingChanged, type Report, reportOf } from './report.ts';
import { passedHeaders, problemsAt, unfinishedAnswer, unreadEntries, unreadParts } from './unread-parts.ts';

export interface ReadyRequest {
  readonly request: PreparedRequest;
  readonly kind: Passed['kind'];
  readonly report: Report;
  readonly settings: Settings;
  readonly limits: ReturnType<typeof stallLimits>;
}

/** The parts of a client request that do not depend on the target. */
export interface ClientRequest {
  readonly front: Front;
  readonly body: JsonObject;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly stream: boolean;
  readonly read: ReadRequest;
  readonly history: RestoredHistory;
  readonly thread: Thread;
}

interface Known {
  readonly target: Target;
  readonly read: ReadRequest;
  readonly stream: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly ready: ReadyRequest;
}

/** How many targets are cached per history. */
const most = 4;

/** How many resolved targets are cached. */
const mostTargets = 32;

export class ReadyRequests {
  readonly #stallMs: number | undefined;
  readonly #known = new WeakMap<RestoredHistory, readonly Known[]>();
  /** The targets that were used recently. */
  #targets: readonly { readonly target: Target; readonly resolved: ResolvedTarget }[] = [];

  /** How long a provider may be silent, in milliseconds. Undefined: it depends on the model. */
  constructor(stallMs?: number) {
    this.#stallMs = stallMs;
  }

  /** `plain`: without thinking, seals and media, after a refusal. */
  get(selection: Selection, target: Target, plain: boolean, asked: ClientRequest): ReadyRequest {
    const { read, history, stream } = asked;
    const headers = passedHeaders(asked.front, asked.headers);
    if (plain) return this.#make(selection, target, asked, { plain, headers });
    const known = this.#known.get(history) ?? [];
    // If the read request is the same object as before, so is its body.
    const found = known.find(
      (each) =>
        each.read === read &&
        each.stream === stream &&
        isSameData(each.target, target) &&
        isSameData(each.headers, headers),
    );
    if (found !== undefined) return found.ready;
    const ready = this.#make(selection, target, asked, { plain, headers });
    this.#known.set(history, [{ target, read, stream, headers, ready }, ...known].slice(0, most));
    return ready;
  }

  #make(
    selection: Selection,
    target: Target,
    { front, body, stream, read, history, thread }: ClientRequest,
    { plain, headers }: { readonly plain: boolean; readonly headers: Readonly<Record<string, string>> },
  ): ReadyRequest {
    const { tools } = read;
    const resolved = this.#resolved(target);
    const { traits } = resolved.destination;
    const settings = { ...settingsFor(traits, read.settings), stream };
    const input = { contents: history.contents, tools, settings, policy: clientPolicy, plain };
    const prepared = plain
      ? preparerFor(resolved).prepare(input)
      : thread.prepare(target, input, () => preparerFor(resolved));
    const toolNames = new Set(tools.map(({ name }) => name));
    const unread = unreadEntries(front, read);
    const places = unread.map(({ what }) => what);
    const kept = thread.passed(target);
    const unclear = new Map(problemsAt(traits, read).map(({ path, message }) => [path, message]));
    const passing = {
      ...{ front, body, headers, toolNames, unclear, unread: places },
      ...{ restored: history.changed, history: kept, contents: history.contents },
    };
    const {
      request,
      kind,
      refused,
      kept: asGiven = [],
    }: Passed = plain ? { request: prepared, kind: 'none', refused: [] } : passThrough(prepared, resolved, passing);
    const missing = unread.filter(({ what }) => !asGiven.some((place) => what.startsWith(place)));
    const wasSent = plain && resolved.protocol.name === front.protocol.name;
    const lacking =
      kind === 'none' ? unreadParts({ front, body, read, headers, traits, wasSent }) : [...missing, ...refused];
    const leftOut = [...lacking, ...unfinishedAnswer(front, body, read, request)];
    const prefix = front.protocol.traits.toolIds === 'anthropic' ? 'toolu_' : 'call_';
    const report =
      kind === 'whole'
        ? { ...nothingChanged, leftOut: listLeftOut(refused) }
        : reportOf(prepared, leftOut, () => clientCallIds(read.contents, prefix));
    const limits = stallLimits(selection, settings, this.#stallMs);
    return { request: new WrittenRequest(request), kind, report, settings, limits };
  }

  #resolved(target: Target): ResolvedTarget {
    const known = this.#targets.find((each) => isSameData(each.target, target));
    if (known !== undefined) return known.resolved;
    const resolved = resolveWhole(target);
    this.#targets = [{ target, resolved }, ...this.#targets].slice(0, mostTargets);
    return resolved;
  }
}

/** Probabilities that only some servers mean in the same way: a target of the client's API gets the client's own field. */
function settingsFor({ logprobs: takesLogprobs }: Traits, { logprobs, ...settings }: Settings): Settings {
  return logprobs === undefined || !takesLogprobs ? settings : { ...settings, logprobs };
}

/** The same request, with its bytes computed once and on demand. */
class WrittenRequest implements PreparedRequest {
  readonly url: string;
  readonly method: 'POST';
  readonly headers: PreparedRequest['headers'];
  readonly diagnostics: PreparedRequest['diagnostics'];
  readonly reply: PreparedRequest['reply'];
  readonly #request: PreparedRequest;
  #bytes: Uint8Array | undefined;

  constructor(request: PreparedRequest) {
    this.#request = request;
    this.url = request.url;
    this.method = request.method;
    this.headers = request.headers;
    this.diagnostics = request.diagnostics;
    this.reply = request.reply;
  }

  get body(): JsonObject {
    return this.#request.body;
  }

  bytes(): Uint8Array {
    this.#bytes ??= this.#request.bytes();
    return this.#bytes;
  }

  pieces(): readonly Uint8Array[] {
    return [this.bytes()];
  }

  authenticate(...given: Parameters<PreparedRequest['authenticate']>): ReturnType<PreparedRequest['authenticate']> {
    return this.#request.authenticate(...given);
  }
}
