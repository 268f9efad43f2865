/** `interlock models`. */
import { describe, expect, test } from 'vitest';
import { models } from '../../src/commands/models.ts';
import { testHomes, testIo } from '../config/test-home.ts';

const newHome = testHomes();

describe('models', () => {
  test('name, window, output, price, and the key or what to set', async () => {
    const home = newHome();
    home.write(home.userFile, {
      models: {
        'my-gpt': {
          provider: 'openai',
          model: 'gpt-5.4',
          traits: { contextWindow: 12_345, price: { asOf: '2026-01-01', input: 1, output: 2 } },
        },
      },
    });
    const io = testIo(home.env({ OPENAI_API_KEY: 'x' }));
    expect(await models('GPT-5.4', { cwd: home.project }, io)).toBe(0);
    expect(io.out()).toBe(
      [
        'MODEL                WINDOW  OUTPUT  $ IN/OUT PER M  KEY',
        'openai/gpt-5.4       1.05M   128k    $2.5/$15        yes',
        'openai/gpt-5.4-mini  400k    128k    -               yes',
        '',
      ].join('\n'),
    );
    const own = testIo(home.env());
    await models('my-', { cwd: home.project }, own);
    expect(own.out().split('\n')[1]).toBe('my-gpt  12k     128k    $1/$2           set OPENAI_API_KEY');
  });

  test('as JSON', async () => {
    const home = newHome();
    const io = testIo(home.env());
    expect(await models('kimi-k2.6', { cwd: home.project, json: true }, io)).toBe(0);
    expect(JSON.parse(io.out())).toEqual([
      {
        name: 'moonshot/kimi-k2.6',
        provider: 'moonshot',
        model: 'kimi-k2.6',
        usable: false,
        missing: 'MOONSHOT_API_KEY',
        window: expect.any(Number),
        maxOutput: expect.any(Number),
        price: expect.objectContaining({ asOf: expect.any(String) }),
      },
    ]);
  });

  test('no such name', async () => {
    const home = newHome();
    const io = testIo(home.env());
    expect(await models('no\u001b[31msuch', { cwd: home.project }, io)).toBe(1);
    expect([io.out(), io.err()]).toEqual([
      '',
      'interlock: No listed model matches "no\\u001b[31msuch". Models that are not listed can be used, too: --model provider/no [31msuch\n',
    ]);
  });
});
