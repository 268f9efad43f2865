/** Writes a small file that only the user can read, atomically; creates its folder with the same permissions. Rejects with the system's error. */
export function writePrivately(path: string, value: object): Promise<void> {
  return writePrivateText(path, `${JSON.stringify(value)}\n`);
}

export async function writePrivateText(path: string, text: string): Promise<void> {
  const { writePrivateFile } = await import('@interlock/runtime');
  await writePrivateFile(path, text);
}
