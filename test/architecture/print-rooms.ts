/** `npm run rooms` prints layout figures for every package; `npm run rooms -- wire` also lists the files behind the figures of one. */
import { readPackages } from './repository.ts';
import { fileGraph, findDeepestChain, findFolderCycles, findSingleUsers } from './rooms.ts';

const [chosen] = process.argv.slice(2);

const rows = readPackages().map((it) => {
  const graph = fileGraph(it);
  const lines = new Map(it.sources.map(({ file, text }) => [file.split('/src/')[1], text.split('\n').length - 1]));
  const single = findSingleUsers(graph);
  const small = single.filter(({ file }) => (lines.get(file) ?? 0) < 40);
  const cycles = findFolderCycles(graph);
  const chain = findDeepestChain(graph);
  if (it.folder === chosen) {
    console.log(small.map(({ file, user }) => `${lines.get(file)} ${file} <- ${user}`).join('\n'));
    console.log(`\n${cycles.join('\n')}\n\n${chain.join('\n')}\n`);
  }
  return {
    package: it.folder,
    files: it.sources.length,
    lines: [...lines.values()].reduce((a, b) => a + b, 0),
    loose: it.sources.filter(({ file }) => file.split('/').length === 4).length,
    'one importer': single.length,
    '… under 40 lines': small.length,
    'folder cycles': cycles.length,
    'deepest chain': chain.length,
  };
});
console.table(rows);
