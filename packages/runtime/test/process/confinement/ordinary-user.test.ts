/** The sandbox for a user who is not root, where everything depends on user namespaces. */
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fencedFolder } from './fenced-folder.ts';
import { confiningKinds, openIn } from './machine.ts';

/** Root runs this as `nobody`; everyone else is an ordinary user already. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const child = join(import.meta.dirname, 'confined-child.ts');

/** Root's folders cannot be read by others. */
function canRead(path: string): boolean {
  try {
    execFileSync(process.execPath, ['--eval', 'fs.statSync(process.argv[1])', path], { ...nobody, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const canTry = canRead(child);
if (!canTry) console.warn('NOT TRIED as an ordinary user: this folder is readable by root alone.');
const kinds = (await confiningKinds()).filter((kind) => kind === 'namespaces' && canTry);
if (kinds.length === 0)
  test('if that cannot be tried, this user is confined or told why not', async () => {
    const folder = await fencedFolder();
    onTestFinished(() => folder.remove());
    const sandbox = await openIn(folder, 'namespaces');
    const { confinement } = sandbox;
    await sandbox.close();
    const [state, why] = canTry ? ['unavailable', expect.stringMatching(/\.$/)] : ['confined', undefined];
    expect(confinement).toMatchObject({ state, ...(why === undefined ? {} : { why }) });
  });
test.each(kinds)('%s keep their promises for an ordinary user', async () => {
  const folder = await fencedFolder((place) => canRead(`${dirname(place)}/.`));
  onTestFinished(() => folder.remove());
  const at = dirname(folder.root);
  if (nobody.uid !== undefined) execFileSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, at]);
  const said = execFileSync(process.execPath, ['--conditions=@interlock/source', child, at], {
    ...nobody,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: folder.home },
  });
  expect(JSON.parse(said)).toEqual({
    user: nobody.uid ?? process.getuid?.(),
    state: 'confined',
    writesWorkspace: true,
    writesHome: false,
    readsKey: false,
    remounts: false,
    makesNamespaces: false,
    seesOthers: false,
  });
});
