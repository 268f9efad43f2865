/**
 * Checks arguments against the schema of one tool. Neither is trusted: a schema can make the validator throw, and both together can
 * keep it busy forever. If only the schema is at fault, everything passes; if the arguments are, they are refused.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@interlock/transcript';
import { checkableSchema } from '@interlock/wire';
import { Errors } from 'typebox/schema';
import { clip } from '../text/clip.ts';
import { argumentProblems } from './argument-problems.ts';
import { OutOfTimeError, type TimeLimit } from './time-limit.ts';

/** Far more than a model can write in one response. */
const mostValues = 250_000;

/** Larger schemas are not checked. */
const mostInSchema = 50_000;

/** Without references and patterns, a check takes about a microsecond for each part and each value: no time limit is needed. */
const mostUnwatched = 50_000;

/** Milliseconds of processor time. Ordinary checks take less than one; a schema that was slow once is not tried again. */
const patience = 1_000;
const patienceAfterwards = 250;

export class SchemaCheck {
  readonly #limit: Pick<TimeLimit, 'run'>;
  /** Undefined: it cannot be checked. */
  readonly #schema: JsonObject | undefined;
  readonly #size: number;
  readonly #isPlain: boolean;
  #wasSlow = false;

  constructor(parameters: JsonObject, limit: Pick<TimeLimit, 'run'>) {
    this.#limit = limit;
    this.#size = countValues(parameters, mostInSchema);
    this.#schema = this.#size > mostInSchema ? undefined : readSchema(parameters);
    this.#isPlain = this.#schema !== undefined && isPlain(this.#schema);
  }

  /** One line for each problem; none if the arguments are valid. */
  problems(args: JsonObject): readonly string[] {
    const count = countValues(args, mostValues);
    if (count > mostValues) return [`- the arguments: contain more than ${mostValues} values; send fewer at a time`];
    try {
      return this.#check(args, count);
    } catch (error) {
      if (error instanceof OutOfTimeError) {
        this.#wasSlow = true;
        return ['- the arguments: take too long to check; send shorter or simpler ones'];
      }
      return this.#throwsAnyway(args)
        ? []
        : ['- the arguments: too long or too deeply nested to check; send shorter or simpler ones'];
    }
  }

  /** A faulty schema throws for all arguments; then nothing is checked, and the tool must check for itself. */
  #throwsAnyway(args: JsonObject): boolean {
    const ordinary = shrink(args);
    try {
      this.#check(ordinary, countValues(ordinary, mostValues));
      return false;
    } catch {
      return true;
    }
  }

  #check(args: JsonObject, count: number): readonly string[] {
    const schema = this.#schema;
    if (schema === undefined) return [];
    if (this.#isPlain && this.#size * count <= mostUnwatched) return problemLines(schema, args);
    return this.#limit.run(this.#wasSlow ? patienceAfterwards : patience, () => problemLines(schema, args));
  }
}

function problemLines(schema: JsonObject, args: JsonObject): readonly string[] {
  const [fits, errors] = Errors(schema, args);
  if (fits) return [];
  const lines = argumentProblems(errors, schema, args);
  return lines.length > 0 ? lines : errors.map(({ message }) => `- the arguments: ${clip(message, 200)}`);
}

/** Keywords that can take longer than the number of parts and values suggests. A property with such a name only costs the time limit. */
const slowKeywords: readonly string[] = [
  '$dynamicRef',
  '$recursiveRef',
  '$ref',
  'format',
  'pattern',
  'patternProperties',
];

/** For a cleaned schema, which is not deep. */
function isPlain(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => !slowKeywords.includes(key) && isPlain(inner));
}

/** Undefined: it cannot be checked. */
function readSchema(parameters: JsonObject): JsonObject | undefined {
  try {
    return checkableSchema(parameters);
  } catch {
    return undefined;
  }
}

/** The number of values in a value, including itself; stops after `most`. Not recursive, so that cycles end too. */
function countValues(value: JsonValue, most: number): number {
  let count = 1;
  const open: JsonValue[] = [value];
  for (let one = open.pop(); one !== undefined && count <= most; one = open.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    for (const inner of Object.values(one)) {
      count += 1;
      if (typeof inner === 'object' && inner !== null) open.push(inner);
    }
  }
  return count;
}

/** Arguments of the same kind but ordinary size: if these fail as well, size is not the cause. */
const deepest = 20;
const mostMembers = 100;
const longestText = 100;

function shrink(args: JsonObject): JsonObject {
  return shrinkObject(args, 0);
}

function shrinkObject(object: JsonObject, depth: number): JsonObject {
  const members = Object.entries(object).slice(0, mostMembers);
  return Object.fromEntries(members.map(([name, inner]) => [name, shrinkValue(inner, depth + 1)]));
}

function shrinkValue(value: JsonValue, depth: number): JsonValue {
  if (typeof value === 'string') return value.slice(0, longestText).toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return null;
  if (isJsonObject(value)) return shrinkObject(value, depth);
  return Object.values(value)
    .slice(0, mostMembers)
    .map((item) => shrinkValue(item, depth + 1));
}
