/**
 * The input history, in private files that any number of processes append to at the same time: every line is one write that starts with a
 * newline, so that a truncated line damages no other. A full file is renamed, so that nothing is lost that others are writing to it; the
 * oldest renamed files are deleted.
 */
import { constants } from 'node:fs';
import { chmod, type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

const current = 'history.jsonl';
const renamedFile = /^history\.(\d{1,16})-\d+\.jsonl$/;
const maxFileBytes = 512_000;
const maxRenamed = 3;
/** If a file has grown too large, only its end is read. */
const maxReadBytes = 2 * maxFileBytes;

/** `name`: for a full file that is renamed; unique among processes. Rejects with the system's error. */
export async function appendLine(
  folder: string,
  line: string,
  name: { readonly now: number; readonly pid: number },
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(join(folder, current), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  let size = 0;
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new Error(`${join(folder, current)} is not a file.`);
    if ((found.mode & 0o077) !== 0) await handle.chmod(0o600);
    const bytes = Buffer.from(`\n${line}\n`);
    await handle.write(bytes);
    size = found.size + bytes.length;
  } finally {
    await handle.close();
  }
  if (size > maxFileBytes) await rotate(folder, `history.${name.now}-${name.pid}.jsonl`);
}

/** Oldest first; unreadable files are skipped. */
export async function readHistory(folder: string): Promise<readonly string[]> {
  const names = [...(await renamedFiles(folder)), current];
  const texts = await Promise.all(names.map((name) => readEnd(join(folder, name)).catch(() => '')));
  return texts.flatMap((text) => text.split('\n')).filter((line) => line !== '');
}

async function rotate(folder: string, name: string): Promise<void> {
  try {
    await rename(join(folder, current), join(folder, name));
  } catch {
    // Another process has renamed it.
  }
  for (const old of (await renamedFiles(folder)).slice(0, -maxRenamed)) await rm(join(folder, old), { force: true });
}

async function renamedFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const timeOf = (name: string): number => Number(renamedFile.exec(name)?.[1]);
  return names.filter((name) => renamedFile.test(name)).toSorted((one, other) => timeOf(one) - timeOf(other));
}

async function readEnd(path: string): Promise<string> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = await handle.stat();
    return found.isFile() ? await readFrom(handle, Math.max(0, found.size - maxReadBytes)) : '';
  } finally {
    await handle.close();
  }
}

async function readFrom(handle: FileHandle, from: number): Promise<string> {
  const bytes = Buffer.alloc(maxReadBytes);
  const { bytesRead } = await handle.read(bytes, 0, maxReadBytes, from);
  return bytes.toString('utf8', 0, bytesRead);
}
