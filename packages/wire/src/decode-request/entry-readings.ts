/**
 * Caches how the entries of a request's list were read, for the next request of the conversation: the same object at the same
 * position is not read again. What later entries need to know about earlier ones (names of calls) goes through `facts`, so that
 * it is known whether an entry would still be read the same. Only a cache: without it the contents are the same.
 */
import { type Content, isSameData, type JsonValue } from '@interlock/transcript';
import { flatEntries } from './flat-entries.ts';
import type { Report } from './read-request.ts';

type Problem = { readonly path: string; readonly message: string };

interface EntryReading {
  readonly entry: JsonValue;
  readonly contents: readonly Content[];
  readonly problems: readonly Problem[];
  readonly uses: readonly FactUse[];
}

interface Joined {
  readonly parts: readonly Content[];
  readonly content: Content;
}

export class EntryReadings {
  readonly #kept: EntryReading[] = [];
  readonly #joined: Joined[] = [];
  readonly #facts = new ListFacts();

  /** The facts recorded by the entries so far. */
  get facts(): Facts {
    return this.#facts;
  }

  /** Reads a list from its start. `read` depends only on the entry, its position and the facts. */
  readAll(
    list: readonly JsonValue[],
    report: Report,
    read: (entry: JsonValue, at: number, report: Report) => readonly Content[],
  ): readonly Content[] {
    this.#facts.clear();
    this.#kept.length = Math.min(this.#kept.length, list.length);
    return list.flatMap((entry, at) => {
      const known = this.#kept[at];
      const isKnown =
        known !== undefined && known.entry === entry && (known.uses.length === 0 || this.#facts.repeat(known.uses));
      const reading = isKnown ? known : this.#read(entry, at, known, read);
      this.#kept[at] = reading;
      for (const { path, message } of reading.problems) report(path, message);
      return reading.contents;
    });
  }

  #read(
    entry: JsonValue,
    at: number,
    known: EntryReading | undefined,
    read: (entry: JsonValue, at: number, report: Report) => readonly Content[],
  ): EntryReading {
    const problems: Problem[] = [];
    this.#facts.begin();
    const report: Report = (path, message) => void problems.push({ path, message });
    const entries = Array.isArray(entry) ? flatEntries(entry) : [entry];
    const contents = entries.flatMap((each) => read(each, at, report));
    // A cache mark has moved: the content is the same.
    const isSame = known !== undefined && isSameData(known.contents, contents);
    return { entry, contents: isSame ? known.contents : contents, problems, uses: this.#facts.end() };
  }

  /** The parts as one content; the same parts give the same object. `at`: its position among those that are joined. */
  join(at: number, parts: readonly Content[], make: () => Content): Content {
    const known = this.#joined[at];
    const isKnown = known?.parts.length === parts.length && known.parts.every((part, index) => part === parts[index]);
    const content = isKnown ? known.content : make();
    this.#joined[at] = { parts, content };
    return content;
  }
}

/** Facts that earlier entries of a list have recorded. */
export interface Facts {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
}

interface FactUse {
  readonly name: string;
  readonly value: string | undefined;
  readonly isSet: boolean;
}

class ListFacts implements Facts {
  readonly #values = new Map<string, string>();
  #uses: FactUse[] = [];

  get(name: string): string | undefined {
    const value = this.#values.get(name);
    this.#uses.push({ name, value, isSet: false });
    return value;
  }

  set(name: string, value: string): void {
    this.#values.set(name, value);
    this.#uses.push({ name, value, isSet: true });
  }

  clear(): void {
    this.#values.clear();
  }

  begin(): void {
    this.#uses = [];
  }

  end(): readonly FactUse[] {
    return this.#uses;
  }

  /** Repeats the reads. False: something else would be found, and nothing was changed. */
  repeat(uses: readonly FactUse[]): boolean {
    const values = new Map<string, string | undefined>();
    for (const { name, value, isSet } of uses) {
      if (isSet) values.set(name, value);
      else if ((values.has(name) ? values.get(name) : this.#values.get(name)) !== value) return false;
    }
    for (const [name, value] of values) if (value !== undefined) this.#values.set(name, value);
    return true;
  }
}
