/**
 * Projects tool names to a format the target accepts (ANT-061, OAC-005, GEM-020, MIS-015), and back. A name the target refuses
 * is written with `_` and a hash, so that two names never become one; names are assigned in the order in which they are
 * requested, and never change.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { NameRule } from '../traits/traits.ts';

/** A tool that has another name at the target. */
export interface NameNote {
  readonly name: string;
  readonly projected: string;
}

export class ToolNames {
  readonly #rule: NameRule;
  readonly #byName = new Map<string, string>();
  readonly #byProjectedName = new Map<string, string>();
  readonly #offered = new Set<string>();

  constructor(rule: NameRule) {
    this.#rule = rule;
  }

  /** Assigns the name of an offered tool: a model that calls it uses this exact name. */
  offer(name: string): string {
    this.#offered.add(name);
    return this.project(name);
  }

  /** Whether a call is sent back under another name than the model used: it invented a name that the target refuses. */
  isEdited(name: string): boolean {
    return !this.#offered.has(name) && this.project(name) !== name;
  }

  /** Whether the model used exactly the name that will be sent back, without leftovers of its template. */
  isExactName(name: string, used: string): boolean {
    return (this.#byName.get(name) ?? name) === used;
  }

  /** The target's name for this tool; always the same. */
  project(name: string): string {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const projected = this.#free(name);
    this.#byName.set(name, projected);
    this.#byProjectedName.set(projected, name);
    return projected;
  }

  /**
   * The caller's own name. Leftovers of the model's template or its server are removed from an assigned name; a name that was
   * never assigned, which a model may invent, is returned unchanged.
   */
  read(projected: string): string {
    return this.#byProjectedName.get(projected) ?? this.#byProjectedName.get(bareName(projected)) ?? projected;
  }

  /** All assigned names, in order. */
  get projected(): readonly string[] {
    return [...this.#byName.values()];
  }

  /** The names that differ from the caller's, in the order in which they were assigned. */
  get changed(): readonly NameNote[] {
    return [...this.#byName]
      .filter(([name, projected]) => name !== projected)
      .map(([name, projected]) => ({ name, projected }));
  }

  #free(name: string): string {
    for (const projected of candidates(name, this.#rule)) {
      if (!this.#byProjectedName.has(projected)) return projected;
    }
    throw new Error('unreachable: candidates never end');
  }
}

/**
 * Whitespace around a name; the namespaces of gpt-oss (`functions.`) and Gemini (`default_api:`); control tokens after it
 * (`<|channel|>commentary` of gpt-oss, `</arg_value>` of GLM). None of them can be part of a valid name. Anything that may contain
 * arguments is kept: without them it would be another call.
 */
function bareName(name: string): string {
  if (name.length > longestWithLeftovers) return name;
  const bare = name.replace(/(?:<\|[a-z_]+\|>[a-z]*|<\/[a-z_]+>|\s)+$/, '');
  return bare.trimStart().replace(/^(?:functions|default_api)[.:]/, '');
}

/** No real name is nearly as long, even with all of these. */
const longestWithLeftovers = 256;

const hashLength = 8;

function* candidates(name: string, rule: NameRule): Generator<string> {
  if (isLegal(name, rule)) yield name;
  const stem = legalStem(name, rule).slice(0, Math.max(1, rule.max - hashLength - 1));
  for (let salt = 0; ; salt += 1) yield `${stem}_${hashOf(salt === 0 ? name : `${name}|${salt}`)}`.slice(0, rule.max);
}

function isLegal(name: string, { first, rest, max }: NameRule): boolean {
  return name.length <= max && new RegExp(`^${first}${rest}*$`).test(name);
}

/** Starts with `_` where a digit may not be the first, or with a word where only a letter may (KIM-018). */
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
