/** Reads one content of a request: its texts, calls and results, each assigned to its speaker. */
import {
  type Block,
  type Content,
  type JsonObject,
  type JsonValue,
  jsonText,
  type Seal,
  type Speaker,
} from '@interlock/transcript';
import { readAnyMedia } from '../../../decode-request/any-media.ts';
import { readAnyThought } from '../../../decode-request/any-thought.ts';
import { flatEntries } from '../../../decode-request/flat-entries.ts';
import type { Report } from '../../../decode-request/read-request.ts';
import { reportFurther } from '../../../decode-request/report-further.ts';
import type { ResultContext } from '../../../decode-request/result-content.ts';
import { speakerOf } from '../../../decode-request/speaker-of.ts';
import { textIn } from '../../../decode-request/text-in.ts';
import { readToolPart } from '../../../decode-request/tool-part.ts';
import { asObject, asText, parseExactJson } from '../../../json/json.ts';
import { readToolId } from '../../../tools/tool-ids.ts';
import { camelCase, field } from '../field.ts';
import { readMedia } from '../media.ts';
import { isServerTool } from '../server-tool.ts';
import { signatureOf } from '../signature.ts';
import type { ServerHistory } from './server-history.ts';

export function readContent(
  content: JsonObject,
  at: number,
  server: ServerHistory,
  report: Report,
): readonly Content[] {
  const path = `contents.${at}`;
  const role = asText(content['role']);
  if (!own.has(role)) report(`${path}.role`, 'The role is not user or model.');
  const speaker = speakerIn(content);
  const contents: { speaker: Speaker; blocks: Block[] }[] = [];
  const add = (by: Speaker, blocks: readonly Block[]): void => {
    const last = contents.at(-1);
    if (last?.speaker !== by && blocks.length > 0) contents.push({ speaker: by, blocks: [...blocks] });
    else for (const block of blocks) last?.blocks.push(block);
  };
  const parts = partsOf(field(content, 'parts'));
  if (parts.length === 0) report(`${path}.parts`, 'There are no parts.');
  for (const [index, part] of parts.entries()) {
    const partPath = `${path}.parts.${index}`;
    const responses = objectsIn(field(part, 'functionResponse'));
    if (responses.length > 0) {
      add(
        'tool',
        responses.flatMap((response) => readResponse(response, `${partPath}.functionResponse`, report)),
      );
      for (const response of responses) reportResponse(response, `${partPath}.functionResponse`, report);
    } else if (!isServerTool(part)) add(speaker, readPart(part, partPath, report));
    else {
      const calls = server.read(part, at);
      if (calls === undefined) report(partPath, 'The result of a server tool has no call here.');
      add(speaker, calls ?? []);
    }
  }
  add('tool', server.takeResults());
  return contents;
}

/** A content without a role is the user's; `function` is an old role for results. */
const own: ReadonlySet<string> = new Set(['', 'user', 'function', 'model']);

/** Google refuses other roles, but clients send them. Results are results whoever is said to have sent them. */
function speakerIn(content: JsonObject): Speaker {
  const speaker = speakerOf(content);
  return speaker === 'tool' ? 'human' : speaker;
}

/** If there are several where one is expected, all are read; and those that a client has stored as JSON text. */
function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  const entries = Array.isArray(value) ? flatEntries(value) : [value ?? null];
  return entries
    .map((entry) => asObject(typeof entry === 'string' ? parseExactJson(entry) : entry))
    .filter((object) => object !== undefined);
}

function readPart(part: JsonObject, path: string, report: Report): readonly Block[] {
  // Its own has no type.
  const thought = part['type'] === undefined && part['thought'] === true ? undefined : readAnyThought(part);
  if (thought !== undefined) return thought;
  const seal = sealOf(part);
  const [call, ...others] = objectsIn(field(part, 'functionCall'));
  const media = readMedia(part);
  const isNative = call !== undefined || media !== undefined || part['text'] !== undefined;
  const foreign = isNative ? undefined : readForeign(part, path, report);
  if (foreign !== undefined) return foreign;
  const text = textIn(part['text'] ?? part['refusal']);
  if (
    call === undefined &&
    media === undefined &&
    (part['text'] ?? part['refusal'] ?? null) === null &&
    seal === undefined
  ) {
    report(path, 'A part of this type is not supported.');
    return [];
  }
  reportFurther(camelNames(part), ofPart, path, report);
  // A part should have one of these; if it has a text as well, both are read. The token is the first call's (GEM-008).
  if (call !== undefined) return [...textOf(part), { ...readCall(call), ...seal }, ...others.map(readCall)];
  if (media !== undefined) return [...textOf(part), { ...media, ...seal }];
  if (text === '' && seal === undefined) return [];
  if (part['thought'] === true) return [{ type: 'thinking', thought: text, ...seal }];
  return [{ type: 'text', text, ...seal }];
}

