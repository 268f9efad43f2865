/** temporary */
import type { Emit, SessionEvent } from '../events.ts';
import type { TurnRoute } from '../route/route.ts';
import type { History } from './history.ts';
import type { SessionParts } from './session-parts.ts';
import type { Setup } from './setup.ts';

export interface RoomRequest {
  readonly route: TurnRoute;
  readonly setup: Setup;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

export class Room {
  readonly #history: History;
  constructor(_: SessionParts, history: History) {
    this.#history = history;
  }
  tokens(setup: Setup): number {
    return Math.ceil((setup.system.length + JSON.stringify(this.#history.facts.contents).length) / 4);
  }
  async make(_why: 'threshold' | 'overflow', _request: RoomRequest): Promise<boolean> {
    return false;
  }
  async compact(
    _request: RoomRequest & { readonly why: string },
  ): Promise<Extract<SessionEvent, { type: 'compaction' }>> {
    return { type: 'compaction', outcome: 'unchanged', why: '', before: 0 };
  }
}
