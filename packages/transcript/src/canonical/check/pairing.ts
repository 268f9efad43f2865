/**
 * Which calls and results of a history lack each other, by id alone. A result answers the nearest open call of its id
 * before it, else one after it, so that ids which start again each turn (Kimi) are no riddle. Calls and results
 * without an id are left out: their missing id is already a problem of its own.
 */
import type { JsonPath } from './json-path.ts';
import type { ProblemList } from './problem-list.ts';

interface Site {
  readonly kind: 'call' | 'result';
  readonly id: string;
  readonly block: JsonPath;
  /** A call whose id an earlier call has too. */
  readonly again: boolean;
  /** The site of the same kind and id that was waiting before it: a chain, as most ids never have a second site. */
  readonly before: Site | undefined;
  paired: boolean;
}

interface Track {
  called: boolean;
  openCall: Site | undefined;
  spareResult: Site | undefined;
}

export class Pairing {
  /** In the order of the history; without the results that found their call at once. */
  readonly #sites: Site[] = [];
  readonly #tracks: Map<string, Track> = new Map();

  addCall(id: unknown, block: JsonPath): void {
    if (typeof id !== 'string' || id === '') return;
    const track = this.#track(id);
    const before = track.openCall;
    track.openCall = { kind: 'call', id, block, again: track.called, before, paired: false };
    track.called = true;
    this.#sites.push(track.openCall);
  }

  addResult(id: unknown, block: JsonPath): void {
    if (typeof id !== 'string' || id === '') return;
    const track = this.#track(id);
    const call = track.openCall;
    if (call !== undefined) {
      call.paired = true;
      track.openCall = call.before;
      return;
    }
    track.spareResult = { kind: 'result', id, block, again: false, before: track.spareResult, paired: false };
    this.#sites.push(track.spareResult);
  }

  /** In the order of the history. */
  report(problems: ProblemList): void {
    for (const track of this.#tracks.values()) pairEarlyResults(track);
    for (const site of this.#sites) {
      if (site.again) problems.report('duplicate-call-id', { parent: site.block, key: 'id' }, site.id);
      if (site.paired) continue;
      if (site.kind === 'call') {
        problems.report('call-without-result', { parent: site.block, key: 'id' }, site.id);
        continue;
      }
      const code = this.#track(site.id).called ? 'duplicate-result' : 'result-without-call';
      problems.report(code, { parent: site.block, key: 'callId' }, site.id);
    }
  }

  #track(id: string): Track {
    const found = this.#tracks.get(id);
    if (found !== undefined) return found;
    const track: Track = { called: false, openCall: undefined, spareResult: undefined };
    this.#tracks.set(id, track);
    return track;
  }
}

/** Results that stand before their call. */
function pairEarlyResults(track: Track): void {
  let call = track.openCall;
  let result = track.spareResult;
  while (call !== undefined && result !== undefined) {
    call.paired = true;
    result.paired = true;
    call = call.before;
    result = result.before;
  }
}
