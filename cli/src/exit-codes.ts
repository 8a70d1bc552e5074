/** How the program ends; the README has the table for people. */
export const EXIT = {
  /** Done; the checked condition holds. */
  done: 0,
  /** The verdict is no: an expectation or a threshold failed, devices could not all speak, something is broken here. */
  verdict: 1,
  /** `start`, `console`, `record` or `replay` did not start: a port, the data folder, the database or an option is in its way. */
  notStarted: 1,
  /** A mistake in the command line or a file (of `console`: in its config), or a simulator that is not there or refuses. */
  mistake: 2,
  /** `check`: the platform cannot be reached. */
  unreachable: 3,
  /** A defect of the program, or a part of it that died. */
  defect: 3,
  /** Ctrl+C during a run: the shells' code for it. */
  interrupted: 130,
} as const
