/**
 * `npm run bun:long`: runs `streamReply` in Bun, from the built packages, against a simulator of every provider. The binary comes from npm
 * (`@oven/bun-linux-x64`, Linux only) and is installed into its own folder.
 */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { script } from '@interlock/simulators';
import { root } from '../architecture/repository.ts';
import { openStations } from '../conformance/stations.ts';
import { writeProof } from '../proofs/write-proof.ts';

const version = '1.4.4';
const folder = join(root, '.cache', `bun-${version}`);
const binary = join(folder, 'node_modules/@oven/bun-linux-x64/bin/bun');
if (!existsSync(binary)) {
  mkdirSync(folder, { recursive: true });
  const install = [
    'install',
    `@oven/bun-linux-x64@${version}`,
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--no-save',
  ];
  execFileSync('npm', install, { stdio: 'inherit' });
}

const answer = 'The first sentence is here. The second one follows it.';
const stations = await openStations({ model: script([{ say: answer }]) });
const asked = stations.all.map(({ name, target }) => ({ name, target }));
const run = promisify(execFile)(binary, [join(import.meta.dirname, 'ask.ts'), JSON.stringify(asked)], {
  maxBuffer: 1 << 26,
});
const { stdout } = await run;
const refused = stations.all.flatMap(({ simulator }) => simulator.log.filter(({ verdict }) => verdict !== 'accepted'));
await stations.close();

const { bun, answers } = JSON.parse(stdout) as {
  bun: string;
  answers: Record<string, { text: string; streamed: boolean }>;
};
const wrong = Object.entries(answers).filter(([, { text }]) => text !== answer);
// Thinking without tags holds text back until it ends, so nothing is streamed there on any platform.
const streamed = Object.values(answers).filter((each) => each.streamed).length;
console.log(`Bun ${bun}: ${asked.length} models, ${wrong.length} wrong answers, ${refused.length} refused`);
for (const [name, said] of wrong) console.error(name, said);
const passed = wrong.length === 0 && refused.length === 0 && Object.keys(answers).length === asked.length;
writeProof({
  script: 'bun:long',
  passed,
  counts: { bun, models: asked.length, streamed, wrong: wrong.length, refused: refused.length },
});
process.exitCode = passed ? 0 : 1;
