/** Configurations in a page (all `jsonc` blocks) that `interlock config` rejects. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../../packages/cli/test/run-cli.ts';
import { temporaryFolder } from '../program/temporary-folder.ts';
import type { Page } from './read-page.ts';

export async function faultyConfigurations({ file, fences }: Page): Promise<readonly string[]> {
  const folder = temporaryFolder('docs');
  const problems: string[] = [];
  try {
    for (const { line, language, text } of fences) {
      if (language !== 'jsonc') continue;
      const path = join(folder, 'config.json');
      writeFileSync(path, text);
      const { code, stderr } = await runCli(['config', '--cwd', folder, '--config', path], { env: { HOME: folder } });
      if (code !== 0 || stderr !== '') problems.push(`${file}:${line}: ${stderr.trim()}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return problems;
}
