/**
 * What was done to make a request, in one object (REQ-915-039, REQ-915-040): the render's diagnostics, and the decisions of
 * projecting and shaping. Only ids, tool names, paths and rule ids, no texts, arguments or keys, so that it can be stored and
 * sent.
 */
import type { Diagnostics } from '@interlock/transcript';
import type { IdNote, MediaNote, SealNote, ShapeNotes } from '../shape/shape-context.ts';
import type { Destination } from '../target/target.ts';
import type { NameNote } from '../tools/tool-names.ts';
import type { SettingName } from '../traits/settings.ts';
import type { IdScheme } from '../traits/traits.ts';
import type { ProjectionFault } from './projection-fault.ts';

export interface LeftOut {
  readonly setting: SettingName;
  readonly why: string;
}

export class RequestDiagnostics {
  readonly provider: string;
  readonly model: string;
  readonly protocol: string;
  readonly idScheme: IdScheme;
  readonly render: Diagnostics;
  readonly settings: readonly LeftOut[];
  readonly faults: readonly ProjectionFault[];
  readonly names: readonly NameNote[];
  /** The request failed its own check, and so did the conservative one: nothing was sent. */
  readonly unsent: boolean;
  readonly #destination: Destination;
  readonly #notes: ShapeNotes;
  readonly #dropped: number;
  readonly #lengths: { readonly ids: number; readonly seals: number; readonly media: number };

  constructor(
    destination: Destination,
    render: Diagnostics,
    notes: ShapeNotes,
    more: Pick<RequestDiagnostics, 'settings' | 'faults' | 'names'> & {
      readonly dropped: number;
      readonly unsent?: boolean;
    },
  ) {
    const { provider, model, protocol, traits } = destination;
    this.#destination = destination;
    this.provider = provider;
    this.model = model;
    this.protocol = protocol;
    this.idScheme = traits.toolIds;
    this.render = render;
    this.settings = more.settings;
    this.faults = more.faults;
    this.names = more.names;
    this.unsent = more.unsent === true;
    this.#notes = notes;
    this.#dropped = more.dropped;
    this.#lengths = { ids: notes.ids.length, seals: notes.seals.length, media: notes.media.length };
  }

  /** Canonical → sent id, of every call and its result. Copied on demand. */
  get ids(): readonly IdNote[] {
    return this.#notes.ids.slice(0, this.#lengths.ids);
  }

  get seals(): readonly SealNote[] {
    const bound = Array.from({ length: this.#dropped }, () => unbound);
    return [...this.#notes.seals.slice(0, this.#lengths.seals), ...bound];
  }

  get media(): readonly MediaNote[] {
    return this.#notes.media.slice(0, this.#lengths.media);
  }

  /** The same for a request that was not sent because of these faults. */
  ofUnsent(faults: readonly ProjectionFault[]): RequestDiagnostics {
    const { settings, names } = this;
    const about = { settings, names, faults: [...this.faults, ...faults] };
    const more = { ...about, dropped: this.#dropped, unsent: true };
    return new RequestDiagnostics(this.#destination, this.render, this.#notes, more);
  }

  toJSON(): object {
    const { provider, model, protocol, idScheme, ids, names, seals, media, settings, faults, unsent, render } = this;
    const about = { provider, model, protocol, idScheme, ids, names, seals, media, settings, faults };
    return { ...about, ...(unsent ? { unsent } : {}), render };
  }
}

/** Thinking whose prefix has changed (ANT-054); its step is unknown here. */
const unbound: SealNote = { block: 'thinking', outcome: 'dropped', why: 'prefix-changed' };
