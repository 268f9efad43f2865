/** A page could not be fetched: the sentence for the model. Never holds a password of an address. */
export class FetchProblem extends Error {
  override readonly name = 'FetchProblem';
}
