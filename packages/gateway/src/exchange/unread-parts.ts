/** What of a request is not part of the canonical history: named in the report, unless the target speaks the client's protocol. */
import type { JsonObject } from '@interlock/transcript';
import type { ReadRequest } from '@interlock/wire';
import type { Front } from '../fronts/front.ts';
import type { LeftOut } from './report.ts';

type Headers = Readonly<Record<string, string>>;

export function unreadParts(front: Front, body: JsonObject, read: ReadRequest, headers: Headers): readonly LeftOut[] {
  const problems = read.problems.map(({ path, message }) => ({ what: path, why: message }));
  const named = new Set(problems.map(({ what }) => what));
  const fields = unreadFields(front, body)
    .filter((field) => !named.has(field))
    .map((what) => ({ what, why: 'The field has no equivalent in other APIs.' }));
  const betas = Object.keys(headers)
    .filter((name) => name.endsWith('-beta'))
    .map((what) => ({ what, why: 'The header has no meaning in other APIs.' }));
  return [...problems, ...fields, ...betas];
}

/** What of the conversation itself could not be read, or not in its original form: a rebuilt body lacks it. */
export function unreadEntries({ protocol: { list } }: Front, { problems }: ReadRequest): readonly LeftOut[] {
  const ofList = problems.filter(({ path }) => path === list || path.startsWith(`${list}.`));
  return ofList.map(({ path, message }) => ({ what: path, why: message }));
}

/** Fields that request nothing do not count. */
export function unreadFields({ readFields }: Front, body: JsonObject): readonly string[] {
  return Object.keys(body).filter((field) => !readFields.has(field) && !asksNothing(body[field]));
}

function asksNothing(value: unknown): boolean {
  return value === null || value === undefined || value === false;
}

/** The client's headers that a target of the same protocol gets, too. */
export function passedHeaders({ passedHeaders: names }: Front, headers: Readonly<Record<string, unknown>>): Headers {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
