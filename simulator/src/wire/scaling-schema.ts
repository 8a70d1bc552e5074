import { z } from 'zod'

/** A number in a payload or a register: `raw × factor + offset` is meant. */
export const SCALING_FIELDS = {
  factor: z
    .number()
    .refine((factor) => factor !== 0, 'must not be 0')
    .default(1),
  offset: z.number().default(0),
}
