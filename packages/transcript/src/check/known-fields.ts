/**
 * The fields of each part of a history, with a rule for each: one table that finds both wrong and unknown fields. Typed by
 * `content.ts`, so that a field added there does not compile until it has a rule here.
 */
import type { Block, Content, Metadata } from '../canonical/content.ts';
import type { Seal } from '../canonical/seal.ts';
import {
  anything,
  blockList,
  completeness,
  encoding,
  errorText,
  executor,
  type FieldRule,
  freeForm,
  identifier,
  inserted,
  knownSpeaker,
  mediaData,
  metadataObject,
  mimeType,
  optionalString,
  parametersObject,
  prefixCut,
  sealObject,
  sealString,
  syntheticReason,
  text,
  timestamp,
  toolName,
} from './field-rules.ts';

export interface KnownField {
  readonly name: string;
  readonly rule: FieldRule;
  /** The fields of the object in this field. */
  readonly inside: KnownFields | undefined;
}

export interface KnownFields {
  readonly fields: readonly KnownField[];
  /** Every other name is unknown; undefined when the object may hold anything. */
  readonly names: ReadonlySet<string> | undefined;
}

type Named<T> = { readonly [K in keyof T as string extends K ? never : number extends K ? never : K]-?: FieldRule };

/** Where other agents store seals on a block. Import reads them; here they are neither checked nor unknown. */
const FOREIGN_SEALS: readonly string[] = ['signature', 'sourceField', 'providerMetadata'];

const SEAL = closed<Seal>({
  provider: sealString,
  value: sealString,
  model: optionalString,
  endpoint: optionalString,
  account: optionalString,
  protocol: optionalString,
  field: optionalString,
  item: optionalString,
  prefix: optionalString,
});

const METADATA: KnownFields = {
  ...closed<Metadata>({
    turnId: optionalString,
    provider: optionalString,
    model: optionalString,
    endpoint: optionalString,
    account: optionalString,
    timestamp,
    prefixCut,
    inserted,
  }),
  names: undefined,
};

export const CONTENT: KnownFields = closed<Content>(
  { speaker: knownSpeaker, blocks: blockList, metadata: metadataObject },
  { metadata: METADATA },
);

const BLOCK_RULES: { readonly [T in Block['type']]: Named<Extract<Block, { readonly type: T }>> } = {
  text: { type: anything, text, seal: sealObject },
  thinking: { type: anything, thought: text, seal: sealObject },
  tool_call: {
    type: anything,
    id: identifier,
    rawId: optionalString,
    name: toolName,
    parameters: parametersObject,
    freeForm,
    executor,
    seal: sealObject,
  },
  tool_response: {
    type: anything,
    callId: identifier,
    rawId: optionalString,
    toolName,
    result: anything,
    error: errorText,
    isComplete: completeness,
    synthetic: syntheticReason,
    seal: sealObject,
  },
  media: {
    type: anything,
    mimeType,
    data: mediaData,
    encoding,
    filename: optionalString,
    caption: optionalString,
    seal: sealObject,
  },
  code: { type: anything, code: text, language: optionalString, seal: sealObject },
};

/** A map, not an object: `constructor` and `__proto__` are not block types. */
export const BLOCKS: ReadonlyMap<unknown, KnownFields> = new Map(
  Object.entries(BLOCK_RULES).map(([type, rules]) => [type, known(rules, { seal: SEAL }, FOREIGN_SEALS)]),
);

function closed<T>(rules: Named<T>, inside: Readonly<Record<string, KnownFields>> = {}): KnownFields {
  return known(rules, inside, []);
}

function known(
  rules: Readonly<Record<string, FieldRule>>,
  inside: Readonly<Record<string, KnownFields>>,
  unread: readonly string[],
): KnownFields {
  return {
    fields: Object.entries(rules).map(([name, rule]) => ({ name, rule, inside: inside[name] })),
    names: new Set([...Object.keys(rules), ...unread]),
  };
}
