import { z } from 'zod'

/** A device by its serial number. */
export const SerialNumber = z.string().min(1).max(64)
/** Some devices: as many as a large fleet has. */
export const SerialNumbers = z.array(SerialNumber).min(1).max(10_000)
