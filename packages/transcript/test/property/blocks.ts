/** Arbitraries for single blocks. A block is made when its place in the history is known, because its mark names it. */
import fc from 'fast-check';
import { mark } from './marks.ts';
import { jsonValues, type Outcome, oddArguments, outcomes, type Payload, wildValues } from './payloads.ts';
import { distinctIds, failingIds, type IdShape, type RawId } from './raw-ids.ts';

export interface RawBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface Callee {
  readonly id: RawId;
  readonly name: string;
}

/** The position of a block, and the calls that it can answer: `offset` counts the segments of the history from here. */
export interface Setting {
  readonly place: string;
  readonly callee: (offset: number, index: number) => Callee;
}

export type MakeBlock = (setting: Setting) => RawBlock;

export type Values = 'json' | 'wild';

const seal = fc.constantFrom<object>(
  {},
  { seal: { provider: 'anthropic', model: 'claude', value: 'c2lnbg==', field: 'signature' } },
  { seal: { provider: 'anthropic', model: 'claude', value: 'Ym91bmQ=', field: 'signature', prefix: 'digest' } },
  { seal: { provider: 'openai', value: 'ZW5j', field: 'encrypted_content', item: 'rs_1' } },
  { signature: 'Zm9yZWlnbg==' },
  { signature: 'bGx4cHJ0', sourceField: 'thinking' },
  { providerMetadata: { 'gemini.thoughtSignature': 'Z2VtaW5p' } },
  { providerMetadata: { google: { thoughtSignature: 'dGhvdWdodA==' } } },
);

const mostly = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(usual, ...others) });

const rareSeal: fc.Arbitrary<object> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: seal },
);

const spoken: fc.Arbitrary<MakeBlock> = fc
  .tuple(
    fc.constantFrom<(said: string) => RawBlock>(
      (text) => ({ type: 'text', text }),
      (text) => ({ type: 'text', text: `${text}\ud83d` }),
      () => ({ type: 'text', text: '' }),
      (data) => ({ type: 'media', mimeType: 'image/png', data, encoding: 'base64', filename: 'a.png' }),
      (code) => ({ type: 'code', code, language: 'ts' }),
    ),
    rareSeal,
  )
  .map(([make, extra]) => ({ place }) => ({ ...make(mark('said', place)), ...extra }));

const thinking: fc.Arbitrary<MakeBlock> = fc
  .tuple(mostly('text', 'none', 'field'), seal)
  .map(([kind, extra]) => ({ place }) => {
    const thought = kind === 'none' ? '' : mark('thought', place);
    return { type: 'thinking', thought, ...extra, ...(kind === 'field' ? { sourceField: 'reasoning_content' } : {}) };
  });

export const aside: fc.Arbitrary<MakeBlock> = fc.oneof(
  { weight: 2, arbitrary: spoken },
  { weight: 1, arbitrary: thinking },
);

export const toolNames: fc.Arbitrary<string> = mostly('read', 'write', '');

export const idShape: fc.Arbitrary<IdShape> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...distinctIds) },
  { weight: 2, arbitrary: fc.constantFrom(...failingIds) },
);

/** Several calls of one message with one id, or with none: only names and order tell them apart. */
export const togetherAs: fc.Arbitrary<IdShape> = fc.constantFrom<IdShape>(...failingIds);

export interface CallSpec {
  readonly id: IdShape;
  readonly name: string;
  readonly parameters: Payload;
  readonly extra: object;
}

export const callSpec = (values: Values): fc.Arbitrary<CallSpec> => {
  const usual = fc.constantFrom(...jsonValues('args').slice(1));
  const odd = [...jsonValues('args'), ...oddArguments, ...(values === 'wild' ? wildValues('args') : [])];
  return fc.record({
    id: idShape,
    name: toolNames,
    parameters: fc.oneof(usual, fc.constantFrom(...odd)),
    extra: rareSeal,
  });
};

export const makeCall = ({ name, parameters, extra }: CallSpec, id: RawId): MakeBlock => {
  return ({ place }) => {
    const given = parameters(place);
    const about = { type: 'tool_call', ...(id === undefined ? {} : { id }), name };
    return { ...about, ...(given === undefined ? {} : { parameters: given }), ...extra };
  };
};

interface AnswerSpec {
  readonly offset: number;
  readonly index: number;
  readonly outcome: Outcome;
  readonly value: Payload;
  readonly named: 'same' | 'empty' | 'missing' | 'unknown' | 'other';
  /** Another id than the call's. */
  readonly stranger: IdShape | undefined;
  readonly extra: object;
}

const makeAnswer = (spec: AnswerSpec): MakeBlock => {
  return ({ place, callee }) => {
    const { id, name } = callee(spec.offset, spec.index);
    const callId = spec.stranger === undefined ? id : spec.stranger(`9${place.replaceAll('.', '')}`);
    const toolName = { same: name, empty: '', missing: undefined, unknown: 'unknown', other: 'other' }[spec.named];
    return {
      type: 'tool_response',
      ...(callId === undefined ? {} : { callId }),
      ...(toolName === undefined ? {} : { toolName }),
      ...spec.outcome(place, spec.value),
      ...spec.extra,
    };
  };
};

/** Answers to calls as many segments away as `offsets` says: negative for late results, positive for early ones. */
export const answer = (values: Values, offsets: readonly number[]): fc.Arbitrary<MakeBlock> => {
  const results = [...jsonValues('result'), ...(values === 'wild' ? wildValues('result') : [])];
  return fc
    .record({
      offset: fc.constantFrom(...offsets),
      index: fc.nat({ max: 3 }),
      outcome: fc.oneof(fc.constantFrom(...outcomes.slice(0, 4)), fc.constantFrom(...outcomes)),
      value: fc.constantFrom(...results),
      named: mostly<AnswerSpec['named']>('same', 'empty', 'missing', 'unknown', 'other'),
      stranger: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: idShape }),
      extra: rareSeal,
    })
    .map(makeAnswer);
};
