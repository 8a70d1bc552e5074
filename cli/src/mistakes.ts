import { StartError } from '@backlot/simulator/kernel/start-error'
import { UserError } from './user-error.ts'

/** Whether an error is the user's to mend rather than ours. */
export function isUsersMistake(error: unknown): error is Error {
  return error instanceof UserError || error instanceof StartError
}
