/** The parts of a request that the canonical history does not hold. They are reported, unless the target speaks the client's protocol. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, type PreparedRequest, type ReadRequest, type Traits } from '@interlock/wire';
import type { Front } from '../fronts/front.ts';
import { findUnread } from '../fronts/read-fields.ts';
import type { LeftOut } from './report.ts';

type Headers = Readonly<Record<string, string>>;

const refusedWith = 'The target refused the request: it was sent again without this field.';

interface Asked {
  readonly front: Front;
  readonly body: JsonObject;
  readonly read: ReadRequest;
  readonly headers: Headers;
  /** Of the target, which can be told some of them. */
  readonly traits: Traits;
  /** Whether the target would take all of them, and has refused the request. */
  readonly wasSent: boolean;
}

export function unreadParts({ front, body, read, headers, traits, wasSent }: Asked): readonly LeftOut[] {
  const problems = problemsAt(traits, read).map(({ path, message }) => ({ what: path, why: message }));
  const named = new Set([...read.problems.map(({ path }) => path), ...(front.repeated ?? [])]);
  const fields = findUnread(front.protocol.spelled?.(body) ?? body, front.readFields)
    .filter(({ value }) => wasSent || !asksNothing(value))
    .map(({ path }) => ({
      what: path.join('.'),
      why: wasSent ? refusedWith : 'The field has no equivalent in other APIs.',
    }))
    .filter(({ what }) => !named.has(what));
  const betas = Object.keys(headers)
    .filter((name) => name.endsWith('-beta'))
    .map((what) => ({ what, why: 'The header has no meaning in other APIs.' }));
  return [...problems, ...fields, ...betas];
}

/** What a target with these traits cannot be told. */
export function problemsAt(traits: Traits, { problems }: ReadRequest): ReadRequest['problems'] {
  return problems.filter(({ unless }) => unless === undefined || !traits[unless]);
}

/** The parts of the conversation that could not be read as they are. A rebuilt body lacks them. */
export function unreadEntries({ protocol: { list } }: Front, { problems }: ReadRequest): readonly LeftOut[] {
  const ofList = problems.filter(({ path }) => path === list || path.startsWith(`${list}.`));
  return ofList.map(({ path, message }) => ({ what: path, why: message }));
}

/** The beginning of an answer that the model is to continue, if it is not the end of what is sent to an API that continues it. */
export function unfinishedAnswer(
  { protocol: { name, list } }: Front,
  body: JsonObject,
  { contents }: ReadRequest,
  { body: sent, diagnostics }: PreparedRequest,
): readonly LeftOut[] {
  const last = contents.at(-1);
  if (last?.speaker !== 'ai' || last.blocks.at(-1)?.type !== 'text') return [];
  const isContinued = diagnostics.protocol === name && asObject(asArray(sent[list]).at(-1))?.['role'] === 'assistant';
  const what = `${list}.${asArray(body[list]).length - 1}`;
  return isContinued ? [] : [{ what, why: 'The target does not continue a text that was begun: it answers anew.' }];
}

/** Some clients send every field, most of them empty. */
export function asksNothing(value: JsonValue): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === false || value === 0 || value === '';
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
