/** Where requests go: targets with their credentials, a policy, and what has cooled down. Chosen once a turn (REQ-915-002). */
import type { Destination, Failure, Target } from '@interlock/wire';

/** Each may have its own name, by which seals and cooldowns are stored. Never the secret itself. */
export type CredentialSource = { readonly account?: string } & (
  | { readonly env: string }
  | { readonly file: string }
  /** Prints the key; run again after `ttlMs`, and once when it is refused. */
  | { readonly command: string; readonly ttlMs?: number }
  /** `refresh` returns the next one; run once for everyone who waits. */
  | { readonly token: string; readonly expires?: number; readonly refresh: string | (() => Promise<RefreshedToken>) }
  | { readonly key: string }
);

export interface RefreshedToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expires?: number;
}

export interface RouteTarget extends Omit<Target, 'key' | 'account'> {
  /** How people name it; absent: `provider/model`. */
  readonly name?: string;
  /** Tried in order. Absent: the provider's usual environment variable, or none where it needs none. */
  readonly credentials?: readonly CredentialSource[];
  /** For round-robin: how many turns of a cycle, spread over it. 1 by default. */
  readonly weight?: number;
}

export interface RouteConfig {
  /** Names the counter of a round-robin; absent: made from the targets. */
  readonly name?: string;
  readonly policy: 'fixed' | 'round-robin' | 'failover';
  readonly targets: readonly RouteTarget[];
  /**
   * Whether a turn may go to another target between two of its requests. `between-turns`: it may not. It still retries,
   * waits and uses the target's other credentials; only the next turn goes elsewhere.
   */
  readonly failover?: 'between-requests' | 'between-turns';
  /**
   * The longest a request waits for cooldowns and providers' hints, in total; beyond it the turn fails with the time at
   * which it will work. 5 minutes by default.
   */
  readonly maxWaitMs?: number;
  /** How often a request asks the same credential again, for want of another: `1 + maxRetries` requests at most. Default: 4. */
  readonly maxRetries?: number;
  /**
   * For the gateway: how many tokens a conversation may have that goes to another target, where they are read uncached, and what that may cost in US
   * dollars. A larger one stays with the target that answered last, unless that fails. Default: no limit.
   */
  readonly maxSwitchTokens?: number;
  readonly maxSwitchCost?: number;
}

/** Whom a request goes to. `target` holds the key: not to be printed. */
export interface Selection {
  readonly name: string;
  readonly target: Target;
  /** What the target resolves to. The route has done it: a target is not resolved again for the same request. */
  readonly destination: Destination;
  /** Which credential, by its name. */
  readonly account: string;
}

export interface RequestNeeds {
  /** Approximate tokens of the history; targets that cannot hold it are skipped while another is left. */
  readonly tokens: number;
}

export type RouteStep =
  | {
      readonly do: 'send';
      readonly selection: Selection;
      /** Once more without anything delicate, after an `invalid-request`. */
      readonly plain: boolean;
      readonly because: readonly string[];
      /** The target and credential that had the turn until now, where this one is different. */
      readonly movedFrom?: string;
    }
  /** Then ask `next` again. `retry`: the same target after a pause; `cooldown`: everything is cooling down. */
  | {
      readonly do: 'wait';
      readonly why: 'retry' | 'cooldown';
      readonly ms: number;
      readonly until: number;
      /** How often this request was sent before. */
      readonly attempt: number;
      readonly because: readonly string[];
    }
  | { readonly do: 'stop'; readonly failure: Failure; readonly provider: string; readonly because: readonly string[] };

/** One turn's way. Not shared; asked in order. */
export interface TurnRoute {
  next(needs: RequestNeeds): Promise<RouteStep>;
  succeeded(): Promise<void>;
  /** `shown`: output of this very request was seen, so nothing is sent again; the step is a `stop` then. */
  failed(failure: Failure, shown: boolean, needs: RequestNeeds): Promise<RouteStep>;
}

/** The route of a session's next turn. */
export interface CurrentRoute {
  readonly current: Route;
  /** Its first target. */
  readonly first: Destination | undefined;
}

/** May be used by several sessions: credentials are then fetched once, and cooldowns are shared. */
export interface Route {
  readonly config: RouteConfig;
  /**
   * `bound`: the turn has begun elsewhere and continues with this target and credential, whatever the route would choose (REQ-915-002). Only
   * failover moves it. Someone who is no longer on the route is not looked for.
   */
  begin(bound?: Pick<Selection, 'name' | 'account'>): Promise<TurnRoute>;
  /** Who would be chosen now, and what is cooling down; sends nothing. */
  look(): Promise<RouteView>;
}

export interface RouteView {
  readonly targets: readonly {
    readonly name: string;
    readonly accounts: readonly {
      readonly account: string;
      readonly coolingUntil?: number;
      readonly reason?: string;
    }[];
  }[];
}
