import { UserError } from '../user-error.ts'

/** A capture that cannot be read: what is wrong, and at which byte of the file. */
export class CaptureProblem extends UserError {
  readonly offset: number

  constructor(offset: number, message: string) {
    super(`byte ${offset}: ${message}`)
    this.offset = offset
  }
}
