/** The usual configuration, with one mutant applied to a source file while it is loaded: `INTERLOCK_MUTANT` is its file, place and text. */
import type { ViteUserConfig } from 'vitest/config';
import usual from '../../vitest.config.ts';

const [file = '', start = '0', end = '0', replacement = ''] = JSON.parse(
  process.env['INTERLOCK_MUTANT'] ?? '[]',
) as string[];

const config: ViteUserConfig = {
  ...usual,
  // Nothing here starts the program.
  // A cached module would still have the mutant of an earlier run.
  test: { ...usual.test, globalSetup: [], maxWorkers: 1, fsModuleCache: false },
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      transform: (code: string, id: string) =>
        file !== '' && id.split('?')[0]?.endsWith(file)
          ? `${code.slice(0, Number(start))}${replacement}${code.slice(Number(end))}`
          : undefined,
    },
  ],
};

// biome-ignore lint/style/noDefaultExport: Vitest reads it
export default config;
