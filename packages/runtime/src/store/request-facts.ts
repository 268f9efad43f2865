/** What is recorded about a request: where it went, why, in which form and how it ended. No bodies, no headers, no keys. */
import type { FaultClass } from '@interlock/transcript';
import type { Failure, Price, Usage } from '@interlock/wire';

/** A request is named by its turn and by which of the turn's requests it is; repetitions have the same name. */
export interface RequestName {
  readonly turnId: string;
  readonly step: number;
}

export interface RequestWait {
  /** `retry`: a pause before the same credential is asked again. `cooldown`: for a credential that was cooling down. */
  readonly why: 'retry' | 'cooldown';
  readonly ms: number;
  readonly because: readonly string[];
}

/** A request that a turn has given up without sending it (again). */
export interface UnsentRequest {
  readonly step: number;
  readonly because: readonly string[];
  /** How long it has waited since it was last sent. */
  readonly waits?: readonly RequestWait[];
}

/** Why a request failed by a mistake of ours: nothing that a provider did. */
export interface OwnFault {
  readonly class?: FaultClass;
  readonly message: string;
  readonly stack?: string;
}

export interface RequestFacts {
  /** Unique in the session that made it, and rising. */
  readonly number: number;
  /** The number of the request that this one repeats, because that one failed. */
  readonly repeats?: number;
  /** Which request of its turn; absent for summaries. */
  readonly turnId?: string;
  readonly step?: number;
  /** Absent: an answer in the conversation. */
  readonly for?: 'summary';
  /** The session that made it, if that is a subagent of this one. Then it does not count for this session. */
  readonly by?: string;
  /** The request that a summary or a subagent's request is for. Absent for a compaction between turns. */
  readonly serves?: RequestName;
  /** The name of the target. */
  readonly target: string;
  readonly provider: string;
  readonly model: string;
  /** The address. */
  readonly endpoint: string;
  /** The credential, by name. */
  readonly account: string;
  /** How the history was rendered: `whole`, or `plain` after a refusal. */
  readonly form: string;
  /** Why this target and credential. */
  readonly because: readonly string[];
  /** The target and credential before, if they differ. */
  readonly movedFrom?: string;
  readonly waits?: readonly RequestWait[];
  /** How many repairs and omissions, by kind. */
  readonly repaired?: Readonly<Record<string, number>>;
  readonly leftOut?: Readonly<Record<string, number>>;
  /** Milliseconds since 1970; the others since then. */
  readonly sentAt: number;
  readonly firstByteMs?: number;
  readonly endMs: number;
  readonly outcome: 'answered' | 'failed' | 'cancelled';
  readonly usage?: Usage;
  /** The model's price at that time, if known. */
  readonly price?: Price;
  /** How many contents the usage measures, the answer included. Absent if it does not measure the history. */
  readonly contents?: number;
  readonly failure?: Failure;
  readonly fault?: OwnFault;
}
