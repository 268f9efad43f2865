/**
 * The page's requests to its server, and the responses. Types only: the command line answers with them, the page reads
 * them, and neither runs code of the other. Addresses are relative to the page, whose own address contains the token.
 */

/** `GET api/state` */
export interface State {
  readonly version: string;
  readonly documents: readonly DocumentName[];
  /** Stored sessions that can be opened, newest first. */
  readonly sessions: readonly StoredSession[];
  readonly targets: readonly TargetChoice[];
  readonly gateway?: GatewayState;
}

export interface DocumentName {
  readonly id: string;
  readonly name: string;
  readonly kind: DocumentKind;
}

export type DocumentKind = 'session' | 'history' | 'request' | 'agent-session' | 'unreadable';

export interface StoredSession {
  readonly id: string;
  readonly title: string;
  readonly turns: number;
  readonly updatedAt: number;
}

export interface TargetChoice {
  /** `provider/model`. */
  readonly name: string;
  readonly provider: string;
  readonly protocol: string;
}

/** `POST api/open` with `OpenRequest`; `POST api/examine?name=` with the text itself: `DocumentName`. */
export type OpenRequest = { readonly session: string } | { readonly request: string };

/** `GET api/documents/<id>` */
export interface DocumentFacts extends DocumentName {
  /** Incremented on every change. */
  readonly version: number;
  /** `openai-chat`, `claude-code`, …. Default: our own. */
  readonly format?: string;
  /** It is re-read while the page shows it. */
  readonly live: boolean;
  readonly rows: number;
  readonly turns: number;
  readonly calls: number;
  readonly repairs: number;
  readonly errors: number;
  readonly tools: readonly string[];
  /** The target that answered: `provider/model`. */
  readonly answerers: readonly string[];
  /** Parts that could not be read, with their location. */
  readonly problems: readonly ReadProblem[];
  /** Tools of which only the name is recorded. */
  readonly bareTools: readonly string[];
  /** The last turn has not ended. */
  readonly activity?: Activity;
}

/** The activity of a running session, known only from its records. */
export interface Activity {
  readonly turn: number;
  /** The target that has answered in this turn, or was chosen before it; absent if not recorded. */
  readonly who?: string;
  readonly since: number;
  /** When something was last written. */
  readonly lastAt: number;
  readonly calls: readonly { readonly name: string; readonly startedAt: number }[];
}

export interface ReadProblem {
  readonly place: string;
  readonly message: string;
  /** A few characters around the place, with a caret below them. */
  readonly excerpt?: string;
}

/** `GET api/documents/<id>/rows?from=&count=&…filter`; also of a target: `…/target/rows?target=`. */
export interface RowPage {
  readonly version: number;
  /** How many rows match the filter. */
  readonly total: number;
  readonly from: number;
  readonly rows: readonly Row[];
}

export interface RowFilter {
  readonly search?: string;
  readonly only?: 'errors' | 'repairs';
  readonly tool?: string;
  /** `provider/model` of the target that answered. */
  readonly answerer?: string;
}

export type RowKind = 'user' | 'assistant' | 'thinking' | 'call' | 'result' | 'media' | 'code' | 'system' | 'note';

export interface Row {
  /** Its index among all rows. */
  readonly number: number;
  readonly kind: RowKind;
  /** Starts at 1; 0 means before the first turn. */
  readonly turn: number;
  /** Milliseconds since 1970. */
  readonly at?: number;
  readonly who?: string;
  readonly text: Excerpt;
  /** A path in the history: `$[3].blocks[0]`. */
  readonly place: string;
  readonly marks: readonly Mark[];
  readonly call?: CallRow;
  readonly media?: MediaRow;
}

/** The beginning of a text; `GET …/rows/<number>/text?part=` has all of it. */
export interface Excerpt {
  readonly text: string;
  readonly length: number;
  /** It is a diff: lines begin with +, - or @@. */
  readonly isDiff?: boolean;
}

export interface CallRow {
  readonly id: string;
  readonly name: string;
  readonly state: CallState;
  readonly arguments: Excerpt;
  /** The change that the arguments ask for. */
  readonly change?: Excerpt;
  readonly result?: Excerpt;
  readonly ms?: number;
  /** How long it waited for approval or for other calls. */
  readonly waitMs?: number;
}

/** `open`: no end is recorded. `lost`: nothing is recorded. */
export type CallState =
  | 'open'
  | 'running'
  | 'complete'
  | 'error'
  | 'cancelled'
  | 'interrupted'
  | 'timeout'
  | 'denied'
  | 'lost';

export interface MediaRow {
  readonly mimeType: string;
  readonly filename?: string;
  readonly bytes: number;
  /** A picture the page may show: its address. */
  readonly source?: string;
}

