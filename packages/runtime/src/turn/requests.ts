/** The session's requests: each is rendered from the history for its target and sent; the last one is kept for diagnostics. */
import type { DiagnosticEvent, PolicyOptions } from '@interlock/transcript';
import {
  type Failure,
  missingEffort,
  type PreparedRequest,
  RequestDiagnostics,
  type RequestInput,
  type Settings,
  type Transport,
} from '@interlock/wire';
import type { Emit, Refusal } from '../events/session-event.ts';
import { faultOf } from '../events/turn-fault.ts';
import type { History } from '../history/history.ts';
import type { SessionFacts } from '../history/session-facts.ts';
import type { Selection } from '../route/route.ts';
import type { SessionHeader } from '../store/session-store.ts';
import { type AttemptResult, attempt } from './attempt.ts';
import type { CurrentSetup } from './current-setup.ts';
import { stallLimits } from './exchange.ts';
import { Preparers } from './preparers.ts';
import type { Sending } from './sending.ts';
import type { OpenRequest, Spending } from './spending.ts';
import { ToolForms } from './tool-forms.ts';

function isEmptyAnswer(attempted: AttemptResult): boolean {
  if (attempted.end !== 'answered' || attempted.reply.stop === 'pause') return false;
  return attempted.reply.content.blocks.every((block) => block.type === 'text' && block.text.trim() === '');
}

/** What requests need, the same for all turns of a session. */
export interface RequestParts {
  /** The session id is the cache key. */
  readonly header: Pick<SessionHeader, 'id'>;
  readonly settings: Settings;
  readonly policy: PolicyOptions;
  readonly transport: Transport;
  readonly limits: { readonly stallMs?: number };
}

export interface LastRequest {
  readonly selection: Selection;
  readonly diagnostics: RequestDiagnostics;
}

export interface OutgoingRequest {
  readonly turnId: string;
  readonly selection: Selection;
  readonly plain: boolean;
  readonly sending: Sending;
  readonly spending: Spending;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

export class Requests {
  readonly #parts: RequestParts;
  readonly #history: History;
  readonly #setup: CurrentSetup;
  readonly #preparers = new Preparers();
  readonly #toolForms: ToolForms;
  /** Results without a call that have been reported. */
  readonly #orphans = new Set<string>();
  /** How many replaced media have been reported, by target. */
  readonly #reportedMedia = new Map<string, number>();
  /** Notices about missing settings that have been sent. */
  readonly #missing = new Set<string>();
  #last: LastRequest | undefined;

  constructor(parts: RequestParts, history: History, setup: CurrentSetup) {
    this.#parts = parts;
    this.#history = history;
    this.#setup = setup;
    this.#toolForms = new ToolForms(parts.transport);
  }

  get last(): LastRequest | undefined {
    return this.#last;
  }

  /** Reports newly replaced media: every later request also contains the earlier ones. */
  #reportReplacedMedia(target: string, { media }: RequestDiagnostics, emit: Emit): void {
    const replaced = media.filter(({ outcome }) => outcome === 'replaced');
    const reported = this.#reportedMedia.get(target) ?? 0;
    if (replaced.length !== reported) this.#reportedMedia.set(target, replaced.length);
    if (replaced.length <= reported) return;
    emit({ type: 'media-replaced', target, mimeTypes: replaced.slice(reported).map(({ mimeType = '' }) => mimeType) });
  }

  /** Reports settings that the model does not support, once for each model. */
  #reportMissing({ name, destination }: Selection, settings: Settings, emit: Emit): void {
    const { thinking, webSearch } = destination.traits;
    const why = missingEffort(settings, thinking);
    const texts = [
      ...(why === undefined ? [] : [`${name} does not support the effort ${String(settings.reasoning)}: ${why}.`]),
      ...(settings.webSearch === true && !webSearch ? [`${name} cannot search the web itself.`] : []),
    ];
    for (const text of texts.filter((each) => !this.#missing.has(each))) {
      this.#missing.add(text);
      emit({ type: 'notice', text });
    }
  }

  /** Reports each tool result without a call once, so that it is never silently missing (REQ-915-039). */
  #reportOrphans(repairs: readonly DiagnosticEvent[], emit: Emit): void {
    for (const event of repairs) {
      if (event.kind !== 'orphan') continue;
      const outcome = orphanOutcomes[event.action];
      const [id = ''] = event.callIds;
      const key = id === '' ? event.at : id;
      if (outcome === undefined || this.#orphans.has(key)) continue;
      this.#orphans.add(key);
      const which = id === '' ? 'A tool result' : `The tool result ${id}`;
      emit({ type: 'notice', text: `${which} belongs to no call of this conversation. ${outcome}` });
    }
  }

