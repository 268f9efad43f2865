/** Tells the user once about each tool result whose call is on no record: it is never just missing (REQ-915-039). */
import type { DiagnosticEvent } from '@interlock/transcript';

type Orphan = Extract<DiagnosticEvent, { readonly kind: 'orphan' }>;

const outcomes: Readonly<Record<Orphan['action'], string | undefined>> = {
  dropped: 'The model does not see it.',
  noted: 'The model sees it as a note.',
  restored: 'The model sees it with a call made up for it.',
  // The ledger knew the call: nothing is missing.
  'restored-from-ledger': undefined,
};

export class OrphanNotices {
  readonly #told = new Set<string>();

  take(repairs: readonly DiagnosticEvent[]): readonly string[] {
    return repairs.flatMap((event) => {
      if (event.kind !== 'orphan') return [];
      const outcome = outcomes[event.action];
      const [id = ''] = event.callIds;
      const key = id === '' ? event.at : id;
      if (outcome === undefined || this.#told.has(key)) return [];
      this.#told.add(key);
      const which = id === '' ? 'A tool result' : `The tool result ${id}`;
      return [`${which} belongs to no call of this conversation. ${outcome}`];
    });
  }
}
