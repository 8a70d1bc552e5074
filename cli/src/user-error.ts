/** The user's mistake: said in one line with the way out. Everything else is a defect of ours. */
export class UserError extends Error {
  /** Of the program, when it is not what its command says of mistakes (exit-codes.ts). */
  readonly exitCode: number | undefined

  constructor(message: string, exitCode?: number) {
    super(message)
    this.name = 'UserError'
    this.exitCode = exitCode
  }
}
