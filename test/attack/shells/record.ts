/**
 * `node --conditions=@interlock/source test/attack/shells/record.ts`: writes `fixtures/shells/verdicts.json`, what each of the eight shells
 * did with generated lines. Needs all of them: `apt-get install busybox mksh zsh yash ksh93u+m`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../architecture/repository.ts';
import { createDice } from '../../sessions/dice.ts';
import { findShells, shellNames } from './known-shells.ts';
import { makeLine } from './line-maker.ts';
import { openStage, type Played } from './play-lines.ts';

const wanted = { alike: 150, differing: 250 };
/** What was found by hand or in a report; always recorded. */
const found = [
  'echo hi &>/dev/null pa x',
  'echo hi &>>/dev/null pa x',
  'pa 12>/dev/null',
  'pa >&5-',
  'cd link/.. && pa g',
  'cd d && pa & file ../secret',
  'pa |& pb',
  'pa &! pb',
  'pa &| pb',
  'pa <(pb)',
  'pa <<< "$(pb)"',
  "pa <<'E'\n$(pb)\nE",
  'pa <<E\n$(pb)\nE',
  'pa {v}>o pb',
  'pa {b,c}',
  'pa =pb',
  "pa $'\\x41'",
  '- pb',
  'repeat 2 pb',
  'noglob pb',
  'a[0]=1 pb',
  'V+=1 pb',
  'case x in x) pa;; esac',
  'case x in x) pa;& y) pb;; esac',
  '() { pb; }',
  'pa() { pb; }; pa',
  'function pa { pb; }; pa',
  'pa #b',
  'pa \\\n#b',
  'pa # b\\\npb',
  'pa $((1))',
  'alias pa=pb\npa',
];

const stage = openStage();
try {
  const shells = findShells(stage.folder);
  const missing = shellNames.filter((name) => !shells.some((shell) => shell.name === name));
  if (missing.length > 0) throw new Error(`These shells are not installed: ${missing.join(', ')}.`);
  const dice = createDice(30);
  const lines = [...new Set([...found, ...Array.from({ length: 900 }, () => makeLine(dice))])].filter(
    (line) => !line.includes('\0'),
  );
  const all = new Map<string, readonly Played[]>();
  for (const shell of shells) {
    console.log(shell.name);
    // Only a line with a `>` can make a file, and whoever made it must be known.
    const quick = await stage.play(
      shell,
      lines.filter((line) => !line.includes('>')),
      'together',
    );
    if (quick[0]?.made.length !== 0) throw new Error(`${shell.name} made ${quick[0]?.made} without a redirection`);
    const slow = await stage.play(
      shell,
      lines.filter((line) => line.includes('>')),
      'alone',
    );
    const [fromQuick, fromSlow] = [quick.values(), slow.values()];
    all.set(
      shell.name,
      lines.map((line) => (line.includes('>') ? fromSlow : fromQuick).next().value ?? { starts: [], made: [] }),
    );
  }
  let alike = 0;
  let differing = 0;
  const kept = lines.flatMap((line, at) => {
    const groups = new Map<string, string[]>();
    for (const [name, played] of all) {
      const did = played[at] ?? { starts: [], made: [] };
      const starts = did.starts.map((start) => JSON.stringify(start)).sort();
      const key = JSON.stringify({ starts: starts.map((start) => JSON.parse(start)), made: did.made });
      groups.set(key, [...(groups.get(key) ?? []), name]);
    }
    const did = [...groups].map(([key, names]) => ({ shells: names, ...JSON.parse(key) }));
    const isFound = found.includes(line);
    if (did.length === 1 && (did[0].starts.length === 0 || alike >= wanted.alike) && !isFound) return [];
    if (did.length > 1 && differing >= wanted.differing && !isFound) return [];
    if (did.length === 1) alike += 1;
    else differing += 1;
    return [{ line, did }];
  });
  mkdirSync(join(root, 'fixtures/shells'), { recursive: true });
  writeFileSync(
    join(root, 'fixtures/shells/verdicts.json'),
    `[\n${kept.map((one) => JSON.stringify(one).replaceAll(JSON.stringify(stage.folder).slice(1, -1), '/stage')).join(',\n')}\n]\n`,
  );
  console.log(`${alike} lines that they read alike, ${differing} that they do not`);
} finally {
  stage.close();
}
