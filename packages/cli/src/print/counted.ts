/** A number with its noun: `1 line`, `2 lines`. */
export function counted(count: number, one: string, several: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
