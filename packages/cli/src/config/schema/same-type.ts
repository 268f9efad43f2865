/** `true` if two types are the same. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** The same data without `readonly`, with intersections as one object, and without functions: what JSON can represent. */
export type Plain<T> = T extends (...args: never) => unknown
  ? never
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { -readonly [Key in keyof T]: Plain<T[Key]> }
      : T;

/** Compiles only for `true`. */
export function proven<_Proof extends true>(): true {
  return true;
}
