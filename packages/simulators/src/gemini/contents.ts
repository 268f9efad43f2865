/** The contents of a request after parsing, in a form the rules can query. */
import { arrayOf, isObject, type JsonObject, objectOf, textOf } from '../api/json.ts';

export type PartData =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly args: JsonObject }
  | {
      readonly kind: 'response';
      readonly id: string;
      readonly name: string;
      readonly response: JsonObject;
      /** The parts; undefined if the field is missing. */
      readonly media: readonly string[] | undefined;
    }
  | { readonly kind: 'media'; readonly mimeType: string }
  | { readonly kind: 'server-tool'; readonly field: string; readonly id: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'nothing' };

export interface GeminiPart {
  readonly index: number;
  readonly thought: boolean;
  /** '' if there is none. */
  readonly signature: string;
  readonly videoMetadata: boolean;
  readonly data: PartData;
}

export interface GeminiContent {
  readonly index: number;
  /** As sent; '' if there is none. */
  readonly role: string;
  readonly parts: readonly GeminiPart[];
}

export type CallPart = GeminiPart & { readonly data: Extract<PartData, { readonly kind: 'call' }> };
export type ResponsePart = GeminiPart & { readonly data: Extract<PartData, { readonly kind: 'response' }> };

export function readContents(value: unknown): readonly GeminiContent[] {
  return arrayOf(value).map((each, index) => readContent(each, index));
}

export function readContent(value: unknown, index: number): GeminiContent {
  const content = objectOf(value);
  return { index, role: textOf(content['role']), parts: arrayOf(content['parts']).map(readPart) };
}

export function callsOf(content: GeminiContent | undefined): readonly CallPart[] {
  return content?.parts.filter((part): part is CallPart => part.data.kind === 'call') ?? [];
}

export function responsesOf(content: GeminiContent | undefined): readonly ResponsePart[] {
  return content?.parts.filter((part): part is ResponsePart => part.data.kind === 'response') ?? [];
}

/** The Developer API treats a content without a role as the user's (GEM-006). */
export function isModel({ role }: GeminiContent): boolean {
  return role === 'model';
}

/** The text of all parts, either of those that are thinking or of those that are not. */
export function textIn({ parts }: GeminiContent, thought: boolean): string {
  return parts
    .flatMap((part) => (part.thought === thought && 'text' in part.data ? [part.data.text] : []))
    .filter((text) => text !== '')
    .join('\n');
}

export function mediaIn({ parts }: GeminiContent): readonly string[] {
  return parts.flatMap(({ data }) => (data.kind === 'media' ? [data.mimeType] : []));
}

function readPart(value: unknown, index: number): GeminiPart {
  const part = objectOf(value);
  return {
    index,
    thought: part['thought'] === true,
    signature: textOf(part['thoughtSignature']),
    videoMetadata: isObject(part['videoMetadata']),
    data: readData(part),
  };
}

function readData(part: JsonObject): PartData {
  if (typeof part['text'] === 'string') return { kind: 'text', text: part['text'] };
  const call = part['functionCall'];
  if (isObject(call)) {
    return { kind: 'call', id: textOf(call['id']), name: textOf(call['name']), args: objectOf(call['args']) };
  }
  const response = part['functionResponse'];
  if (isObject(response)) return readResponse(response);
  const media = part['inlineData'] ?? part['fileData'];
  if (isObject(media)) return { kind: 'media', mimeType: textOf(media['mimeType']) };
  for (const field of ['toolCall', 'toolResponse']) {
    const served = part[field];
    if (isObject(served)) return { kind: 'server-tool', field, id: textOf(served['id']) };
  }
  const code = part['executableCode'] ?? part['codeExecutionResult'];
  if (isObject(code)) return { kind: 'code', text: textOf(code['code']) + textOf(code['output']) };
  return { kind: 'nothing' };
}

function readResponse(response: JsonObject): PartData {
  const parts = response['parts'];
  return {
    kind: 'response',
    id: textOf(response['id']),
    name: textOf(response['name']),
    response: objectOf(response['response']),
    media: Array.isArray(parts) ? parts.map(mimeTypeOf) : undefined,
  };
}

function mimeTypeOf(value: unknown): string {
  const part = objectOf(value);
  return textOf(objectOf(part['inlineData'] ?? part['fileData'])['mimeType']);
}
