/** The user's mistake: reported in one line with the remedy. Everything else is a defect of ours. */
export class UserError extends Error {
  /** Exit code, when it differs from the command's usual one for mistakes (exit-codes.ts). */
  readonly exitCode: number | undefined

  constructor(message: string, exitCode?: number) {
    super(message)
    this.name = 'UserError'
    this.exitCode = exitCode
  }
}
