/** One statement of the specification in our own words, and what proves it. */
export interface Statement {
  /** Document and section. */
  readonly section: string;
  readonly says: string;
  /**
   * `REQ-915-001`: the tests that have the requirement in their title. `path/to.test.ts :: title`: a test, a group or a row with that
   * title. `decision 0021`: why we differ.
   */
  readonly by: string;
}