/** A call, a result or a medium in the form of another API. */
function readForeign(part: JsonObject, path: string, report: Report): readonly Block[] | undefined {
  const media = readAnyMedia(part);
  return media === undefined ? readToolPart(part, path, resultContext(report)) : [media];
}

/** For results in the form of another API. */
function resultContext(report: Report): ResultContext {
  return { readPart: (part) => (typeof part['text'] === 'string' ? textOf(part) : undefined), report, joint: '\n' };
}

/** All others are what only Google reads: how closely to look at a picture, which seconds of a video. `type` is another API's. */
const ofPart: ReadonlySet<string> = new Set([
  ...['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse', 'thought', 'thoughtSignature', 'type'],
]);

/** Names what only Google reads: when to use a result. Without a `response`, all other fields are the result. */
function reportResponse(response: JsonObject, path: string, report: Report): void {
  if (response['response'] !== undefined) reportFurther(camelNames(response), ofResponse, path, report);
}

function camelNames(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [camelCase(name), value]));
}

const ofResponse: ReadonlySet<string> = new Set(['id', 'name', 'response', 'parts']);

function readCall(call: JsonObject): Block {
  const id = readToolId(asText(call['id']));
  return { type: 'tool_call', id, name: asText(call['name']), parameters: call['args'] ?? {} };
}

/** Google's own names are `output` and `error`; several clients write `result`. Anything else is the result as a whole. */
function readResponse(response: JsonObject, path: string, report: Report): readonly Block[] {
  const about = {
    type: 'tool_response',
    callId: readToolId(asText(response['id'])),
    toolName: asText(response['name']),
  } as const;
  const beside = partsOf(field(response, 'parts')).flatMap((part, at): readonly Block[] => {
    const media = readMedia(part) ?? readAnyMedia(part);
    if (media !== undefined) return [media];
    if (asText(part['text']) === '') report(`${path}.parts.${at}`, 'A part of this type is not supported.');
    return textOf(part);
  });
  const value = field(response, 'response') ?? otherFields(response);
  const error = soleValue(value, 'error');
  if (error !== undefined && error !== null) return [{ ...about, error: errorText(error) }, ...beside];
  const output = soleValue(value, 'output');
  const inner = output === undefined ? soleValue(value, 'result') : output;
  const result = inner === undefined ? (value ?? null) : inner;
  return [{ ...about, result, isComplete: true }, ...beside];
}

/** Where a client has put the result instead of into `response`. */
function otherFields(response: JsonObject): JsonObject | undefined {
  const others = Object.entries(response).filter(([name]) => !besideResponse.has(name));
  return others.length === 0 ? undefined : Object.fromEntries(others);
}

const besideResponse: ReadonlySet<string> = new Set([
  ...['id', 'name', 'response', 'parts', 'willContinue', 'will_continue', 'scheduling'],
]);

/** Google expects media there; text is kept next to them. */
function textOf(part: JsonObject): readonly Block[] {
  const text = asText(part['text']);
  return text === '' ? [] : [{ type: 'text', text }];
}

/** The value of the only field, if it has this name: two fields are a result as a whole. */
function soleValue(value: JsonValue | undefined, name: string): JsonValue | undefined {
  const object = asObject(value);
  return object !== undefined && Object.keys(object).length === 1 ? object[name] : undefined;
}

function errorText(error: JsonValue): string {
  const text = typeof error === 'string' ? error : jsonText(error);
  return text || 'error';
}

/** Only the sender knows its origin. */
function sealOf(part: JsonObject): { readonly seal: Seal } | undefined {
  const token = signatureOf(part);
  return token === undefined ? undefined : { seal: { provider: '', protocol: 'gemini', ...token } };
}

/** The parts of a content in any format: a list, a single part, or plain text instead of a part. */
export function partsOf(value: JsonValue | undefined): readonly JsonObject[] {
  if (Array.isArray(value)) return flatEntries(value).map(partOf);
  return typeof value === 'string' || asObject(value) !== undefined ? [partOf(value ?? null)] : [];
}

function partOf(value: JsonValue): JsonObject {
  return typeof value === 'string' ? { text: value } : (asObject(value) ?? {});
}
