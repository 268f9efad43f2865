/** `npm run bench:sandbox`: what the sandbox adds to the start of a command: `/bin/sh -c :` outside and inside; medians. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cleanEnvironment, openSandbox, type Sandbox } from '@interlock/runtime';
import { chosenEnvironment } from '../test/program/chosen-environment.ts';
import { temporaryFolder } from '../test/program/temporary-folder.ts';

const runs = 40;
const root = temporaryFolder('bench-sandbox');
const environment = cleanEnvironment(chosenEnvironment());
const workspace = { root, alsoAllowed: [] };

async function median(sandbox: Sandbox): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const from = performance.now();
    const entry = await sandbox.enter({ file: '/bin/sh', args: ['-c', ':'] }, { cwd: root, environment });
    spawnSync(entry.file, entry.args, { cwd: root, env: entry.environment, stdio: 'ignore' });
    await entry.leave();
    times.push(performance.now() - from);
  }
  return times.toSorted((a, b) => a - b)[runs / 2] ?? 0;
}

const plain = await median(await openSandbox({ mode: 'off', workspace, environment }));
console.log(`sandbox: a command without it ${plain.toFixed(1)} ms`);
for (const kind of ['namespaces', 'bubblewrap', 'seatbelt'] as const) {
  const sandbox = await openSandbox({ mode: 'auto', workspace, environment, kinds: [kind] });
  if (sandbox.confinement.state === 'confined') {
    const held = await median(sandbox);
    console.log(`sandbox: ${kind} ${held.toFixed(1)} ms, ${(held / plain).toFixed(1)} times`);
  }
  await sandbox.close();
}
rmSync(root, { recursive: true, force: true });
