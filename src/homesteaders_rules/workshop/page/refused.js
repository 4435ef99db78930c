// What is not done, and why.

/** What the engine refuses, in a sentence. */
export class Refused extends Error {
  /** @param {string} kind @param {string} reason */
  constructor(kind, reason) {
    super(reason);
    this.kind = kind;
  }
}
