/** docs/configuration.md is correct: its examples are valid, and no setting is missing. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Form } from '../../src/config/find-problems.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { configSchema } from '../../src/config/schema.ts';
import { testHomes } from './test-home.ts';

const text = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8');
const newHome = testHomes();

describe('docs/configuration.md', () => {
  test('its examples are valid configurations', async () => {
    const examples = [...text.matchAll(/```jsonc\n(.*?)```/gs)].map(([, example = '']) => example);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const home = newHome();
      home.write(home.userFile, example);
      const { config } = await loadConfig({ flags: { cwd: home.project }, env: home.env() });
      expect(config.files).toEqual([{ path: home.userFile, kind: 'user', ignored: [] }]);
    }
  });

  test('describes every setting', () => {
    // Traits and quirks are listed by their last name.
    const nameOf = (path: string): string =>
      path.replace(/^(providers\.\*\.(models\.\*|compat)|models\.\*\.traits)\.(.*\.)?/, '');
    const isDescribed = (path: string): boolean => text.includes(`\`${nameOf(path)}\``);
    expect(settingsIn(configSchema as Form).filter((path) => !isDescribed(path))).toEqual([]);
  });

  test('the first setting of every example and table exists', () => {
    const settings = new Set(settingsIn(configSchema as Form));
    const named = [...text.matchAll(/^\| `([a-z$][^`]*)`(?:, `([^`]+)`)?/gim)].flatMap(([, one = '', two = '']) => [
      one,
      two,
    ]);
    const paths = named
      .filter((each) => each !== '' && !/^(--|INTERLOCK)/.test(each))
      .map((each) => each.replace(/: .*/, ''));
    const isReal = (path: string): boolean =>
      // Traits have their own table, under their last names.
      [...settings].some(
        (each) => `${each}.`.startsWith(`${path}.`) || `${each}.`.startsWith(`models.*.traits.${path}.`),
      ) || path.endsWith('.*');
    expect(paths.filter((path) => !isReal(path) && !path.startsWith('.interlock') && !path.startsWith('$XDG'))).toEqual(
      [],
    );
  });
});

/** All settings, such as `routes.*.policy`: names that users choose are `*`. */
function settingsIn(form: Form, path = ''): readonly string[] {
  const below = (name: string, each: Form): readonly string[] =>
    settingsIn(each, path === '' ? name : `${path}.${name}`);
  const hasParts = form.properties !== undefined || form.patternProperties !== undefined || form.anyOf !== undefined;
  return [
    ...new Set([
      ...(hasParts ? [] : [path.replace(/\.\*$/, '')]),
      ...Object.entries(form.properties ?? {}).flatMap(([name, each]) => below(name, each)),
      ...Object.values(form.patternProperties ?? {}).flatMap((each) => below('*', each)),
      ...(form.anyOf ?? []).flatMap((each) => settingsIn(each, path)),
    ]),
  ];
}
