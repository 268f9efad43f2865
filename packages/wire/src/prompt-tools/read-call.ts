/** A call as it was found in a text. */
export interface ReadCall {
  readonly name: string;
  /** JSON text, or, when the block is broken, whatever is in the place of the arguments. */
  readonly arguments: string;
}
