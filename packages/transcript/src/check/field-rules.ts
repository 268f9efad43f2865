/** The rules for single fields. A rule looks only at the value and returns the problem, if there is one. */
import type { Executor, MediaBlock, Speaker, SyntheticReason } from '../canonical/content.ts';
import type { FindingCode } from './problem-codes.ts';
import { kindOf } from './read.ts';

export type FieldRule = (value: unknown) => FindingCode | undefined;

// Records keyed by the union, so that a new member does not compile until it is listed here.
const SPEAKERS: Readonly<Record<Speaker, true>> = { human: true, ai: true, tool: true, system: true };
const EXECUTORS: Readonly<Record<Executor, true>> = { client: true, provider: true };
const ENCODINGS: Readonly<Record<MediaBlock['encoding'], true>> = { base64: true, url: true, text: true };
const REASONS: Readonly<Record<SyntheticReason, true>> = {
  cancelled: true,
  interrupted: true,
  timeout: true,
  denied: true,
  lost: true,
};

export const anything: FieldRule = () => undefined;
export const knownSpeaker: FieldRule = (value) => {
  if (value === undefined) return 'speaker-missing';
  return isSpeaker(value) ? undefined : 'speaker-unknown';
};
export const text: FieldRule = (value) => (typeof value === 'string' ? undefined : 'text-not-string');
export const optionalString: FieldRule = optional((value) => typeof value === 'string', 'field-not-string');
export const identifier: FieldRule = label('id-missing', 'id-empty', 'id-not-string');
export const toolName: FieldRule = label('name-missing', 'name-empty', 'name-not-string');
export const executor: FieldRule = optional((value) => isMember(EXECUTORS, value), 'executor-unknown');
export const errorText: FieldRule = optional((value) => typeof value === 'string', 'error-not-string');
export const inserted: FieldRule = optional((value) => value === true, 'inserted-invalid');
export const freeForm: FieldRule = optional((value) => value === true, 'free-form-invalid');
export const completeness: FieldRule = optional((value) => typeof value === 'boolean', 'is-complete-not-boolean');
export const syntheticReason: FieldRule = optional((value) => isMember(REASONS, value), 'synthetic-unknown');
export const mediaData: FieldRule = (value) => (isFilled(value) ? undefined : 'media-without-data');
export const mimeType: FieldRule = (value) => (isFilled(value) ? undefined : 'media-without-mime-type');
export const encoding: FieldRule = (value) => (isMember(ENCODINGS, value) ? undefined : 'media-encoding-unknown');
export const timestamp: FieldRule = optional((value) => typeof value === 'number', 'timestamp-not-number');
export const prefixCut: FieldRule = optional(
  (value) => Number.isInteger(value) && Number(value) >= 0,
  'prefix-cut-invalid',
);
export const sealString: FieldRule = (value) => (typeof value === 'string' ? undefined : 'seal-incomplete');
export const metadataObject: FieldRule = object(undefined, 'metadata-not-object');
export const sealObject: FieldRule = object(undefined, 'seal-not-object');
export const parametersObject: FieldRule = object('parameters-missing', 'parameters-not-object');
export const blockList: FieldRule = ofKind('array', 'blocks-missing', 'blocks-not-array');

export function isSpeaker(value: unknown): value is Speaker {
  return isMember(SPEAKERS, value);
}

function isMember(members: object, value: unknown): boolean {
  return typeof value === 'string' && Object.hasOwn(members, value);
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function optional(isFine: (value: unknown) => boolean, wrong: FindingCode): FieldRule {
  return (value) => (value === undefined || isFine(value) ? undefined : wrong);
}

function label(missing: FindingCode, empty: FindingCode, wrong: FindingCode): FieldRule {
  return (value) => {
    if (value === undefined) return missing;
    if (typeof value !== 'string') return wrong;
    return value === '' ? empty : undefined;
  };
}

function object(missing: FindingCode | undefined, wrong: FindingCode): FieldRule {
  return ofKind('object', missing, wrong);
}

function ofKind(kind: 'object' | 'array', missing: FindingCode | undefined, wrong: FindingCode): FieldRule {
  return (value) => {
    if (value === undefined) return missing;
    const found = kindOf(value);
    if (found === 'unreadable') return 'unreadable';
    return found === kind ? undefined : wrong;
  };
}
