/** The user's mistake: said in one line with the way out. Everything else is a defect of ours. */
export class UserError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UserError'
  }
}
