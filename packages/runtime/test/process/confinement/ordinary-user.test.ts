/** The sandbox for a user who is not root, where everything depends on user namespaces, and in a workspace that cannot be written. */
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
const kinds = (await confiningKinds()).filter(() => canTry);
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

/** In a mount namespace of its own, because only there the user may make the workspace read-only. */
const readOnly = [
  ...['--user', '--map-current-user', '--keep-caps', '--mount', '--', '/bin/sh', '-c'],
  'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec setpriv --inh-caps=-all --ambient-caps=-all -- "$@"',
];

test.each(
  kinds
    .flatMap((kind) =>
      [true, false].flatMap((isWritable) => [true, false].map((isRoot) => ({ kind, isWritable, isRoot }))),
    )
    .filter(({ isRoot, isWritable }) => !isRoot || (!isWritable && nobody.uid !== undefined)),
)(
  '$kind, writable workspace: $isWritable, as root: $isRoot: the promises are kept',
  async ({ kind, isWritable, isRoot }) => {
    const user = isRoot ? {} : nobody;
    const folder = await fencedFolder((place) => canRead(`${dirname(place)}/.`));
    onTestFinished(() => folder.remove());
    const at = dirname(folder.root);
    if (user.uid !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, at]);
    const program = [process.execPath, '--conditions=@interlock/source', child, at, kind];
    const [file = '', ...args] = isWritable ? program : ['unshare', ...readOnly, folder.root, ...program];
    const said = execFileSync(file, args, {
      ...user,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', HOME: folder.home },
    });
    expect(JSON.parse(said)).toEqual({
      user: user.uid ?? process.getuid?.(),
      state: 'confined',
      writesWorkspace: isWritable,
      writesHome: false,
      readsKey: false,
      remounts: false,
      makesNamespaces: false,
      seesOthers: false,
    });
  },
);
