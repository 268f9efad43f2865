/** In an untrusted folder, the user's choice of a model takes precedence over the project's. */
import { expect, test } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { narrowConfig } from '../../src/config/narrow-config.ts';

const rows: readonly (readonly [string, Config, Config, ReturnType<typeof narrowConfig>])[] = [
  ['no choice', {}, { model: 'openai/known' }, { values: { model: 'openai/known' }, ignored: [] }],
  [
    'the user named a model',
    { model: 'ollama/mine' },
    { model: 'openai/known' },
    { values: {}, ignored: ['model: you have set one yourself'] },
  ],
  [
    'the user named a route',
    { route: 'mine' },
    { model: 'openai/known', route: 'known' },
    { values: {}, ignored: ['model: you have set one yourself', 'route: you have set one yourself'] },
  ],
  [
    'a stricter mode',
    { approval: { mode: 'accept-edits' } },
    { approval: { mode: 'plan', deny: ['task'] } },
    { values: { approval: { deny: ['task'], mode: 'plan' } }, ignored: [] },
  ],
  [
    'a less strict mode',
    {},
    { approval: { mode: 'accept-edits', ask: ['read_file'] } },
    { values: { approval: { ask: ['read_file'] } }, ignored: ['approval.mode: it asks less often than you do'] },
  ],
  [
    'a mode less strict than a lenient one',
    { approval: { mode: 'accept-edits' } },
    { approval: { mode: 'confined' } },
    { values: { approval: {} }, ignored: ['approval.mode: it asks less often than you do'] },
  ],
  [
    'file providers disabled',
    {},
    { providerFiles: false, tools: { own: false } },
    { values: { providerFiles: false, tools: { own: false } }, ignored: [] },
  ],
  [
    'file providers enabled again',
    { providerFiles: false },
    { providerFiles: true },
    { values: {}, ignored: ['providerFiles: you have turned them off'] },
  ],
  [
    'it cannot be used on its own',
    {},
    { model: 'evil/x', route: 'evil' },
    {
      values: {},
      ignored: [
        'model: it cannot be used without what this file defines',
        'route: it cannot be used without what this file defines',
      ],
    },
  ],
];

test.each(rows)('%s', (_, under, given, narrowed) => {
  const isKnown = (name: string): boolean => name.endsWith('known');
  expect(narrowConfig(given, { under, knowsModel: isKnown, knowsRoute: isKnown })).toEqual(narrowed);
});
