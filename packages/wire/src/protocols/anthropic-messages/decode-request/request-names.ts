/** The tool behind each id. */
/** Results name only their call; the latest call of that id tells the tool. */
export class RequestNames {
  readonly #names = new Map<string, string>();

  call(wireId: string, name: string): void {
    this.#names.set(wireId, name);
  }

  of(wireId: string): string {
    return this.#names.get(wireId) ?? '';
  }
}
