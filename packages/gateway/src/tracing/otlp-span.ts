/** A span in OTLP JSON: ids in hex, 64-bit numbers as text, enumerations as numbers. */

export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly events?: readonly OtlpEvent[];
  readonly droppedEventsCount?: number;
  readonly status: { readonly code?: number };
}

export interface OtlpEvent {
  readonly timeUnixNano: string;
  readonly name: string;
  readonly attributes: readonly OtlpAttribute[];
}

export interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}

type OtlpValue =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly boolValue: boolean }
  | { readonly arrayValue: { readonly values: readonly OtlpValue[] } };

export const spanKinds = { server: 2, client: 3 } as const;
export const statusError = 2;

/** `double`: the attribute is always written as a floating-point number. */
export type AttributeValue = string | number | boolean | readonly string[] | { readonly double: number } | undefined;

/** Undefined values are left out. */
export function attributesOf(values: Readonly<Record<string, AttributeValue>>): readonly OtlpAttribute[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: otlpValue(value) }],
  );
}

function otlpValue(value: Exclude<AttributeValue, undefined>): OtlpValue {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return { intValue: String(Math.round(value)) };
  if ('double' in value) return { doubleValue: value.double };
  return { arrayValue: { values: value.map((each) => ({ stringValue: each })) } };
}

export function unixNano(ms: number): string {
  return `${Math.round(ms)}000000`;
}