  /** Recorded when it has ended; an answer is recorded by the caller, after its content. */
  async send(outgoing: OutgoingRequest): Promise<AttemptResult> {
    const { turnId, selection, plain, sending, spending } = outgoing;
    const request = spending.begin({ ...sending, selection, plain, turnId });
    let attempted: AttemptResult;
    try {
      attempted = await this.#send(outgoing, request);
    } catch (error) {
      await spending.fault(request, error);
      throw error;
    }
    if (attempted.end === 'answered') return { ...attempted, request };
    const failure = attempted.end === 'failed' ? { failure: attempted.failure } : {};
    await spending.end(request, { outcome: attempted.end, usage: attempted.reply?.usage, ...failure });
    return attempted;
  }

  async #send(outgoing: OutgoingRequest, open: OpenRequest): Promise<AttemptResult> {
    const { turnId, selection: chosen, plain, emit, signal } = outgoing;
    const { facts } = this.#history;
    const { system, tools } = this.#setup.current;
    const { header, policy, transport } = this.#parts;
    const settings = { stream: true, ...effectiveSettings(this.#parts.settings, facts) };
    const selection = tools.length === 0 ? chosen : await this.#toolForms.applied(chosen, signal);
    const request = this.#prepare(selection, {
      contents: facts.contents,
      tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
      system,
      settings: { cache: { key: header.id }, ...settings },
      ledger: facts.ledger,
      policy,
      plain,
    });
    const { diagnostics } = request;
    this.#last = { selection, diagnostics };
    open.prepared(diagnostics);
    const repairs = diagnostics.render.events;
    if (repairs.length > 0) emit({ type: 'repair', target: selection.name, repairs });
    this.#reportOrphans(repairs, emit);
    this.#reportReplacedMedia(selection.name, diagnostics, emit);
    this.#reportMissing(selection, settings, emit);
    // A call's id is made from its turn and its position in it; a compaction during the turn must not make ids repeat.
    const reply = { ...request.reply, turnId, calls: facts.turnCalls };
    const timeouts = stallLimits(selection, settings, this.#parts.limits.stallMs);
    const attempted = await attempt(transport, { ...request, reply }, emit, signal, timeouts, open.firstByte);
    if (attempted.end === 'failed' && this.#toolForms.learn(selection, attempted.failure)) {
      const text = `${selection.name} does not support tools. They are described in the prompt from now on.`;
      emit({ type: 'notice', text });
    }
    if (isEmptyAnswer(attempted)) emit({ type: 'notice', text: `${selection.name} gave an empty answer.` });
    return attempted.end === 'failed' ? { ...attempted, ...refusalOf(attempted.failure, diagnostics) } : attempted;
  }

  /** Builds the request. If that fails, its diagnostics are kept as well. */
  #prepare(selection: Selection, input: RequestInput): PreparedRequest {
    try {
      return this.#preparers.prepare(selection, input);
    } catch (error) {
      const diagnostics = faultOf(error)?.diagnostics;
      if (diagnostics instanceof RequestDiagnostics) this.#last = { selection, diagnostics };
      throw error;
    }
  }
}

/** If the provider has refused the structure of what we have built, the request says what that was. */
function refusalOf({ reason, lacks }: Failure, diagnostics: RequestDiagnostics): { readonly refusal?: Refusal } {
  if (reason !== 'invalid-request' || lacks !== undefined) return {};
  const { protocol: format, idScheme, ids, render } = diagnostics;
  return { refusal: { format, idScheme, ids, decisions: render.events } };
}

type Orphan = Extract<DiagnosticEvent, { readonly kind: 'orphan' }>;

const orphanOutcomes: Readonly<Record<Orphan['action'], string | undefined>> = {
  dropped: 'The model does not see it.',
  noted: 'The model sees it as a note.',
  restored: 'The model sees it with a placeholder call.',
  // The ledger has the call: nothing is missing.
  'restored-from-ledger': undefined,
};

/** The settings of a request: those the session was opened with, and what was chosen since. */
export function effectiveSettings(opened: Settings, { effort }: Pick<SessionFacts, 'effort'>): Settings {
  return effort === undefined ? opened : { ...opened, reasoning: effort };
}
