/** One statement of the specification in our own words, and what proves it. */
export interface Statement {
  /** Document and section. */
  readonly section: string;
  readonly says: string;
  /**
   * `REQ-915-001`: the tests that carry the requirement in their title. `path/to.test.ts :: title`: a test, a group or a row of that title.
   * `decision 0021`: why it is otherwise here.
   */
  readonly by: string;
}
