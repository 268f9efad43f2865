/** The format of the file with the state of routes. */
import { isJsonObject } from '@interlock/transcript';
import type { FailureReason } from '@interlock/wire';
import type { RouteMemory } from './route-memory.ts';
import type { Cooldown } from './route-store.ts';

const version = 1;

/** Failures are not counted over such a long time. */
const forgottenAfterMs = 7 * 24 * 3_600_000;

export type ReadMemory =
  | { readonly memory: RouteMemory }
  | { readonly unusable: 'it is damaged' | 'it was written by a newer version' };

export function writeMemory({ cooldowns, counters }: RouteMemory, now: number): string {
  const kept = [...cooldowns.values()].filter(({ until }) => until > now - forgottenAfterMs);
  return `${JSON.stringify({ version, cooldowns: kept, counters: Object.fromEntries(counters) })}\n`;
}

export function readMemory(text: string): ReadMemory {
  const data = parse(text);
  if (!isJsonObject(data)) return damaged;
  if (typeof data['version'] === 'number' && data['version'] > version) {
    return { unusable: 'it was written by a newer version' };
  }
  const { cooldowns, counters } = { cooldowns: data['cooldowns'], counters: data['counters'] };
  if (data['version'] !== version || !Array.isArray(cooldowns) || !isJsonObject(counters)) return damaged;
  const numbers = Object.entries(counters).flatMap(([name, number]): [string, number][] =>
    isCount(number) ? [[name, number]] : [],
  );
  const known = cooldowns.flatMap((each: unknown) => (isCooldown(each) ? [each] : []));
  if (known.length < cooldowns.length || numbers.length < Object.keys(counters).length) return damaged;
  return { memory: { cooldowns: new Map(known.map((each) => [each.key, each])), counters: new Map(numbers) } };
}

const damaged: ReadMemory = { unusable: 'it is damaged' };

const reasons: Readonly<Record<FailureReason, true>> = {
  auth: true,
  'auth-permanent': true,
  billing: true,
  'rate-limit': true,
  overloaded: true,
  timeout: true,
  network: true,
  server: true,
  'context-overflow': true,
  'model-not-found': true,
  'invalid-request': true,
  'content-filter': true,
  unknown: true,
};

function isCooldown(value: unknown): value is Cooldown {
  if (!isJsonObject(value)) return false;
  const { key, reason, count, until } = {
    key: value['key'],
    reason: value['reason'],
    count: value['count'],
    until: value['until'],
  };
  const isKnown = typeof reason === 'string' && Object.hasOwn(reasons, reason);
  return typeof key === 'string' && isKnown && isCount(count) && typeof until === 'number' && Number.isFinite(until);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
