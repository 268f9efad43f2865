/**
 * Refusals in this API's wording. A rule named `gate-…` is not in the rulebook: the route, the key, the model, the
 * types of values.
 */
import type { Violation } from '../api/api.ts';
import { kindOf } from '../api/json.ts';

export function violation(rule: string, status: number, message: string, path: string, code?: string): Violation {
  return { rule, status, message, path, ...(code === undefined ? {} : { code }) };
}

export function missing(path: string, rule = 'gate-shape'): Violation {
  return violation(rule, 400, `Missing required parameter: '${path}'.`, path, 'missing_required_parameter');
}

export function wrongType(path: string, expected: string, value: unknown, rule = 'gate-shape'): Violation {
  const message = `Invalid type for '${path}': expected ${expected}, but got ${kindOf(value)} instead.`;
  return violation(rule, 400, message, path, 'invalid_type');
}

export function wrongValue(path: string, value: string, supported: readonly string[], rule = 'gate-shape'): Violation {
  return violation(
    rule,
    400,
    `Invalid value: '${value}'. Supported values are: ${listed(supported)}.`,
    path,
    'invalid_value',
  );
}

export function tooLong(path: string, length: number, maximum: number, rule: string): Violation {
  const message = `Invalid '${path}': string too long. Expected a string with maximum length ${maximum}, but got a string with length ${length} instead.`;
  return violation(rule, 400, message, path, 'string_above_max_length');
}

/** 'a' and 'b'; 'a', 'b', and 'c'. */
function listed(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`);
  if (quoted.length < 3) return quoted.join(' and ');
  return `${quoted.slice(0, -1).join(', ')}, and ${quoted.at(-1)}`;
}
