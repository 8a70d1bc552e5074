/** The user's mistake: said in one line with the way out, exit code 1. Everything else is ours, exit code 2. */
export class UserError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UserError'
  }
}
