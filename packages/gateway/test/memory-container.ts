/** A container as far as memory goes: a group of processes that the system ends when they have more than their share. Needs root on Linux. */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface MemoryContainer {
  /** A process that writes its number into this file is in the container. */
  readonly members: string;
  /** Only when no process is in it any more. */
  remove(): void;
}

const forms = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
  { root: '/sys/fs/cgroup', limit: 'memory.max' },
];

/** Undefined: this machine does not let us. */
export function memoryContainer(bytes: number): MemoryContainer | undefined {
  for (const { root, limit } of forms) {
    const folder = join(root, `interlock-test-${process.pid}`);
    try {
      mkdirSync(folder);
    } catch {
      continue;
    }
    if (existsSync(join(folder, limit))) {
      writeFileSync(join(folder, limit), String(bytes));
      return { members: join(folder, 'cgroup.procs'), remove: () => rmdirSync(folder) };
    }
    rmdirSync(folder);
  }
  return undefined;
}
