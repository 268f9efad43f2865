/** Where requests go: targets with their credentials, a policy, and cooldowns. A turn is bound to one target (REQ-915-002). */
import type { Destination, Failure, Target } from '@interlock/wire';

/** Where a key comes from. Seals and cooldowns are stored under the name of the account, never under the secret. */
export type CredentialSource = { readonly account?: string } & (
  | { readonly env: string }
  | { readonly file: string }
  /** Prints the key; run again after `ttlMs`, and once if the key is refused. */
  | { readonly command: string; readonly ttlMs?: number }
  /** `refresh` returns the next token; run once for all who wait. */
  | { readonly token: string; readonly expires?: number; readonly refresh: string | (() => Promise<RefreshedToken>) }
  | { readonly key: string }
);

export interface RefreshedToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expires?: number;
}

export interface RouteTarget extends Omit<Target, 'key' | 'account'> {
  /** The display name; default: `provider/model`. */
  readonly name?: string;
  /** Tried in order. Default: the provider's environment variable, or none if it needs none. */
  readonly credentials?: readonly CredentialSource[];
  /** For round-robin: how many turns of each cycle go to this target. Default: 1. */
  readonly weight?: number;
}

export type Failover = 'continue' | 'wait';

export interface RouteConfig {
  /** Names the counter of a round-robin; default: made from the targets. */
  readonly name?: string;
  readonly policy: 'fixed' | 'round-robin' | 'failover';
  readonly targets: readonly RouteTarget[];
  /**
   * What follows when the target of a turn has failed and another is available. A turn never leaves its target: it ends. `continue`: a
   * turn that continues it begins at once with the next target. `wait`: the turn retries and waits for its target, and only the user's
   * next message may go elsewhere. Default: `continue`. The older names `between-requests` and `between-turns` mean the same.
   */
  readonly failover?: Failover | 'between-requests' | 'between-turns';
  /**
   * The longest total time a request waits for cooldowns and providers' hints; after that the turn fails and says when it will work.
   * Default: 5 minutes.
   */
  readonly maxWaitMs?: number;
  /** How often a request retries the same credential if no other is free: at most `1 + maxRetries` requests. Default: 4. */
  readonly maxRetries?: number;
  /**
   * For the gateway: how many tokens a conversation may have to be moved to another target, where they are not cached, and what that
   * may cost in US dollars. A larger one stays with the target that answered last, unless that fails. Default: no limit.
   */
  readonly maxSwitchTokens?: number;
  readonly maxSwitchCost?: number;
}

/** Where a request goes. `target` contains the key: do not print it. */
export interface Selection {
  readonly name: string;
  readonly target: Target;
  /** The resolved target. The route resolves it once. */
  readonly destination: Destination;
  /** The name of the credential. */
  readonly account: string;
}

export interface RequestNeeds {
  /** Approximate tokens of the history; targets with a smaller window are skipped if another is left. */
  readonly tokens: number;
}

export type RouteStep =
  | {
      readonly do: 'send';
      readonly selection: Selection;
      /** A simplified request, after an `invalid-request`. */
      readonly plain: boolean;
      readonly because: readonly string[];
      /** The previous target and credential, if they differ: of this turn, or of the turn that it continues. */
      readonly movedFrom?: string;
      /** The first request of a turn that continues another. */
      readonly continues?: true;
    }
  /** Wait, then call `next` again. `retry`: the same target after a pause; `cooldown`: everything is cooling down. */
  | {
      readonly do: 'wait';
      readonly why: 'retry' | 'cooldown';
      readonly ms: number;
      readonly until: number;
      /** How often this request was sent before. */
      readonly attempt: number;
      readonly because: readonly string[];
    }
  | {
      readonly do: 'stop';
      readonly failure: Failure;
      readonly provider: string;
      readonly because: readonly string[];
      /** The route of a turn that continues this one with the next target. */
      readonly onward?: TurnRoute;
    };

/** The route of one turn, or of one request outside of turns. Not shared; its methods are called in order. */
export interface TurnRoute {
  next(needs: RequestNeeds): Promise<RouteStep>;
  succeeded(): Promise<void>;
  /** `shown`: output of this request was shown, so nothing is sent again; the step is a `stop`. */
  failed(failure: Failure, shown: boolean, needs: RequestNeeds): Promise<RouteStep>;
}

/** May be used by several sessions: then credentials are fetched once, and cooldowns are shared. */
export interface Route {
  readonly config: RouteConfig;
  /** For a turn: it stays with the first target that it asks. If that fails, it stops; `onward` is the route of the next turn. */
  beginTurn(): Promise<TurnRoute>;
  /**
   * For one request outside of turns, such as a client's: it goes on to the next target itself. `bound`: it belongs to a conversation that
   * continues with this target and credential, whatever the route would choose (REQ-915-002). Only a failure moves it. Ignored if it is
   * no longer on the route.
   */
  begin(bound?: Pick<Selection, 'name' | 'account'>): Promise<TurnRoute>;
  /** The targets in the order of the configuration, and which of their credentials are cooling down. Sends nothing. */
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
