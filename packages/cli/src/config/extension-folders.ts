/** Folders of custom commands, skills and agents: the user's first, then those of a trusted project. Folders of `.claude` are read after our own. */
import { join } from 'node:path';
import type { ExtensionFolder } from '@interlock/runtime';
import type { Folders } from './folders.ts';
import { fileParts, type TrustPart } from './trust-parts.ts';

export type ExtensionKind = 'commands' | 'skills' | 'agents';

export type ExtensionFolders = Readonly<Record<ExtensionKind, readonly ExtensionFolder[]>>;

/** `hooks` contains scripts that hooks of the configuration run. */
const ownKinds = ['commands', 'skills', 'agents', 'hooks'] as const;
const foreignKinds = ['commands', 'skills'] as const;

/** Below the root of a project. */
export const projectExtensions: readonly string[] = [
  ...ownKinds.map((kind) => join('.interlock', kind)),
  ...foreignKinds.map((kind) => join('.claude', kind)),
];

/** `project`: the root of a trusted project. */
export function extensionFolders({ config, home }: Folders, project: string | undefined): ExtensionFolders {
  const foldersOf = (kind: ExtensionKind): readonly ExtensionFolder[] => {
    const isForeign = foreignKinds.some((each) => each === kind);
    const mine = [join(config, kind), ...(isForeign ? [join(home, '.claude', kind)] : [])];
    const theirs =
      project === undefined
        ? []
        : [join(project, '.interlock', kind), ...(isForeign ? [join(project, '.claude', kind)] : [])];
    // In the home folder they would be listed twice.
    return [
      ...mine.map((path) => ({ path, from: 'user' as const })),
      ...theirs.filter((path) => !mine.includes(path)).map((path) => ({ path, from: 'project' as const })),
    ];
  };
  return { commands: foldersOf('commands'), skills: foldersOf('skills'), agents: foldersOf('agents') };
}

/** The parts of a project that need trust. The user's own folders need none. */
export async function extensionParts(root: string, { config, home }: Folders): Promise<readonly TrustPart[]> {
  const parts = await Promise.all(
    projectExtensions.map((name) => {
      const path = join(root, name);
      const isMine = path.startsWith(join(config, '/')) || path.startsWith(join(home, '.claude', '/'));
      return isMine ? [] : fileParts(path, name.replace(/^\.interlock\W/, ''));
    }),
  );
  return parts.flat();
}