/** A repair that rendering makes here. */
export interface Mark {
  readonly kind: string;
  /** `repair`: something was wrong. `note`: normal, such as thinking that is left out. */
  readonly level: 'repair' | 'note';
  readonly message: string;
  readonly fix?: string;
  readonly rules: readonly string[];
}

/** `GET api/documents/<id>/target?target=` */
export interface TargetView {
  readonly target: string;
  readonly protocol: string;
  readonly verdict: 'accepted' | 'refused' | 'not-sent';
  /** Why nothing could be sent. */
  readonly failure?: string;
  readonly violations: readonly RuleBreak[];
  /** Mistakes of the history; something of these may be missing, too. */
  readonly repaired: readonly Change[];
  readonly changes: readonly Change[];
  readonly missing: readonly Change[];
  readonly tokens: number;
  readonly window: number;
  /** US dollars for reading it once without a cache. */
  readonly price?: number;
  readonly messages: number;
  readonly rows: number;
  readonly lines: number;
  readonly bytes: number;
}

export interface RuleBreak {
  readonly rule: string;
  readonly level: string;
  readonly path: string;
  readonly message: string;
  readonly fix: string;
}

export interface Change {
  readonly kind: string;
  readonly message: string;
  readonly at: string;
  readonly rules: readonly string[];
}

/** `GET api/documents/<id>/target/lines?target=&from=&count=`, and `…/difference?from-target=&to-target=&as=` */
export interface LinePage {
  readonly total: number;
  readonly from: number;
  readonly lines: readonly string[];
}

/** `GET api/documents/<id>/ledger?from=&count=` */
export interface LedgerPage {
  readonly version: number;
  readonly total: number;
  readonly from: number;
  readonly turns: readonly LedgerTurn[];
}

export interface LedgerTurn {
  readonly turn: number;
  readonly text: string;
  readonly who?: string;
  /** Absent: the history has no times, only an order. */
  readonly from?: number;
  readonly to?: number;
  readonly outcome?: string;
  readonly calls: readonly LedgerCall[];
  readonly left: number;
}

export interface LedgerCall {
  readonly id: string;
  readonly name: string;
  readonly row: number;
  readonly state: CallState;
  /** When the model requested it, when it started, when it ended. */
  readonly askedAt?: number;
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** The part of the wait spent on approval. */
  readonly approvalMs?: number;
  /** Its result arrived after it was given up. */
  readonly late?: boolean;
}

/** `GET api/documents/<id>/costs` */
export interface Costs {
  readonly version: number;
  readonly requests: readonly CostPoint[];
  readonly switches: readonly SwitchCost[];
}

export interface CostPoint {
  readonly turn: number;
  readonly at?: number;
  readonly target: string;
  /** Uncached input, cache reads and cache writes; parts of the input. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
  readonly cost?: number;
  readonly window?: number;
  readonly isSummary?: boolean;
}

export interface SwitchCost {
  readonly turn: number;
  readonly from: string;
  readonly to: string;
  /** Tokens that the new target had to read without a cache. */
  readonly tokens: number;
  readonly cost?: number;
}

/** `GET api/documents/<id>/doctor` */
export interface Diagnosis {
  readonly version: number;
  /** Findings for all requested targets. */
  readonly findings: readonly DoctorFinding[];
  readonly more: number;
  readonly targets: readonly string[];
  /** The repairs, one sentence each; absent if nothing could be repaired. */
  readonly repaired?: { readonly done: readonly string[]; readonly text: Excerpt; readonly format: string };
}

export interface DoctorFinding {
  readonly severity: 'error' | 'warning' | 'note';
  readonly verdict?: 'refused' | 'unusual' | 'lost';
  readonly code: string;
  readonly at: string;
  readonly message: string;
  readonly fix?: string;
  readonly rules: readonly string[];
  readonly targets: readonly string[];
}

export interface GatewayState {
  readonly url: string;
  readonly state: 'connecting' | 'connected' | 'lost';
  readonly problem?: string;
  /** Whether bodies are included. */
  readonly recording: boolean;
}

/** `GET api/gateway`: the latest first. */
export interface GatewayPage extends GatewayState {
  readonly requests: readonly GatewayRequest[];
  readonly missed: number;
}

export interface GatewayRequest {
  readonly requestId: string;
  readonly at: number;
  readonly client?: string;
  readonly api: string;
  readonly model?: string;
  readonly target?: string;
  readonly status?: number;
  readonly end: string;
  readonly repairs: readonly { readonly kind: string; readonly rule?: string; readonly at: string }[];
  readonly leftOut: readonly { readonly what: string; readonly why: string }[];
  readonly attempts: number;
  readonly firstByteMs?: number;
  readonly ms?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Its body was recorded and can be opened. */
  readonly hasBody: boolean;
}

/** `GET api/live`: server-sent events. */
export type LiveEvent =
  | { readonly type: 'document'; readonly id: string; readonly version: number }
  | { readonly type: 'gateway' };

export interface Failure {
  readonly error: string;
}
