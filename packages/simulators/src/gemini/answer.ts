/** The model's answer, as generateContent writes it: whole, as events, or as a growing list. */
import type { ApiResponse } from '../api/api.ts';
import { argumentObject, argumentText, type Call } from '../api/call-arguments.ts';
import { nextId } from '../api/ids.ts';
import { type JsonObject, textOf } from '../api/json.ts';
import type { Answer, Part } from '../api/model.ts';
import { piecesOf } from '../api/pieces.ts';
import type { World } from '../api/world.ts';
import type { GeminiModel } from './models.ts';
import { signCall, signText } from './signatures.ts';
import { usageOf } from './tokens.ts';

export interface Writing {
  readonly model: GeminiModel;
  readonly world: World;
  readonly promptTokens: number;
  /** Whether the model thinks in this request. */
  readonly thinks: boolean;
  readonly showsThoughts: boolean;
  /** Google runs a search and reports it in the answer. */
  readonly searches: boolean;
  readonly form: 'whole' | 'events' | 'list';
}

/** Characters in a piece of a stream. */
const pieceLength = 5;

export function writeAnswer(answer: Answer, writing: Writing): ApiResponse {
  const { model, world, promptTokens, form } = writing;
  const parts = merged(answer.parts.filter((part) => writing.thinks || !('think' in part)));
  const malformed = parts.find(isMalformed);
  const finish = malformed ? malformedFinish(malformed) : { finishReason: finishReasons[answer.stop] };
  const said = parts.map((part) => ('think' in part ? '' : partText(part))).join('');
  const thoughts = parts.map((part) => ('think' in part ? part.think : '')).join('');
  const about = { modelVersion: model.id, responseId: nextId(world, 22) };
  const chunk = (written: readonly JsonObject[], saying: string, end: boolean): JsonObject => ({
    candidates: [
      {
        content: { ...(written.length === 0 ? {} : { parts: written }), role: 'model' },
        ...(end ? finish : {}),
        index: 0,
      },
    ],
    usageMetadata: usageOf(promptTokens, saying, thoughts),
    ...about,
  });
  const written = parts.flatMap((part, index) => writePart(part, index, parts, writing));
  if (form === 'whole') {
    const body = chunk(written, said, true);
    return { status: 200, headers: json, body: JSON.stringify(body, null, 2) };
  }
  const pieces = written.flatMap(cut);
  const chunks = pieces.map((piece, index) => chunk([piece], said, index === pieces.length - 1));
  const all = chunks.length === 0 ? [chunk([], said, true)] : chunks;
  return form === 'events' ? writeEvents(all) : writeList(all);
}

const json = { 'content-type': 'application/json; charset=UTF-8' } as const;

const finishReasons: Readonly<Record<Answer['stop'], string>> = {
  end: 'STOP',
  calls: 'STOP',
  length: 'MAX_TOKENS',
  filtered: 'SAFETY',
};

function writeEvents(chunks: readonly JsonObject[]): ApiResponse {
  const body = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`);
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body };
}

function writeList(chunks: readonly JsonObject[]): ApiResponse {
  const body = chunks.map((chunk, index) => `${index === 0 ? '[' : ',\r\n'}${JSON.stringify(chunk, null, 2)}\n`);
  return { status: 200, headers: json, body: [...body, ']'] };
}

/** Adjacent texts are one part. */
function merged(parts: readonly Part[]): readonly Part[] {
  const all: Part[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last && 'say' in last && 'say' in part) all[all.length - 1] = { say: last.say + part.say };
    else if (last && 'think' in last && 'think' in part) all[all.length - 1] = { think: last.think + part.think };
    else all.push(part);
  }
  return all;
}

/** The first call of a step is signed, and the last text of one without calls; Claude signs its thinking. */
function writePart(part: Part, index: number, parts: readonly Part[], writing: Writing): readonly JsonObject[] {
  const { model, world, showsThoughts } = writing;
  const claude = model.route === 'claude';
  if ('think' in part) {
    const signed = claude ? { thoughtSignature: signText(world, model, part.think, true) } : {};
    return showsThoughts ? [{ text: part.think, thought: true, ...signed }] : [];
  }
  const isSearch = (each: Part): boolean => writing.searches && 'call' in each && each.call === 'web_search';
  if (isSearch(part)) return writeSearch(part, model, world);
  const firstCall = parts.findIndex((each) => 'call' in each && !isSearch(each));
  if ('say' in part) {
    const signs = !claude && firstCall < 0 && index === parts.findLastIndex((each) => 'say' in each);
    return [{ text: part.say, ...(signs ? { thoughtSignature: signText(world, model, part.say) } : {}) }];
  }
  const args = argumentObject(part);
  if (!args) return [];
  // Only Claude's calls have ids here, unless the model requires one.
  const id = part.id ?? (claude ? `toolu_vrtx_01${nextId(world, 22)}` : undefined);
  const signed = !claude && index === firstCall ? { thoughtSignature: signCall(world, model, part.call, args) } : {};
  return [{ functionCall: { ...(id === undefined ? {} : { id }), name: part.call, args }, ...signed }];
}

/** Google's own search: the call and its result as parts of the answer, both signed (GEM-029). */
function writeSearch(part: Part, model: GeminiModel, world: World): readonly JsonObject[] {
  const query = 'call' in part ? textOf(part.args['query']) : '';
  const about = { toolType: 'GOOGLE_SEARCH_WEB', id: nextId(world, 8) };
  const args = { queries: [query] };
  const thoughtSignature = signCall(world, model, about.toolType, args);
  return [
    { toolCall: { ...about, args }, thoughtSignature },
    { toolResponse: { ...about, response: { search_suggestions: `<div>${query}</div>` } }, thoughtSignature },
  ];
}

/** Arguments are an object here; a call with other text is malformed. */
function isMalformed(part: Part): part is Call {
  return 'call' in part && argumentObject(part) === undefined;
}

function malformedFinish({ call, rawArgs }: Call): JsonObject {
  return {
    finishReason: 'MALFORMED_FUNCTION_CALL',
    finishMessage: `Malformed function call: ${call}(${rawArgs ?? ''})`,
  };
}

function partText(part: Exclude<Part, { readonly think: string }>): string {
  return 'say' in part ? part.say : part.call + argumentText(part);
}

/** A text comes in pieces, its signature on an empty one after them; a call comes whole. */
function cut(part: JsonObject): readonly JsonObject[] {
  const { text, thoughtSignature, ...rest } = part;
  if (typeof text !== 'string') return [part];
  const pieces = piecesOf(text, pieceLength).map((piece) => ({ text: piece, ...rest }));
  return thoughtSignature === undefined ? pieces : [...pieces, { text: '', ...rest, thoughtSignature }];
}
