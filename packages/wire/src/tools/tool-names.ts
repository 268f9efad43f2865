/**
 * Tool names in the form a target takes (ANT-061, OAC-005, GEM-020, MIS-015), and back. A name the target refuses is
 * written with `_` and a hash, so that two names never become one; names are given out in the order in which they are asked
 * for, and what is given out stays.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { NameRule } from '../traits/traits.ts';

/** A name the target knows by another one. */
export interface NameNote {
  readonly name: string;
  readonly projected: string;
}

export class ToolNames {
  readonly #rule: NameRule;
  readonly #given = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #offered = new Set<string>();

  constructor(rule: NameRule) {
    this.#rule = rule;
  }

  /** Gives out the name of a tool that is on offer: a model that calls it says this very name. */
  offer(name: string): string {
    this.#offered.add(name);
    return this.project(name);
  }

  /** Whether a call goes back under another name than the model gave it: it made up one that the target refuses. */
  isEdited(name: string): boolean {
    return !this.#offered.has(name) && this.project(name) !== name;
  }

  /** Whether the model said the name as it will be sent back, without what its template may have left on it. */
  isAsSaid(name: string, said: string): boolean {
    return (this.#given.get(name) ?? name) === said;
  }

  /** The name the target knows this tool by; the same one every time. */
  project(name: string): string {
    const known = this.#given.get(name);
    if (known !== undefined) return known;
    const projected = this.#free(name);
    this.#given.set(name, projected);
    this.#names.set(projected, name);
    return projected;
  }

  /**
   * The caller's own name. What the model's template or its server left on a name that was given out is taken off; one that
   * was never given out, as a model may invent it, is returned as it is.
   */
  read(projected: string): string {
    return this.#names.get(projected) ?? this.#names.get(bareName(projected)) ?? projected;
  }

  /** All names given out, in order. */
  get projected(): readonly string[] {
    return [...this.#given.values()];
  }

  /** The names that are not the caller's own on the wire, in the order in which they were given out. */
  get changed(): readonly NameNote[] {
    return [...this.#given]
      .filter(([name, projected]) => name !== projected)
      .map(([name, projected]) => ({ name, projected }));
  }

  #free(name: string): string {
    for (const projected of candidates(name, this.#rule)) {
      if (!this.#names.has(projected)) return projected;
    }
    throw new Error('unreachable: candidates never end');
  }
}

/**
 * White space around a name; the name spaces of gpt-oss (`functions.`) and Gemini (`default_api:`); control tokens after it
 * (`<|channel|>commentary` of gpt-oss, `</arg_value>` of GLM). None of them can be part of a name that a target takes. What may
 * hold arguments stays: without them the call would be another.
 */
function bareName(name: string): string {
  if (name.length > longestDressed) return name;
  const bare = name.replace(/(?:<\|[a-z_]+\|>[a-z]*|<\/[a-z_]+>|\s)+$/, '');
  return bare.trimStart().replace(/^(?:functions|default_api)[.:]/, '');
}

/** No name is nearly as long, with all that. */
const longestDressed = 256;

const hashLength = 8;

function* candidates(name: string, rule: NameRule): Generator<string> {
  if (isLegal(name, rule)) yield name;
  const stem = legalStem(name, rule).slice(0, Math.max(1, rule.max - hashLength - 1));
  for (let salt = 0; ; salt += 1) yield `${stem}_${hashOf(salt === 0 ? name : `${name}|${salt}`)}`.slice(0, rule.max);
}

function isLegal(name: string, { first, rest, max }: NameRule): boolean {
  return name.length <= max && new RegExp(`^${first}${rest}*$`).test(name);
}

/** Begins with `_` where a digit may not be the first, or with a word where only a letter may (KIM-018). */
function legalStem(name: string, { first, rest }: NameRule): string {
  if (name === '') return 'tool';
  const allowed = new RegExp(`^${rest}$`);
  const stem = [...name].map((letter) => (allowed.test(letter) ? letter : '_')).join('');
  const isFirst = new RegExp(`^${first}`);
  if (isFirst.test(stem)) return stem;
  return isFirst.test('_') ? `_${stem}` : `tool_${stem}`;
}

function hashOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, hashLength);
}
