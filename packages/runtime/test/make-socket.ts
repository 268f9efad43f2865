/** A Unix socket that nobody listens on. On Linux without a server, because this repository's tests also run in a sandbox that allows none. */
import { execFileSync, spawnSync } from 'node:child_process';

/** `mknodat` in the current folder. */
const numbers: Partial<Record<NodeJS.Architecture, number>> = { x64: 259, arm64: 33 };

export function makeSocket(path: string): void {
  const number = process.platform === 'linux' ? numbers[process.arch] : undefined;
  if (number !== undefined) {
    const program = 'syscall($ARGV[0]+0, -100, $ARGV[1], 0140600, 0) == 0 or die "$ARGV[1]: $!\\n"';
    execFileSync('perl', ['-e', program, String(number), path]);
    return;
  }
  // A process that ends without closing its server leaves the name behind.
  const program =
    "require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))";
  spawnSync(process.execPath, ['-e', program, path]);
}
