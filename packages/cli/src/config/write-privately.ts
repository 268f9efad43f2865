/** A small file that only the user can read, written whole or not at all; its folder is made with the same care. Rejects with the system's error. */
export function writePrivately(path: string, value: object): Promise<void> {
  return writePrivateText(path, `${JSON.stringify(value)}\n`);
}

export async function writePrivateText(path: string, text: string): Promise<void> {
  const { writePrivateFile } = await import('@interlock/runtime');
  await writePrivateFile(path, text);
}
