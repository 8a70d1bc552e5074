/** The user's mistake at start (bad option, taken port, unusable data): one line with the remedy. Exit code 1. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}
