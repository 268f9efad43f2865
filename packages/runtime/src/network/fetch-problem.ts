/** A page could not be fetched: the sentence for the model. Never contains a password of a URL. */
export class FetchProblem extends Error {
  override readonly name = 'FetchProblem';
}
