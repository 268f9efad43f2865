/** Commands, skills and agents in folders: which files are used, in which order, and what is reported about the others. */
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/program/temporary-folder.ts';
import { type ExtensionFolder, readAgents, readCommands, readSkills } from '../../src/index.ts';

let root: string;
let folders: readonly ExtensionFolder[];
beforeEach(async () => {
  root = temporaryFolder('extensions');
  folders = [
    { path: join(root, 'mine'), from: 'user' },
    { path: join(root, 'theirs'), from: 'project' },
    { path: join(root, 'none'), from: 'project' },
  ];
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

test('commands: the first folder with a name takes precedence', async () => {
  await write({
    'mine/review.md': '---\ndescription: Reviews\nargument-hint: [file]\n---\nReview $1.',
    'theirs/review.md': 'other',
    'theirs/git/log.md': '# The log\n\nShow it.',
    'theirs/notes.txt': 'no',
    'theirs/.hidden.md': 'no',
    'theirs/bad name.md': 'x',
    'theirs/empty.md': '---\ndescription: x\n---\n',
    'theirs/binary.md': new Uint8Array([0xff, 0xfe, 0x00]),
    'theirs/long.md': 'x'.repeat(300_000),
  });
  const { commands, problems } = await readCommands(folders);
  expect(commands).toEqual([
    {
      name: 'review',
      description: 'Reviews',
      argumentHint: 'file',
      template: 'Review $1.',
      path: join(root, 'mine/review.md'),
      from: 'user',
    },
    {
      name: 'git:log',
      description: 'The log',
      template: '# The log\n\nShow it.',
      path: join(root, 'theirs/git/log.md'),
      from: 'project',
    },
  ]);
  expect(problems.map(({ where, text }) => [where.slice(root.length + 1), text])).toEqual([
    ['theirs/binary.md', 'It is not UTF-8 text.'],
    ['theirs/long.md', 'It is longer than 262144 bytes.'],
    ['theirs/bad name.md', 'Its name cannot be typed. Use letters, digits and - _ . in file names.'],
    ['theirs/empty.md', 'It is empty.'],
  ]);
});

test('skills: according to the format', async () => {
  const skill = (name: string, more = '') => `---\nname: ${name}\ndescription: About ${name}.\n${more}---\nDo it.`;
  await write({
    'mine/pdf/SKILL.md': skill('pdf', 'license: MIT\nmetadata:\n  author: me\n'),
    'theirs/pdf/SKILL.md': skill('pdf'),
    'theirs/api-docs/SKILL.md': skill('api-docs'),
    'theirs/other/SKILL.md': skill('another'),
    'theirs/Bad/SKILL.md': skill('Bad'),
    'theirs/silent/SKILL.md': '---\nname: silent\n---\nx',
    'theirs/no-skill/README.md': 'x',
    'theirs/README.md': 'x',
    'secret.md': skill('linked'),
    'theirs/linked/x': '',
  });
  await symlink('../../secret.md', join(root, 'theirs/linked/SKILL.md'));
  const { skills, problems } = await readSkills(folders);
  expect(skills).toEqual([
    { name: 'api-docs', description: 'About api-docs.', folder: join(root, 'theirs/api-docs'), from: 'project' },
    { name: 'pdf', description: 'About pdf.', folder: join(root, 'mine/pdf'), from: 'user' },
  ]);
  expect(problems.map(({ where, text }) => [where.slice(root.length + 1), text])).toEqual([
    ['theirs/Bad/SKILL.md', 'The front matter needs a name: lowercase letters, digits and hyphens, at most 64.'],
    ['theirs/linked/SKILL.md', 'It is a link to a file outside its folder.'],
    ['theirs/other/SKILL.md', 'Its name is another; its folder must have the same name.'],
    ['theirs/silent/SKILL.md', 'The front matter needs a description.'],
  ]);
});

test('agents: named by their file or their frontmatter', async () => {
  await write({
    'mine/reviewer.md': '---\ndescription: Reviews\nmodel: anthropic/x\ntools: read_file, search_*\n---\nYou review.',
    'theirs/any.md': '---\nname: planner\ndescription: Plans\nmodel: inherit\ntools: "*"\n---\nYou plan.',
    'theirs/deep/x.md': '---\ndescription: no\n---\nx',
    'theirs/bad.md': 'x',
    'theirs/empty.md': '---\ndescription: x\n---',
    'theirs/Loud.md': '---\ndescription: x\n---\nx',
  });
  const { agents, problems } = await readAgents(folders);
  expect(agents).toEqual([
    { name: 'planner', description: 'Plans', prompt: 'You plan.', path: join(root, 'theirs/any.md'), from: 'project' },
    {
      name: 'reviewer',
      description: 'Reviews',
      model: 'anthropic/x',
      tools: ['read_file', 'search_*'],
      prompt: 'You review.',
      path: join(root, 'mine/reviewer.md'),
      from: 'user',
    },
  ]);
  expect(problems.map(({ where, text }) => [where.slice(root.length + 1), text])).toEqual([
    ['theirs/Loud.md', '"Loud" is not a valid name. Use lowercase letters, digits and - _.'],
    ['theirs/bad.md', 'The front matter needs a description that says what it is for.'],
    ['theirs/empty.md', 'It has no prompt.'],
  ]);
});
