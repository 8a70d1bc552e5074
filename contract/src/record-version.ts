import { z } from 'zod'

/** Of a record that several people may change: grows with every change. A platform without it compares nothing. */
export const RecordVersion = z.number().int().optional()

/** The version of the record that a change was made from: Refused (409) if someone has changed it since the given version. Left out: not compared. */
export const SeenVersion = z.number().int().optional()
