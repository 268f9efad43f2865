/** The published schema is the one that is used, and every error that a validator finds is reported. */
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { holds } from '../../../../test/property/runs.ts';
import { type Form, findProblems } from '../../src/config/find-problems.ts';
import { configSchema } from '../../src/config/schema.ts';
import { fullConfig } from './full-config.ts';

describe('the schema', () => {
  test('is published as config.schema.json', async () => {
    const published = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Configuration of interlock',
      ...configSchema,
    };
    await expect(formatted(published)).toMatchFileSnapshot('../../config.schema.json');
  });

  test('accepts a configuration with every setting', () => {
    expect(findProblems(fullConfig, configSchema as Form)).toEqual([]);
    expect(Value.Check(configSchema, fullConfig)).toBe(true);
  });

  test('reports a problem exactly where a validator finds a fault, for any value anywhere', () => {
    const values = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        true,
        false,
        '',
        'fixed',
        'none',
        'https://a.example',
        0,
        1,
        -1,
        0.5,
        1e21,
        [],
        {},
        [''],
        ['x'],
      ),
      fc.dictionary(
        fc.constantFrom('env', 'key', 'file', 'command', 'url', 'token', 'refresh', 'model', 'x y', '__proto__'),
        fc.constantFrom('a', '', 7),
      ),
    );
    const way = fc.array(fc.nat(), { minLength: 1, maxLength: 8 });
    const seen = new Set<boolean>();
    holds(fc.tuple(way, fc.constantFrom('set', 'add', 'drop'), values), 1_500, ([steps, how, value]) => {
      const changed = changeAt(structuredClone(fullConfig), steps, how, value);
      expect({ changed, taken: findProblems(changed, configSchema as Form).length === 0 }).toEqual({
        changed,
        taken: Value.Check(configSchema, changed),
      });
      seen.add(Value.Check(configSchema, changed));
    });
    expect(seen).toEqual(new Set([true, false]));
  });
});

/** As the formatter of this repository writes it: short lists on one line. */
function formatted(value: object): string {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  return text.replaceAll(
    /^(.*)\[\n((?: *"[^"\n]*",?\n)+) *\](,?)$/gm,
    (whole, head: string, items: string, comma: string) => {
      const line = `${head}[${items.trim().split(/\n */).join(' ')}]${comma}`;
      return line.length - comma.length <= 120 ? line : whole;
    },
  );
}

/** Follows the numbers down into the value, and replaces what is there. */
function changeAt(config: unknown, way: readonly number[], how: string, value: unknown): unknown {
  const [step = 0, ...rest] = way;
  if (typeof config !== 'object' || config === null || Object.keys(config).length === 0) return value;
  const keys = Object.keys(config);
  const key = keys[step % keys.length] ?? '';
  if (rest.length > 0) return replaced(config, key, changeAt(Reflect.get(config, key), rest, how, value));
  if (how === 'add') return Array.isArray(config) ? [...config, value] : { ...config, unknown: value };
  if (how === 'set') return replaced(config, key, value);
  return Array.isArray(config) ? config.filter((_, place) => String(place) !== key) : without(config, key);
}

function replaced(config: object, key: string, value: unknown): unknown {
  return Array.isArray(config)
    ? config.map((each, place) => (String(place) === key ? value : each))
    : { ...config, [key]: value };
}

function without(config: object, key: string): object {
  return Object.fromEntries(Object.entries(config).filter(([name]) => name !== key));
}
