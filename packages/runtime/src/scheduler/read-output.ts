/**
 * Converts a tool's output into the outcome of its call. Tools may return anything: the output is made plain data, parts that look
 * like calls are never accepted as results (REQ-915-032), and nothing throws.
 */
import { type JsonValue, jsonText, type MediaBlock, silentFailure, toJson } from '@interlock/transcript';
import type { ToolReport } from '../tool/tool.ts';
import { describeThrown } from './describe-thrown.ts';
import { type KeepWhole, limitOutput } from './limit-output.ts';
import type { Outcome } from './outcome.ts';

export interface OutputLimit {
  readonly maxOutput: number;
  readonly keepWhole?: KeepWhole;
}

/** The outcome of a tool: complete or error, never a closure. */
export type RealOutcome = Extract<Outcome, { state: 'complete' | 'error' }>;

interface ParsedOutput {
  readonly text?: string;
  readonly value?: JsonValue;
  readonly media: readonly MediaBlock[];
  readonly failed: boolean;
  /** The number of invalid parts. */
  readonly invalidParts: number;
}

const reportKeys: readonly string[] = ['text', 'value', 'media', 'failed'];
const callKeys: readonly string[] = ['functionCall', 'function_call', 'toolCall', 'tool_call', 'tool_calls'];
const callTypes: readonly unknown[] = ['tool_call', 'toolCall', 'tool_use', 'function_call', 'functionCall'];
const encodings: readonly unknown[] = ['base64', 'url', 'text'];

export async function readOutput(output: unknown, limit: OutputLimit): Promise<RealOutcome> {
  try {
    return await outcomeOf(parseOutput(output), limit);
  } catch (error) {
    return { state: 'error', error: `The tool finished, but its output cannot be read: ${describeThrown(error)}` };
  }
}

/** The text of an output, for a call that was stopped. */
export function textOfOutput(output: unknown): string {
  try {
    return parseOutput(output).text ?? '';
  } catch {
    return '';
  }
}

export function isFailed(output: unknown): boolean {
  try {
    return parseOutput(output).failed;
  } catch {
    return true;
  }
}

async function outcomeOf(output: ParsedOutput, { maxOutput, keepWhole }: OutputLimit): Promise<RealOutcome> {
  const { text, value, media, failed, invalidParts } = output;
  const short = text === undefined ? undefined : await limitOutput(text, maxOutput, keepWhole);
  const data =
    value === undefined ? undefined : await limitValue(value, { maxOutput, ...(keepWhole && { keepWhole }) });
  const shown = media.length === 0 ? {} : { media };
  if (!failed) return { state: 'complete', result: withNote(resultOf(short, data), invalidParts), ...shown };
  const error = short === undefined || short.trim() === '' ? silentFailure : short;
  const result = data === undefined ? {} : { result: data };
  return {
    state: 'error',
    error: invalidParts === 0 ? error : `${error}\n${noteOn(invalidParts)}`,
    ...result,
    ...shown,
  };
}

function resultOf(text: string | undefined, value: JsonValue | undefined): JsonValue {
  if (value === undefined) return text ?? null;
  return text === undefined || text === '' ? value : { text, value };
}

function withNote(result: JsonValue, invalidParts: number): JsonValue {
  if (invalidParts === 0) return result;
  if (result === null || result === '') return noteOn(invalidParts);
  return typeof result === 'string' ? `${result}\n${noteOn(invalidParts)}` : { result, note: noteOn(invalidParts) };
}

function noteOn(invalidParts: number): string {
  return `[${invalidParts} ${invalidParts === 1 ? 'part' : 'parts'} of the output left out: not text, data or media]`;
}

/** Data that is too long becomes text, which can be cut. */
async function limitValue(value: JsonValue, { maxOutput, keepWhole }: OutputLimit): Promise<JsonValue> {
  if (typeof value === 'string') return limitOutput(value, maxOutput, keepWhole);
  if (typeof value !== 'object' || value === null) return value;
  const text = jsonText(value);
  return text.length <= maxOutput ? value : limitOutput(text, maxOutput, keepWhole);
}

function parseOutput(output: unknown): ParsedOutput {
  const nothing = { media: [], failed: false, invalidParts: 0 };
  if (typeof output === 'string') return { ...nothing, text: output };
  // Finished without output, which is not a failure.
  if (output === undefined || output === null) return nothing;
  if (typeof output === 'object' && reportKeys.some((key) => key in output)) return readReport(output);
  if (looksLikeCall(output)) return { ...nothing, invalidParts: 1 };
  if (!Array.isArray(output)) return { ...nothing, value: toJson(output).value };
  const parts = output.filter((part) => !looksLikeCall(part));
  const value = parts.length === 0 && output.length > 0 ? {} : { value: toJson(parts).value };
  return { ...nothing, ...value, invalidParts: output.length - parts.length };
}

function readReport(report: object): ParsedOutput {
  const { text, value, media, failed }: { readonly [key in keyof ToolReport]?: unknown } = report;
  const entries = readMedia(media);
  // Invalid text is still the tool's output.
  const data = value === undefined && typeof text !== 'string' ? text : value;
  return {
    ...(typeof text === 'string' ? { text } : {}),
    ...(data === undefined ? {} : { value: toJson(data).value }),
    media: entries.flatMap((entry) => entry ?? []),
    failed: failed === true,
    invalidParts: entries.filter((entry) => entry === undefined).length,
  };
}

function readMedia(media: unknown): readonly (MediaBlock | undefined)[] {
  if (media === undefined || media === null) return [];
  return Array.isArray(media) ? media.map(readMedium) : [undefined];
}

function readMedium(entry: unknown): MediaBlock | undefined {
  if (typeof entry !== 'object' || entry === null || looksLikeCall(entry)) return undefined;
  const { type, mimeType, data, encoding, filename, caption }: { readonly [key in keyof MediaBlock]?: unknown } = entry;
  if (type !== 'media' || typeof mimeType !== 'string' || typeof data !== 'string') return undefined;
  if (!isEncoding(encoding)) return undefined;
  return {
    type,
    mimeType,
    data: data.toWellFormed(),
    encoding,
    ...(typeof filename === 'string' ? { filename } : {}),
    ...(typeof caption === 'string' ? { caption } : {}),
  };
}

function isEncoding(value: unknown): value is MediaBlock['encoding'] {
  return encodings.includes(value);
}

/** Whether a part is a call in the format of any provider. A call nested inside data is just data. */
function looksLikeCall(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return callKeys.some((key) => Object.hasOwn(part, key)) || ('type' in part && callTypes.includes(part.type));
}
